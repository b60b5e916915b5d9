import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#foundation/server/test-database.ts';

const db = await testDatabase({ size: 5 });
afterAll(() => db.close());

interface View {
  name: string;
  /** Its first. */
  column: string;
  ofMembers: boolean;
}

const { rows: views } = await db.pool.query<View>(`
  select c.relname as name, (array_agg(a.attname::text order by a.attnum))[1] as column, bool_or(a.attname = 'member_no') as "ofMembers"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'audit'::regnamespace and c.relkind = 'v' group by c.relname order by c.relname`);

test('there are views for auditors, and nothing else among them', async () => {
  expect(views.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'accounts',
      'entries',
      'journals',
      'orders',
      'disbursements',
      'notify_attempts',
      'sessions',
    ]),
  );
  const { rows } = await db.pool.query(
    "select relname from pg_class where relnamespace = 'audit'::regnamespace and relkind <> 'v'",
  );
  expect(rows).toEqual([]);
});

test.each(views)('nothing is changed through audit.$name, not even by who owns it', async ({ name, column }) => {
  for (const [act, statement] of changesOf(name, column))
    expect(await stateOf(statement), statement).toEqual({ state: '55000', message: `cannot ${act} view "${name}"` });
});

test('the plain view over one table would take all of it: the tests above see that', async () => {
  await db.pool.query('create view audit.plain as select name, value from public.settings');
  for (const [, statement] of changesOf('plain', 'name'))
    expect(await stateOf(statement), statement).not.toMatchObject({ state: '55000' });
  await db.pool.query('drop view audit.plain');
});

test('what the tables hold is read through the views', async () => {
  await db.pool.query(`
    insert into members (member_no, kind, name, created_at) values (10000001, 'merchant', 'One', now()), (10000002, 'merchant', 'Two', now());
    insert into wallets (member_no, currency, wallet, clearing) values (10000001, 'CNY', 300, -300), (10000002, 'CNY', 0, 0)`);
  const { rows } = await db.pool.query(
    'select member_no, wallet_minor, clearing_minor from audit.wallets order by member_no',
  );
  expect(rows).toEqual([
    { member_no: 10_000_001n, wallet_minor: 300n, clearing_minor: -300n },
    { member_no: 10_000_002n, wallet_minor: 0n, clearing_minor: 0n },
  ]);
});

/** These turn a row's columns into rows, and join for that. */
const TURNING = new Set(['accounts', 'entries', 'holds']);
const plain = views.filter(({ name, ofMembers }) => ofMembers && !TURNING.has(name));

test.each(plain)(
  'a condition on audit.$name reaches the index of its table, as if the view were not there',
  async ({ name }) => {
    const plan = await planOf(`select * from audit.${name} where member_no = 10000001`);
    expect(plan).toMatch(/Index Cond: \(member_no = '?10000001/);
    expect(plan).not.toMatch(/Nested Loop|Subquery Scan|Filter|Result/);
  },
);

test('a view that shuts conditions out shows in its plan: the tests above see that', async () => {
  await db.pool.query('create view audit.shut as select * from public.wallets offset 0');
  expect(await planOf('select * from audit.shut where member_no = 10000001')).not.toContain('Index Cond');
  await db.pool.query('drop view audit.shut');
});

/** Those of no rows too: who tries is told at once, and not on the day when there are some. */
function changesOf(name: string, column: string): [act: string, statement: string][] {
  return [
    ['insert into', `insert into audit.${name} default values`],
    ['insert into', `insert into audit.${name} (${column}) select ${column} from audit.${name} where false`],
    ['update', `update audit.${name} set ${column} = ${column}`],
    ['update', `update audit.${name} set ${column} = ${column} where false`],
    ['delete from', `delete from audit.${name}`],
    ['delete from', `delete from audit.${name} where false`],
  ];
}

/** How PostgreSQL refuses a statement; undefined: it does not. */
async function stateOf(statement: string): Promise<{ state: unknown; message: string } | undefined> {
  try {
    await db.pool.query(statement);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { state: 'code' in error ? error.code : undefined, message: error.message };
  }
}

/** Tables are empty here: without this an index would not be worth while. */
async function planOf(statement: string): Promise<string> {
  const client = await db.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${statement}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
