/**
 * A transaction's first statement, with its `begin` ahead of it in one message: a round trip less. No `Sync` lies between the
 * two, so that after a `begin` that failed the database skips the statement: it can never run outside of the transaction.
 *
 * Reaches into the driver, whose own queries are a statement each; the version is pinned, and `database.db.test.ts` holds it.
 */
import pg from 'pg';

/** What of the driver's query is built upon here, beyond its types. */
interface DriverQuery {
  name?: string;
  hasBeenParsed(connection: pg.Connection): boolean;
  /** Sends the statement up to its `Sync`. */
  prepare(connection: pg.Connection): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}

const DriverQuery = pg.Query as unknown as new (
  config: object,
  callback: (error: Error | undefined, result: pg.QueryResult) => void,
) => DriverQuery & pg.Submittable;

export class OpeningQuery extends DriverQuery {
  #hasBegun = false;
  #isNew = false;
  readonly #begin: string;

  constructor(begin: string, config: { name?: string; text: string; values: unknown[] }, callback: (error: Error | undefined, result: pg.QueryResult) => void) {
    super({ ...config, queryMode: 'extended' }, callback);
    this.#begin = begin;
  }

  /**
   * Whether a failure leaves open if the database knows the statement's name: it was to learn it with this query. The connection
   * is of no more use then.
   */
  get isNew(): boolean {
    return this.#isNew;
  }

  override prepare(connection: pg.Connection): void {
    this.#isNew = !this.hasBeenParsed(connection);
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
