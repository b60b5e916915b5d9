/**
 * Arrays as PostgreSQL literals, for parameters: much faster than the driver's own for thousands of plain values. They
 * make a batch of any size one statement. For a table whose rows travel as a type, each column is named once: the select
 * list, the column list of an insertion and the values of its rows come from here.
 */
import { type Sql, sql } from './sql.ts';

export type Plain = bigint | number | boolean | string | Date | null | undefined;

/**
 * One column. Equal neighbouring texts and times are formatted once, because a batch repeats the same kind and moment.
 */
export function arrayLiteral(values: readonly Plain[]): string {
  let literal = '';
  let last: string | Date | undefined;
  let written = '';
  for (const value of values) {
    if (literal !== '') literal += ',';
    if (value === null || value === undefined) literal += 'NULL';
    else if (typeof value === 'string' || value instanceof Date) {
      if (value !== last) [last, written] = [value, quoted(value)];
      literal += written;
    } else literal += value;
  }
  return `{${literal}}`;
}

/**
 * The same for one column of an `unnest` of several. `unnest` fills a shorter column with nulls, so a column of only
 * nulls is empty.
 */
export function columnLiteral(values: readonly Plain[]): string {
  return values.every((value) => value === null || value === undefined) ? '{}' : arrayLiteral(values);
}

/**
 * Whole rows, as an array of a composite type. `unnest` of it costs about as much as of a single column, while every
 * separate column adds that cost again. Values are in the order of the type.
 */
export function rowsLiteral(rows: readonly (readonly Plain[])[]): string {
  const times = new Map<Date, string>();
  const timeOf = (value: Date): string => {
    let time = times.get(value);
    if (time === undefined) times.set(value, (time = value.toISOString()));
    return time;
  };
  let literal = '';
  for (const row of rows) {
    literal += literal === '' ? '"(' : ',"(';
    let isFirst = true;
    for (const value of row) {
      if (isFirst) isFirst = false;
      else literal += ',';
      if (value === null || value === undefined) continue;
      if (typeof value === 'string') literal += `\\"${escaped(value, '\\\\\\')}\\"`;
      else literal += value instanceof Date ? timeOf(value) : value;
    }
    literal += ')"';
  }
  return `{${literal}}`;
}

export function bytesLiteral(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

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

function columnOf<Value>(column: string | Column<Value>): Column<Value> {
  return typeof column === 'string' ? { name: column } : column;
}

function quoted(value: string | Date): string {
  if (typeof value !== 'string') return `"${value.toISOString()}"`;
  return `"${escaped(value, '\\')}"`;
}

function escaped(text: string, by: string): string {
  return TO_ESCAPE.test(text) ? text.replace(/["\\]/g, `${by}$&`) : text;
}
const TO_ESCAPE = /["\\]/;
