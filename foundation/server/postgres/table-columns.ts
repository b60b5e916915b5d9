/**
 * Names each column of a table once: the select list, the column list of an insertion and the values of its rows come
 * from here.
 */
import { type Sql, sql } from './sql.ts';
import { type Plain, rowsLiteral } from './array-literals.ts';

/** A column whose value is read or written in another form. */
export interface Column<Value> {
  readonly name: string;
  /** Returns the expression that reads the column. */
  readonly read?: (column: string) => string;
  readonly write?: (value: Value) => Plain;
  /** A new row does not have it. */
  readonly later?: true;
}

/** The columns by the properties of a row. */
export type ColumnsOf<Row> = {
  readonly [Name in keyof Row]-?: Row[Name] extends Plain ? string | Column<Row[Name]> : Column<Row[Name]>;
};

/** Returns the select list. `alias` is the table's name in the statement. */
export function selectList<Row>(columns: ColumnsOf<Row>, alias: string): Sql {
  const named = Object.entries<string | Column<never>>(columns).map(([property, column]) => {
    const { name, read = String } = columnOf(column);
    return `${read(`${alias}.${name}`)} as "${property}"`;
  });
  return sql.raw(named.join(', '));
}

/** Rows of one shape that a statement gets as one parameter, an array of a composite type. */
export interface RowSource<Row> {
  /** The columns' names, for `insert into orders (…)` or `as n (…)`. They decide, and not those of the type's attributes. */
  readonly names: Sql;
  /** The rows, for `from`. */
  of(rows: readonly Row[]): Sql;
}

/** The types of `values` are those of the composite type's attributes, in their order. */
export function rowSource<Row>(type: string, values: Readonly<Record<string, (row: Row) => Plain>>): RowSource<Row> {
  const names = Object.keys(values);
  const read = Object.values(values);
  return {
    names: sql.raw(names.join(', ')),
    of: (rows) => sql`unnest(${rowsLiteral(rows.map((row) => read.map((value) => value(row))))}::${sql.raw(type)}[])`,
  };
}

/** Returns the values of a new row by column. */
export function newRowValues<Row>(columns: ColumnsOf<Row>): Record<string, (row: Row) => Plain> {
  const values: Record<string, (row: Row) => Plain> = {};
  for (const property of Object.keys(columns) as (keyof Row & string)[]) {
    const { name, write, later } = columnOf<never>(columns[property]);
    if (later !== true) values[name] = (row) => (write ? write(row[property] as never) : (row[property] as Plain));
  }
  return values;
}

export function bytesLiteral(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

function columnOf<Value>(column: string | Column<Value>): Column<Value> {
  return typeof column === 'string' ? { name: column } : column;
}
