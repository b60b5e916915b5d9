import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pipelined, PREPARED, type Tx } from './database.ts';
import { sql } from './sql.ts';
import { testDatabase, type TestDatabase } from './database-for-tests.ts';
import { Transaction } from './transaction.ts';

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

/** A connection of its own in the driver's pipeline mode, like those of the product. */
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
  const transaction = new Transaction(client, ({ text, values }) => ({ text, values: [...values] }));
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

test('statements wait until the begin is answered, and then for no other answer', async () => {
  await withClient(async (client) => {
    const events: string[] = [];
    const send = client.query.bind(client) as (config: string | { text: string }) => Promise<pg.QueryResult>;
    client.query = (async (config: string | { text: string }) => {
      const text = typeof config === 'string' ? config : config.text;
      events.push(text);
      const answer = await send(config);
      events.push(`${text} answered`);
      return answer;
    }) as typeof client.query;
    const { transaction, request: query } = transactionOf(client);
    const first = ["insert into said (word) values ('held') returning word", 'select 1 as one'];
    const answers = await Promise.all(first.map(query));
    expect(events).toEqual(['begin', 'begin answered', ...first, ...first.map((text) => `${text} answered`)]);
    expect(answers.map(({ rows }) => rows)).toEqual([[{ word: 'held' }], [{ one: 1 }]]);
    await transaction.rollback();
  });
});

test('statements that wait for the begin are not sent once the transaction is over', async () => {
  const before = await said();
  await withClient(async (client) => {
    const { transaction, request: query } = transactionOf(client);
    const unsent = query("insert into said (word) values ('unsent')");
    await Promise.all([transaction.rollback(), expect(unsent).rejects.toThrow('the transaction is over')]);
    await expect(query('select 1')).rejects.toThrow('the transaction is over');
    expect(transaction.isSpoiled).toBe(false);
    expect(await openTransactions()).toBe(0);
  });
  expect(await said()).toEqual(before);
});

test('a begin that fails spoils the connection, and no statement is sent', async () => {
  const before = await said();
  await withClient(async (client) => {
    const transaction = new Transaction(client, ({ text, values }) => ({ text, values: [...values] }), 'begin nothing');
    const unsent = saying('outside').execute(transaction);
    await expect(unsent).rejects.toMatchObject({ code: '42601' });
    await transaction.rollback();
    expect(transaction.isSpoiled).toBe(true);
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
  await expect(saying('too late').execute(prepared)).rejects.toThrow('the transaction is over');
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
