/**
 * Records of which kinds the values are that the typed statements of the database tests (`sql<Row>`) answer, in the file
 * that `TEST_ROWS` names. It watches `Sql` from outside. Vitest calls `setup` once before the run and imports
 * this file again for every test file. Only tests import this; `database/row-types.after.test.ts` reads the file.
 */
import { appendFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { testFolder } from '#foundation/server/process/folder-for-tests.ts';
import { Sql } from './sql.ts';

/** The kinds of a value by its place in a row: `amount`, `shares[].agentNo`. A short word is its own kind: `"paid"`. */
export type KindsByPlace = Record<string, string[]>;
/** What the rows of statements were, by `rowsKey`. */
export type RecordedRows = Record<string, KindsByPlace>;

/** The fixed parts of a statement, which its source has as well. */
export function fixedText(parts: readonly string[]): string {
  return parts.join('${}');
}

/** The columns distinguish statements with the same fixed text. */
export function rowsKey(text: string, row: object): string {
  return JSON.stringify([text, Object.keys(row)]);
}

export function textOf(key: string): string {
  return (JSON.parse(key) as [string, string[]])[0];
}

/** Adds what a row shows. */
export function addRow(kinds: Map<string, Set<string>>, row: object): void {
  for (const [name, value] of Object.entries(row)) addValue(kinds, name, value, 0);
}

const MAX_DEPTH = 4;
/** A place with more words than this is not one of a few words. */
const MAX_WORDS = 200;
const WORD = /^(?:[\w.-]{1,40}|.{0,2})$/s;

function addValue(kinds: Map<string, Set<string>>, place: string, value: unknown, depth: number): void {
  const known = kinds.get(place) ?? new Set();
  kinds.set(place, known);
  if (typeof value === 'string') {
    known.add(WORD.test(value) && known.size < MAX_WORDS ? `"${value}"` : 'string');
    return;
  }
  const kind = kindOf(value);
  known.add(kind);
  if (depth === MAX_DEPTH) return;
  if (Array.isArray(value)) for (const each of value) addValue(kinds, `${place}[]`, each, depth + 1);
  else if (kind === 'object')
    for (const [name, each] of Object.entries(value as object)) addValue(kinds, `${place}.${name}`, each, depth + 1);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'Date';
  if (value instanceof Uint8Array) return 'bytes';
  return typeof value;
}

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_ROWS']) return undefined;
  const folder = await testFolder('countinghouse-rows-');
  const path = join(folder, 'rows.txt');
  await writeFile(path, '');
  process.env['TEST_ROWS'] = path;
  return () => rm(folder, { recursive: true, force: true });
}

const file = process.env['TEST_ROWS'];

// Only workers run tests; the process that sets them up imports this file too.
if (file !== undefined && process.env['VITEST_POOL_ID'] !== undefined) {
  const recorded = new Map<string, Map<string, Set<string>>>();
  const prototype = Sql.prototype as Sql<object>;
  const { execute } = prototype;
  prototype.execute = async function (this: Sql<object>, on) {
    const result = await execute.call(this, on);
    if (result.rows.length > 0) {
      const key = rowsKey(fixedText(this.parts), result.rows[0] ?? {});
      const kinds = recorded.get(key) ?? new Map<string, Set<string>>();
      recorded.set(key, kinds);
      for (const row of result.rows) addRow(kinds, row);
    }
    return result;
  };
  afterAll(() => {
    const rows: RecordedRows = {};
    for (const [key, kinds] of recorded)
      rows[key] = Object.fromEntries([...kinds].map(([place, known]) => [place, [...known]]));
    appendFileSync(file, `${JSON.stringify(rows)}\n`);
  });
}
