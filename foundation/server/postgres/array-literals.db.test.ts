import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrayLiteral, columnLiteral, type Plain, rowsLiteral } from './array-literals.ts';
import { testDatabase, type TestDatabase } from './database-for-tests.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const now = new Date('2026-11-22T20:54:58.831Z');
const later = new Date(now.getTime() + 1);
const hardWords = [
  'payin',
  'payin',
  '',
  'NULL',
  'a "quoted" \\ word',
  '{1,2}',
  '("a",\\"b\\")',
  ' spaced ',
  'two\nlines',
  null,
  "it's",
  '订单',
  '\\x00',
  '\\\\',
  '"',
];

test('texts, times and numbers pass through an array literal unchanged', async () => {
  const times = [now, now, later, null, now];
  const numbers = [12n, -1, null, 9_223_372_036_854_775_807n, true];
  const { rows } = await db.pool.query(
    'select $1::text[] as words, $2::timestamptz[] as times, $3::text[] as numbers',
    [hardWords, times, numbers].map(arrayLiteral),
  );
  expect(rows).toEqual([{ words: hardWords, times, numbers: numbers.map((value) => value?.toString() ?? null) }]);
});

test('a column of nulls is as long as its neighbours', async () => {
  const columns = [columnLiteral([1n, 2n]), columnLiteral([null, undefined]), columnLiteral(['a', null])];
  expect(columns[1]).toBe('{}');
  const { rows } = await db.pool.query(
    'select * from unnest($1::bigint[], $2::text[], $3::text[]) as row (number, none, word)',
    columns,
  );
  expect(rows).toEqual([
    { number: 1n, none: null, word: 'a' },
    { number: 2n, none: null, word: null },
  ]);
});

test('rows pass through a literal unchanged, whatever their texts contain', async () => {
  await db.pool.query(
    'create type thing as (number bigint, word text, at timestamptz, right_so boolean, small integer, times timestamptz[], bytes bytea, document jsonb, none text)',
  );
  const times = [now, later];
  const document = { said: 'a "word" \\ (1,2) {}' };
  const given = hardWords.map((word, index): Plain[] => [
    BigInt(index) * -9_007_199_254_740_993n,
    word,
    index % 3 === 0 ? now : later,
    index % 2 === 0,
    index,
    arrayLiteral(index % 2 === 0 ? times : []),
    '\\xc0ffee',
    JSON.stringify(document),
    undefined,
  ]);
  const { rows } = await db.pool.query('select * from unnest($1::thing[])', [rowsLiteral(given)]);
  expect(rows).toEqual(
    hardWords.map((word, index) => ({
      number: BigInt(index) * -9_007_199_254_740_993n,
      word,
      at: index % 3 === 0 ? now : later,
      right_so: index % 2 === 0,
      small: index,
      times: index % 2 === 0 ? times : [],
      bytes: Buffer.from('c0ffee', 'hex'),
      document,
      none: null,
    })),
  );
});

test('any text passes through both literals unchanged', async () => {
  await db.pool.query('create type words as (a text, b text)');
  // Any character that the database can store: no NUL.
  const word = fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(word, word), { maxLength: 20 }), async (given) => {
      const { rows } = await db.pool.query<{ a: string | null; b: string | null }>(
        'select * from unnest($1::words[])',
        [rowsLiteral(given)],
      );
      expect(rows.map(({ a, b }) => [a, b])).toEqual(given);
      const columns = await db.pool.query('select $1::text[] as words', [arrayLiteral(given.flat())]);
      expect(columns.rows).toEqual([{ words: given.flat() }]);
    }),
    { numRuns: 100 },
  );
});

test('no rows make an empty array, and a row of a different width than its type is refused', async () => {
  await db.pool.query('create type pair as (a bigint, b text)');
  const unnest = async (rows: Plain[][]) =>
    (await db.pool.query('select * from unnest($1::pair[])', [rowsLiteral(rows)])).rows;
  expect(await unnest([])).toEqual([]);
  expect(await unnest([[null, null]])).toEqual([{ a: null, b: null }]);
  await expect(unnest([[1n]])).rejects.toThrow('malformed record literal');
  await expect(unnest([[1n, 'x', 2n]])).rejects.toThrow('malformed record literal');
});
