/**
 * A transaction's first statement, with its `begin` ahead of it in one message: a round trip less. No `Sync` lies between the
 * two, so that after a `begin` that failed the database skips the statement: it can never run outside of the transaction.
 *
 * Reaches into the driver, whose own queries are a statement each; `batch-transaction.db.test.ts` holds it.
 */
import type pg from 'pg';
import { type Answered, type Statement, StatementQuery } from './statement-query.ts';

export class OpeningQuery extends StatementQuery {
  /** The database is to learn the statement with this query: after a failure it is open whether it has, and the connection of no more use. */
  isNew = false;
  #hasBegun = false;
  readonly #begin: string;

  constructor(begin: string, statement: Statement, answered: Answered) {
    super(statement, answered);
    this.queryMode = 'extended';
    this.#begin = begin;
  }

  override prepare(connection: pg.Connection): void {
    this.isNew = !this.hasBeenParsed(connection);
    connection.parse({ name: '', text: this.#begin, types: [] }, true);
    connection.bind({}, true);
    connection.execute({}, true);
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#hasBegun) super.handleCommandComplete(message, connection);
    this.#hasBegun = true;
  }
}
