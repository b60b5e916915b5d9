/**
 * Arrays as PostgreSQL literals, for parameters: much faster than the driver's own for thousands of plain values. They
 * make a batch of any size one statement.
 */

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

function quoted(value: string | Date): string {
  if (typeof value !== 'string') return `"${value.toISOString()}"`;
  return `"${escaped(value, '\\')}"`;
}

function escaped(text: string, by: string): string {
  return TO_ESCAPE.test(text) ? text.replace(/["\\]/g, `${by}$&`) : text;
}
const TO_ESCAPE = /["\\]/;
