import { afterAll, beforeAll, expect, test } from 'vitest';
import { combineWrites, pipelined, openDatabase, PREPARED, type Queryable, type Tx } from './database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { sql } from './sql.ts';
import { testDatabase, type TestDatabase } from './database-for-tests.ts';
import { UnavailableError } from './unavailable.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('create table noted (id serial, word text not null check (word <> $$wrong$$))');
});
afterAll(() => db.close());

const note = (tx: Tx, word: string) => () =>
  sql`insert into noted (word) values (${word})`.execute(tx).then(() => word);
const noted = async () =>
  (await db.pool.query<{ word: string }>('select word from noted order by id')).rows.map(({ word }) => word);

test('pipelined statements run in order and return results by position', async () => {
  const answers = await db.transaction((tx) =>
    pipelined(note(tx, 'one'), async () => 'between', note(tx, 'two'), note(tx, 'three')),
  );
  expect(answers).toEqual(['one', 'between', 'two', 'three']);
  expect(await noted()).toEqual(['one', 'two', 'three']);
});

test('after a failure no later statement runs outside the transaction', async () => {
  const before = await noted();
  const failing = db.transaction((tx) =>
    pipelined(
      note(tx, 'four'),
      note(tx, 'wrong'),
      ...Array.from({ length: 20 }, (_, index) => note(tx, `late ${index}`)),
    ),
  );
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  const broken = db.transaction((tx) =>
    pipelined(
      note(tx, 'five'),
      () => {
        throw new Error('could not be written out');
      },
      note(tx, 'late'),
    ),
  );
  await expect(broken).rejects.toThrow('could not be written out');
  expect(await noted()).toEqual(before);
});

/** Citus plans for the values; see `database.ts`. */
const isCluster = Boolean(process.env['CITUS_URL']);

test.skipIf(isCluster)(
  'a planned read is planned once per connection for any values, and any other read for its own values',
  async () => {
    const query = (on: Queryable, id: number) => sql`select word from noted where id = ${id}`.execute(on);
    const plans = (on: Queryable) =>
      sql<{ generic: bigint; custom: bigint }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement like 'select word from noted where id =%'`.execute(
        on,
      );
    for (const on of [db.planned, db]) for (let id = 1; id <= 8; id += 1) await query(on, id);
    expect((await plans(db.planned)).rows).toEqual([{ generic: 8n, custom: 0n }]);
    expect((await plans(db)).rows).toEqual([]);
  },
);

test.skipIf(isCluster)(
  'a prepared statement in a batch is planned once per connection, however the batch began',
  async () => {
    const query = (tx: Tx, id: number) => sql`${PREPARED} select word from noted where id = ${id}`.execute(tx);
    const plans = await db.batch(async (tx) => {
      for (let id = 1; id <= 8; id += 1) await query(tx, id);
      const result = await sql<{ generic: bigint; custom: bigint }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement like '%select word from noted where id =%'`.execute(
        tx,
      );
      return { result, writes: [] };
    });
    expect(plans.rows).toEqual([{ generic: 8n, custom: 0n }]);
  },
);

const noting = (word: string) => sql`insert into noted (word) values (${word})`;

test('several writes make one statement, which writes all or nothing', async () => {
  const before = await noted();
  await expect(
    db.transaction((tx) => combineWrites(tx, [noting('part'), noting('wrong'), noting('other part')])),
  ).rejects.toMatchObject({ code: '23514' });
  expect(await noted()).toEqual(before);
  await db.transaction((tx) => combineWrites(tx, ['first', 'second', 'third'].map(noting)));
  expect(await noted()).toEqual([...before, 'first', 'second', 'third']);
  await db.transaction((tx) => combineWrites(tx, []));
});

test('a batch resolves once its writes are visible to all', async () => {
  const before = await noted();
  for (const words of [['alone'], [], ['two', 'at once']]) {
    const answer = await db.batch(async (tx) => {
      await note(tx, 'decided')();
      return { result: words.length, writes: words.map(noting) };
    });
    expect(answer).toBe(words.length);
  }
  expect(await noted()).toEqual([...before, 'decided', 'alone', 'decided', 'decided', 'two', 'at once']);
});

test('a batch whose writes are refused leaves nothing, and its connection stays usable', async () => {
  const before = await noted();
  const refused = (): Promise<number> =>
    db.batch(async (tx) => {
      await note(tx, 'six')();
      return { result: 1, writes: [noting('seven'), noting('wrong')] };
    });
  for (let round = 0; round < 3; round += 1) await expect(refused()).rejects.toMatchObject({ code: '23514' });
  await expect(
    db.batch((tx) => pipelined(note(tx, 'eight'), note(tx, 'wrong')).then(() => ({ result: 1, writes: [] }))),
  ).rejects.toMatchObject({ code: '23514' });
  expect(await noted()).toEqual(before);
  await db.batch(async () => ({ result: 1, writes: [noting('nine')] }));
  expect(await noted()).toEqual([...before, 'nine']);
});

test('a batch that the database refuses only at commit fails', async () => {
  await db.pool.query(
    'create table paired (id integer primary key, other integer references paired deferrable initially deferred)',
  );
  const insert = sql`insert into paired values (1, 2)`;
  await expect(db.batch(async () => ({ result: 1, writes: [insert] }))).rejects.toMatchObject({ code: '23503' });
  await expect(
    db.batch(async () => ({ result: 1, writes: [insert, sql`insert into paired values (2, 1)`] })),
  ).resolves.toBe(1);
  expect((await db.pool.query('select from paired')).rowCount).toBe(2);
});

test('a caller that gets no connection gets an error to retry later, for a read and for a transaction', async () => {
  const gone = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/gone', log: silentLog });
  const query = (on: Queryable) => sql`select 1`.execute(on);
  for (const attempt of [() => query(gone), () => query(gone.planned), () => gone.transaction(query)])
    await expect(attempt()).rejects.toThrow(UnavailableError);
  await gone.close();
});
