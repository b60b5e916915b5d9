/**
 * SQL as values: `sql` makes a statement, or a piece of one, in which each inserted value becomes a parameter and each
 * inserted piece a part of the text. Knows no connection.
 */
import pg from 'pg';
import { type RawValue, Sql as Template } from 'sql-template-tag';

/** Sends statements, each by itself or within a transaction. */
export interface Queryable {
  query<Row>(statement: Compiled): Promise<Answer<Row>>;
}

/** A text with `$1`, `$2`, … for its values. */
export interface Compiled {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements of one transaction. */
export interface Tx extends Queryable {
  readonly isTransaction: true;
}

export interface Answer<Row> {
  readonly rows: Row[];
  /** The rows that the statement returned, or wrote if it is no `select`. */
  readonly rowCount: number;
}

/** TypeScript believes `Row`; the database tests compare it with what the statement answers (docs/decisions/0090). */
export class Sql<Row = unknown> extends Template {
  /** The text around the values and pieces, as in the source. */
  readonly parts: readonly string[];

  constructor(parts: readonly string[], values: readonly RawValue[]) {
    super(parts, values);
    this.parts = parts;
  }

  execute(on: Queryable): Promise<Answer<Row>> {
    return on.query<Row>(this);
  }
}

export function sql<Row = unknown>(parts: readonly string[], ...values: readonly RawValue[]): Sql<Row> {
  return new Sql(parts, values);
}

/** Text that is not checked: never from outside. */
sql.raw = (text: string): Sql => new Sql([text], []);

sql.join = (values: readonly RawValue[], separator = ', '): Sql =>
  new Sql([...values.map((_, index) => (index === 0 ? '' : separator)), ''], values);

/** A constant that the planner sees. Texts with it are planned again for each of its values. */
sql.lit = (value: string | number | bigint | boolean): Sql =>
  sql.raw(typeof value === 'string' ? pg.escapeLiteral(value) : String(value));

/** The name of a table or column, as `orders` or `o.amount`. */
sql.ref = (name: string): Sql => sql.raw(name.split('.').map(pg.escapeIdentifier).join('.'));
