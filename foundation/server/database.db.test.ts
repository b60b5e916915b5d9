import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTurn, type Queryable, type Tx } from './database.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('create table noted (id serial, word text not null check (word <> $$wrong$$))');
});
afterAll(() => db.close());

const note = (tx: Tx, word: string) => () => sql`insert into noted (word) values (${word})`.execute(tx).then(() => word);
const noted = async () => (await db.pool.query<{ word: string }>('select word from noted order by id')).rows.map(({ word }) => word);

test('statements in turn run in their order and answer by place', async () => {
  const answers = await db.transaction((tx) => inTurn(note(tx, 'one'), async () => 'between', note(tx, 'two'), note(tx, 'three')));
  expect(answers).toEqual(['one', 'between', 'two', 'three']);
  expect(await noted()).toEqual(['one', 'two', 'three']);
});

test('after a failure none of them runs on outside the transaction, whatever comes behind', async () => {
  const before = await noted();
  const failing = db.transaction((tx) => inTurn(note(tx, 'four'), note(tx, 'wrong'), ...Array.from({ length: 20 }, (_, index) => note(tx, `late ${index}`))));
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  const broken = db.transaction((tx) =>
    inTurn(
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

test('a planned read is planned once a connection for whatever values, any other for its own', async () => {
  const ask = (on: Queryable, id: number) => sql`select word from noted where id = ${id}`.execute(on);
  const plans = (on: Queryable) =>
    sql<{ generic: bigint; custom: bigint }>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement like 'select word from noted where id =%'`.execute(
      on,
    );
  for (const on of [db.planned, db.kysely]) for (let id = 1; id <= 8; id += 1) await ask(on, id);
  expect((await plans(db.planned)).rows).toEqual([{ generic: 8n, custom: 0n }]);
  expect((await plans(db.kysely)).rows).toEqual([]);
});
