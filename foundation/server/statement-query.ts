/**
 * A statement as the driver sends it, made from its parts: what the driver makes from an object it copies property by property
 * first, which takes longer than all else that is done here for it. Reaches into the driver, whose version is pinned.
 */
import pg from 'pg';

/** What of the driver's query is built upon here, beyond its types. */
interface DriverQuery {
  name: string | undefined;
  queryMode: string | undefined;
  hasBeenParsed(connection: pg.Connection): boolean;
  /** Sends the statement up to its `Sync`. */
  prepare(connection: pg.Connection): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}

export type Answered = (error: Error | undefined, result: pg.QueryResult) => void;

const DriverQuery = pg.Query as unknown as new (text: string, values: readonly unknown[], callback: Answered) => DriverQuery & pg.Submittable;

/** Kept by the database under its name, if it has one. */
export interface Statement {
  name?: string;
  text: string;
  values: readonly unknown[];
}

export class StatementQuery extends DriverQuery {
  constructor({ name, text, values }: Statement, answered: Answered) {
    super(text, values, answered);
    this.name = name;
  }
}
