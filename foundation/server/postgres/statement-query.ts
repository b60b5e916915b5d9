/**
 * A statement as the driver sends it, made from its parts: what the driver makes from an object it copies property by
 * property first, which takes longer than all else that is done here for it. Reaches into the driver, whose version is
 * pinned.
 */
import pg from 'pg';

/** What of the driver's query is built upon here, beyond its types. */
interface DriverQuery {
  name: string | undefined;
  text: string;
  queryMode: string | undefined;
  _accumulateRows: boolean;
  _result: DriverResult;
  /** Sends the statement, up to what `_getRows` sends. */
  prepare(connection: pg.Connection): void;
  /** Sends what makes the statement run, and a `Sync`. */
  _getRows(connection: pg.Connection): void;
  handleRowDescription(message: { fields: pg.FieldDef[] }): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

interface DriverResult extends RowShape {
  _types: unknown;
}

/** What the driver makes of the database's word on a statement's columns. */
interface RowShape {
  fields: pg.FieldDef[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

export type Answer = pg.QueryResult;
/** The answer is there where no error is. */
export type Answered = (error: Error | undefined, answer: Answer) => void;

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Answered,
) => DriverQuery & pg.Submittable;

export interface Statement {
  text: string;
  values: readonly unknown[];
  /** The database keeps it under this name. */
  kept?: KeptStatement;
}

export interface KeptStatement {
  readonly name: string;
  /** What its rows were when last they came: made anew for each answer it takes longer than to read a few rows. */
  shape?: RowShape;
}

export class StatementQuery extends DriverQuery {
  readonly #kept: KeptStatement | undefined;

  constructor({ kept, text, values }: Statement, answered: Answered) {
    super(text, values, answered);
    this.name = kept?.name;
    this.#kept = kept;
  }

  override handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    const shape = this.#kept?.shape;
    if (!shape || !sameFields(shape.fields, message.fields)) {
      super.handleRowDescription(message);
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      if (this.#kept) this.#kept.shape = { fields, _parsers, _prebuiltEmptyResultObject };
      return;
    }
    this._result.fields = shape.fields;
    this._result._parsers = shape._parsers;
    this._result._prebuiltEmptyResultObject = shape._prebuiltEmptyResultObject;
    this._accumulateRows = true;
  }
}

/**
 * Not by the driver's own promise: under load, what it holds outlives two collections of what is young, and those take
 * ten times as long.
 */
export function sendQuery(client: pg.PoolClient, statement: Statement): Promise<Answer> {
  const { answer, answered } = awaitedAnswer();
  client.query(new StatementQuery(statement, answered));
  return answer;
}

export function awaitedAnswer(): { answer: Promise<Answer>; answered: Answered } {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  return { answer: promise, answered: (error, answer) => (error ? reject(error) : resolve(answer)) };
}

function sameFields(known: readonly pg.FieldDef[], told: readonly pg.FieldDef[]): boolean {
  return (
    known.length === told.length &&
    known.every((field, index) => field.name === told[index]?.name && field.dataTypeID === told[index].dataTypeID)
  );
}
