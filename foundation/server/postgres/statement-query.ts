/**
 * A statement as the driver sends it, built from its parts. The driver copies an object property by property first,
 * which takes longer than everything else that happens here. Relies on the internals of the driver, whose version the
 * lock file fixes (docs/posting-path.md).
 */
import pg from 'pg';

/** The parts of the driver's query that are used here and are missing in its types. */
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

/** The driver's description of a statement's columns. */
interface RowShape {
  fields: pg.FieldDef[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

export type DriverAnswer = pg.QueryResult;
/** The answer is set when there is no error. */
export type Answered = (error: Error | undefined, answer: DriverAnswer) => void;

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Answered,
) => DriverQuery & pg.Submittable;

export interface Statement {
  text: string;
  values: readonly unknown[];
  /** The name under which the database keeps it prepared. */
  prepared?: PreparedStatement;
}

export type StatementOf = (text: string, values: readonly unknown[]) => Statement;

export interface PreparedStatement {
  readonly name: string;
  /** The row shape of the last answer. Building it for each answer takes longer than reading a few rows. */
  shape?: RowShape;
}

export class StatementQuery extends DriverQuery {
  readonly #kept: PreparedStatement | undefined;

  constructor({ prepared, text, values }: Statement, answered: Answered) {
    super(text, values, answered);
    this.name = prepared?.name;
    this.#kept = prepared;
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
 * Does not use the driver's own promise: under load, what it holds outlives two collections of the young generation,
 * and those take ten times as long.
 */
export function sendQuery(client: pg.PoolClient, statement: Statement): Promise<DriverAnswer> {
  const { answer, answered } = awaitedAnswer();
  client.query(new StatementQuery(statement, answered));
  return answer;
}

export function awaitedAnswer(): { answer: Promise<DriverAnswer>; answered: Answered } {
  const { promise, resolve, reject } = Promise.withResolvers<DriverAnswer>();
  return { answer: promise, answered: (error, answer) => (error ? reject(error) : resolve(answer)) };
}

function sameFields(known: readonly pg.FieldDef[], fields: readonly pg.FieldDef[]): boolean {
  return (
    known.length === fields.length &&
    known.every((field, index) => field.name === fields[index]?.name && field.dataTypeID === fields[index].dataTypeID)
  );
}
