import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { StatementGroup } from './statement-group.ts';
import { awaitedAnswer, type PreparedStatement, type Statement } from './statement-query.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query('create table said (word text not null check (word <> $$wrong$$))');
  pool = new pg.Pool({ connectionString: db.connectionString, max: 1, pipeline: true });
});
afterAll(async () => {
  await pool.end();
  await db.close();
});

const said = async () =>
  (await db.pool.query<{ word: string }>('select word from said order by ctid')).rows.map(({ word }) => word);
const saying = (word: unknown, prepared?: PreparedStatement): Statement => ({
  text: 'insert into said (word) values ($1) returning word',
  values: [word],
  ...(prepared ? { prepared } : {}),
});
const plain = (text: string): Statement => ({ text, values: [] });

/** The result of each statement: its rows, or the reason why it has none. */
async function send(client: pg.PoolClient, ...statements: Statement[]): Promise<unknown[]> {
  const members = statements.map((statement) => ({ statement, ...awaitedAnswer() }));
  client.query(new StatementGroup(members));
  const settled = await Promise.allSettled(members.map(({ answer }) => answer));
  return settled.map((each) => (each.status === 'fulfilled' ? each.value.rows : (each.reason as Error).message));
}

async function withClient(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

test.each([
  ['by name', { name: 'say' }],
  ['without a name', undefined],
])('a statement whose begin fails never runs, %s', async (_, prepared) => {
  const before = await said();
  await withClient(async (client) => {
    expect(await send(client, plain('begin nonsense'), saying('outside', prepared))).toEqual([
      expect.stringContaining('syntax error'),
      'a statement before it failed',
    ]);
    expect(await send(client, plain('begin'), saying('inside', prepared))).toEqual([[], [{ word: 'inside' }]]);
    expect(await said()).toEqual(before);
    await client.query('commit');
  });
  expect(await said()).toEqual([...before, 'inside']);
});

test('each gets its own answer: rows before a failure, the reason at the failure, and "not run" after it', async () => {
  const before = await said();
  await withClient(async (client) => {
    const prepared = { name: 'say_in_group' };
    expect(
      await send(client, saying('one', prepared), plain('select 1 as one, 2 as two'), saying('two', prepared)),
    ).toEqual([[{ word: 'one' }], [{ one: 1, two: 2 }], [{ word: 'two' }]]);
    // Without a `begin` the group is its own transaction.
    expect(await said()).toEqual([...before, 'one', 'two']);
    expect(await send(client, saying('three', prepared), saying('wrong', prepared), saying('four', prepared))).toEqual([
      [{ word: 'three' }],
      expect.stringContaining('check constraint'),
      'a statement before it failed',
    ]);
    expect(await said()).toEqual([...before, 'one', 'two']);
  });
});

test('a group is sent in one write', async () => {
  await withClient(async (client) => {
    const { stream } = (client as unknown as { connection: pg.Connection }).connection;
    const [many, single] = [vi.spyOn(stream, '_writev'), vi.spyOn(stream, '_write')];
    await send(client, plain('select 1'), plain('select 2'), plain('select 3'));
    expect([many.mock.calls.length, single.mock.calls.length]).toEqual([1, 0]);
    vi.restoreAllMocks();
  });
});

test('consecutive groups are answered in order', async () => {
  await withClient(async (client) => {
    const answers = await Promise.all([
      send(client, plain('select 1 as n'), plain('select 2 as n')),
      send(client, plain('select 3 as n')),
    ]);
    expect(answers).toEqual([[[{ n: 1 }], [{ n: 2 }]], [[{ n: 3 }]]]);
  });
});

test('a prepared statement reads its rows correctly, also on a connection that prepares it after the table changed', async () => {
  const prepared: PreparedStatement = { name: 'all_of_it' };
  const query = (client: pg.PoolClient) => send(client, { text: 'select * from changing', values: [], prepared });
  await db.pool.query("create table changing (a text); insert into changing values ('x')");
  const first = await pool.connect();
  expect([await query(first), await query(first)]).toEqual([[[{ a: 'x' }]], [[{ a: 'x' }]]]);
  first.release(true);
  await db.pool.query('alter table changing alter a type int using 7; alter table changing add b text');
  await withClient(async (client) => expect(await query(client)).toEqual([[{ a: 7, b: null }]]));
});

test('a value that cannot be serialized ends the connection, and every waiting caller gets an error', async () => {
  const before = await said();
  const circular: Record<string, unknown> = {};
  circular['itself'] = circular;
  const client = await pool.connect();
  client.on('error', () => undefined);
  const answers = await send(client, saying('lost'), saying(circular), saying('lost too'));
  expect(answers).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  client.release();
  expect(await said()).toEqual(before);
  await withClient(async (other) => expect(await send(other, plain('select 1 as n'))).toEqual([[{ n: 1 }]]));
});
