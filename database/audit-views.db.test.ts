import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';

const db = await testDatabase({ size: 5 });
afterAll(() => db.close());

interface View {
  name: string;
  /** The view's first column. */
  column: string;
  ofMembers: boolean;
}

const { rows: views } = await db.pool.query<View>(`
  select c.relname as name, (array_agg(a.attname::text order by a.attnum))[1] as column, bool_or(a.attname = 'member_no') as "ofMembers"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'audit'::regnamespace and c.relkind = 'v' group by c.relname order by c.relname`);

test('the audit schema contains only views', async () => {
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

test.each(views)('nothing can be changed through audit.$name, not even by its owner', async ({ name, column }) => {
  for (const [act, statement] of changesOf(name, column))
    expect(await stateOf(statement), statement).toEqual({ state: '55000', message: `cannot ${act} view "${name}"` });
});

test('the tests above detect a plain view over one table, which accepts all changes', async () => {
  await db.pool.query('create view audit.plain as select name, value from public.settings');
  for (const [, statement] of changesOf('plain', 'name'))
    expect(await stateOf(statement), statement).not.toMatchObject({ state: '55000' });
  await db.pool.query('drop view audit.plain');
});

test('the views show the rows of the tables', async () => {
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

/** These views turn columns into rows with a join. */
const UNPIVOTING = new Set(['accounts', 'entries', 'holds', 'owed_commission']);
const plain = views.filter(({ name, ofMembers }) => ofMembers && !UNPIVOTING.has(name));

test.each(plain)(
  'a condition on audit.$name uses the index of its table, as if it were on the table itself',
  async ({ name }) => {
    const plan = await planOf(`select * from audit.${name} where member_no = 10000001`);
    expect(plan).toMatch(/Index Cond: \(member_no = '?10000001/);
    expect(plan).not.toMatch(/Nested Loop|Subquery Scan|Filter|Result/);
  },
);

test('the tests above detect a view that does not push conditions down', async () => {
  await db.pool.query('create view audit.shut as select * from public.wallets offset 0');
  expect(await planOf('select * from audit.shut where member_no = 10000001')).not.toContain('Index Cond');
  await db.pool.query('drop view audit.shut');
});

/**
 * Returns statements that change the view. Those that match no row must fail too, so that a mistake shows before there
 * are rows.
 */
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

/** Returns the error with which PostgreSQL rejects the statement, or undefined if it accepts it. */
async function stateOf(statement: string): Promise<{ state: unknown; message: string } | undefined> {
  try {
    await db.pool.query(statement);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { state: 'code' in error ? error.code : undefined, message: error.message };
  }
}

/** Returns the plan without sequential scans, because for empty tables the planner would use no index. */
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
