import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchConnection } from './batch-connection.ts';
import { inTurn, PREPARED, type Tx } from './database.ts';
import { OpeningQuery } from './opening-query.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('create table said (id serial, word text not null check (word <> $$wrong$$))');
});
afterAll(() => db.close());

const said = async () => (await db.pool.query<{ word: string }>('select word from said order by id')).rows.map(({ word }) => word);
const saying = (word: string) => sql`insert into said (word) values (${word})`;
const pid = (tx: Tx) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx).then(({ rows }) => rows[0]?.pid);

/** A connection of its own in the driver's pipeline mode, as batches have it. */
async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: db.connectionString, max: 1, pipeline: true });
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
    await pool.end();
  }
}

test.each([
  ['by name', 'insert_said'],
  ['without a name', undefined],
])('a statement whose begin fails never runs, %s', async (_, name) => {
  const before = await said();
  const open = (client: pg.PoolClient, begin: string, word: string) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const statement = { text: 'insert into said (word) values ($1) returning word', values: [word], ...(name === undefined ? {} : { name }) };
      client.query(new OpeningQuery(begin, statement, (error, result) => (error ? reject(error) : resolve(result))));
    });
  await withClient(async (client) => {
    await expect(open(client, 'begin nonsense', 'outside')).rejects.toMatchObject({ code: '42601' });
    expect((await open(client, 'begin', 'inside')).rows).toEqual([{ word: 'inside' }]);
    expect(await said()).toEqual(before);
    await client.query('commit');
  });
  expect(await said()).toEqual([...before, 'inside']);
});

test('nothing is sent for a transaction that does nothing, and what begins later is open only then', async () => {
  await withClient(async (client) => {
    const connection = new BatchConnection(client, (text, values) => ({ text, values }));
    const inTransaction = async () =>
      (await db.pool.query(`select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`)).rowCount;
    for (const end of ['commit', 'rollback']) {
      await connection.query('begin', []);
      expect(await inTransaction()).toBe(0);
      await connection.query(end, []);
    }
    await connection.query('begin', []);
    await connection.query('select 1', []);
    expect(await inTransaction()).toBe(1);
    await connection.query('rollback', []);
    expect(await inTransaction()).toBe(0);
  });
});

test('what is sent in turn from the start runs in one transaction, in its order', async () => {
  const before = await said();
  const word = (tx: Tx, text: string) => () => saying(text).execute(tx);
  await db.batch(async (tx) => {
    await inTurn(word(tx, 'one'), word(tx, 'two'), word(tx, 'three'));
    return { result: undefined, writes: [saying('four')] };
  });
  expect(await said()).toEqual([...before, 'one', 'two', 'three', 'four']);
  const failing = db.batch(async (tx) => {
    await inTurn(word(tx, 'wrong'), word(tx, 'late'), word(tx, 'later'));
    return { result: undefined, writes: [] };
  });
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  expect(await said()).toEqual([...before, 'one', 'two', 'three', 'four']);
});

test('a connection goes on after a refused statement, and is replaced after one that it could not even learn', async () => {
  const batch = (word: string, table = 'said') =>
    db.batch(async (tx) => {
      await sql`${PREPARED} insert into ${sql.table(table)} (word) values (${word})`.execute(tx);
      return { result: await pid(tx), writes: [] };
    });
  const first = await batch('known');
  await expect(batch('wrong')).rejects.toMatchObject({ code: '23514' });
  expect(await batch('still the same')).toBe(first);
  await expect(batch('nobody', 'heard')).rejects.toMatchObject({ code: '42P01' });
  await db.pool.query('create table heard (word text)');
  const other = await batch('heard', 'heard');
  expect(other).not.toBe(first);
  expect(await batch('heard', 'heard')).toBe(other);
});
