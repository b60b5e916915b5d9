import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchTransaction } from './batch-transaction.ts';
import { pipelined, PREPARED, type Tx } from './database.ts';
import { sql } from './sql.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('create table said (id serial, word text not null check (word <> $$wrong$$))');
});
afterAll(() => db.close());

const said = async () =>
  (await db.pool.query<{ word: string }>('select word from said order by id')).rows.map(({ word }) => word);
const saying = (word: string) => sql`insert into said (word) values (${word})`;
const pid = (tx: Tx) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx).then(({ rows }) => rows[0]?.pid);

/** A connection of its own in the driver's pipeline mode, like those of batches. */
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

/** Makes a transaction directly. */
function transactionOf(client: pg.PoolClient) {
  const transaction = new BatchTransaction(client, (text, values) => ({ text, values }));
  return { transaction, request: (text: string) => sql.raw(text).execute(transaction) };
}

const openTransactions = async () =>
  (
    await db.pool.query(
      `select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    )
  ).rowCount;

test('a transaction that does nothing sends nothing, and one that begins later opens only then', async () => {
  await withClient(async (client) => {
    for (const end of ['commit', 'rollback'] as const) {
      const { transaction } = transactionOf(client);
      expect(await openTransactions()).toBe(0);
      await transaction[end]();
      expect(
        (await client.query<{ none: boolean }>('select pg_current_xact_id_if_assigned() is null as none')).rows,
      ).toEqual([{ none: true }]);
    }
    const { transaction, request: query } = transactionOf(client);
    await query('select 1');
    expect(await openTransactions()).toBe(1);
    await transaction.rollback();
    expect(await openTransactions()).toBe(0);
  });
});

test('statements of one turn go as one group, and later ones wait until the begin is answered', async () => {
  await withClient(async (client) => {
    const groups: number[] = [];
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...query: unknown[]) => {
      groups.push(answers.length);
      return send(...query);
    }) as typeof client.query;
    const { transaction, request: query } = transactionOf(client);
    const answers = [
      "insert into said (word) values ('held') returning word",
      'select count(*)::int as count from said',
    ].map(query);
    await new Promise(setImmediate);
    answers.push(query("update said set word = 'kept' where word = 'held' returning word"));
    await new Promise(process.nextTick);
    answers.push(query('select word from said order by id desc limit 1 for update'));
    const rows = (await Promise.all(answers)).map((answer) => answer.rows);
    expect(groups).toEqual([2, 4]);
    expect(rows).toEqual([
      [{ word: 'held' }],
      [{ count: expect.any(Number) as number }],
      [{ word: 'kept' }],
      [{ word: 'kept' }],
    ]);
    await transaction.rollback();
  });
});

test('statements that waited for the begin are not sent once the transaction is over', async () => {
  const before = await said();
  await withClient(async (client) => {
    const { transaction, request: query } = transactionOf(client);
    const opening = query('select pg_sleep(0.05)');
    await new Promise(setImmediate);
    const held = query("insert into said (word) values ('outside')");
    const ended = transaction.rollback();
    await expect(held).rejects.toThrow('the batch is over');
    await opening;
    await ended;
    await expect(query('select 1')).rejects.toThrow('the batch is over');
  });
  expect(await said()).toEqual(before);
});

test('statements that are abandoned in their own turn are never sent', async () => {
  const before = await said();
  await withClient(async (client) => {
    const { transaction, request: query } = transactionOf(client);
    const unsent = query("insert into said (word) values ('unsent')");
    await Promise.all([transaction.rollback(), expect(unsent).rejects.toThrow('the batch is over')]);
    expect(transaction.isSpoiled).toBe(false);
    expect(
      (await client.query<{ none: boolean }>('select pg_current_xact_id_if_assigned() is null as none')).rows,
    ).toEqual([{ none: true }]);
  });
  expect(await said()).toEqual(before);
});

test('when the last statement fails its commit does not run, and the transaction is rolled back', async () => {
  const before = await said();
  const failing = db.batch(async (tx) => {
    await saying('not kept').execute(tx);
    return { result: undefined, writes: [saying('wrong')] };
  });
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  expect(await openTransactions()).toBe(0);
  expect(await said()).toEqual(before);
});

test('a commit that the database turns into a rollback is a failure, even if the cause was swallowed', async () => {
  const before = await said();
  const hushed = db.batch(async (tx) => {
    await saying('lost').execute(tx);
    await saying('wrong')
      .execute(tx)
      .catch(() => undefined);
    return { result: 1, writes: [] };
  });
  await expect(hushed).rejects.toThrow('cannot commit after one of its statements failed');
  expect(await said()).toEqual(before);
});

test('the transaction of a batch that has ended takes no more statements', async () => {
  const prepared = await db.batch(async (tx) => {
    await saying('in time').execute(tx);
    return { result: tx, writes: [] };
  });
  await expect(saying('too late').execute(prepared)).rejects.toThrow('the batch is over');
});

test('statements that are pipelined from the start run in one transaction, in order', async () => {
  const before = await said();
  const word = (tx: Tx, text: string) => () => saying(text).execute(tx);
  await db.batch(async (tx) => {
    await pipelined(word(tx, 'one'), word(tx, 'two'), word(tx, 'three'));
    return { result: undefined, writes: [saying('four')] };
  });
  expect(await said()).toEqual([...before, 'one', 'two', 'three', 'four']);
  const failing = db.batch(async (tx) => {
    await pipelined(word(tx, 'wrong'), word(tx, 'late'), word(tx, 'later'));
    return { result: undefined, writes: [] };
  });
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  expect(await said()).toEqual([...before, 'one', 'two', 'three', 'four']);
});

test('a connection continues after a refused statement, and later prepares what it could not prepare at first', async () => {
  const batch = (word: string, table = 'said') =>
    db.batch(async (tx) => {
      const [, id] = await pipelined(
        () => sql`${PREPARED} insert into ${sql.ref(table)} (word) values (${word})`.execute(tx),
        () => pid(tx),
      );
      return { result: id, writes: [] };
    });
  const first = await batch('known');
  await expect(batch('wrong')).rejects.toMatchObject({ code: '23514' });
  expect(await batch('still the same')).toBe(first);
  await expect(batch('nobody', 'heard')).rejects.toMatchObject({ code: '42P01' });
  await db.pool.query('create table heard (word text)');
  expect(await batch('heard', 'heard')).toBe(first);
  expect(await batch('heard again', 'heard')).toBe(first);
});
