/**
 * A transaction's first statement, with its `begin` ahead of it in one message: a round trip less. No `Sync` lies between the
 * two, so that after a `begin` that failed the database skips the statement: it can never run outside of the transaction.
 *
 * Reaches into the driver, whose own queries are a statement each; the version is pinned, and `batch-transaction.db.test.ts` holds it.
 */
import pg from 'pg';

/** What of the driver's query is built upon here, beyond its types. */
interface DriverQuery {
  hasBeenParsed(connection: pg.Connection): boolean;
  /** Sends the statement up to its `Sync`. */
  prepare(connection: pg.Connection): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}

const DriverQuery = pg.Query as unknown as new (
  config: object,
  callback: (error: Error | undefined, result: pg.QueryResult) => void,
) => DriverQuery & pg.Submittable;

/** Kept by the database under its name, if it has one. */
export interface Statement {
  name?: string;
  text: string;
  values: readonly unknown[];
}

export class OpeningQuery extends DriverQuery {
  /** The database is to learn the statement with this query: after a failure it is open whether it has, and the connection of no more use. */
  isNew = false;
  #hasBegun = false;
  readonly #begin: string;

  constructor(begin: string, statement: Statement, callback: (error: Error | undefined, result: pg.QueryResult) => void) {
    super({ ...statement, queryMode: 'extended' }, callback);
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
