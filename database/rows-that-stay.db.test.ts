import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#foundation/server/test-database.ts';

const db = await testDatabase({ size: 2 });
afterAll(() => db.close());

const refusal = { code: '42501', message: expect.stringMatching(/^the rows of \w+ stay as they are$/) };

async function refused(statement: string): Promise<void> {
  await expect(db.pool.query(statement), statement).rejects.toMatchObject(refusal);
}

const partitions = async (parent: string): Promise<string[]> =>
  (await db.pool.query<{ name: string }>('select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass', [parent])).rows.map(
    ({ name }) => name,
  );

/** Each table with the columns that may change: none means that it is only added to. */
const kept: Record<string, readonly string[]> = {
  audit_log: [],
  journals: [],
  risk_holds: [],
  factor_removals: [],
  upstream_exchanges: [],
  callback_attempts: [],
  commission_shares: ['transfer', 'reversed_at'],
  commission_transfers: ['received_at'],
  order_reversals: ['state', 'decided_by', 'decided_at', 'remark'],
  disbursement_approvals: ['state', 'decided_by', 'decided_at', 'remark'],
};
const undeletable = ['wallets', 'orders', 'disbursements', 'disbursement_attempts', 'audit_heads'];

describe.each(Object.entries(kept))('%s', (table, changeable) => {
  test('takes no change but of the columns that may change, no deletion and no truncation, by any statement', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [table],
    );
    for (const { name } of rows) {
      const change = `update ${table} set ${name} = ${name}`;
      if (changeable.includes(name)) await db.pool.query(change);
      else await refused(change);
    }
    for (const statement of [`delete from ${table}`, `truncate ${table}`, `delete from ${table} where false`]) await refused(statement);
  });
});

test.each(undeletable)('%s takes changes, but no deletion and no truncation', async (table) => {
  await refused(`delete from ${table}`);
  await refused(`truncate ${table}${table === 'wallets' ? ' cascade' : ''}`);
});

test.each(['journals', 'orders', 'upstream_exchanges', 'callback_attempts'])(
  'the partitions of %s hold by themselves, those made later too',
  async (parent) => {
    const before = await partitions(parent);
    await db.pool.query("select create_month_partitions($1, '2031-01-01', '2031-02-01')", [parent]);
    const all = await partitions(parent);
    expect(all).toHaveLength(before.length + 2);
    for (const partition of all) {
      await refused(`delete from ${partition}`);
      await refused(`truncate ${partition}`);
      if (parent !== 'orders') await refused(`update ${partition} set member_no = member_no`);
    }
  },
);

test('a decided proposal is not decided again', async () => {
  for (const [table, more, values] of [
    ['order_reversals', 'forced', 'false'],
    ['disbursement_approvals', 'act', "'cancel'"],
  ]) {
    await db.pool.query(
      `insert into ${table} (member_no, approval_id, system_no, reason, ${more}, proposed_by, proposed_at, expires_at)
       values (1, gen_random_uuid(), 1, 'r', ${values}, 1, now(), now() + interval '1 day')`,
    );
    await db.pool.query(`update ${table} set state = 'confirmed', decided_by = 2, decided_at = now()`);
    await refused(`update ${table} set state = 'rejected'`);
    await refused(`update ${table} set decided_by = 3`);
  }
});

test('months are made of tables by month alone', async () => {
  await expect(db.pool.query("select create_month_partitions('users', '2031-01-01', '2031-02-01')")).rejects.toThrow('users is no table by month');
});

test('every table whose rows the product neither changes nor deletes is held', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'refuse_change()'::regprocedure
     and tgrelid not in (select inhrelid from pg_inherits) order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(kept), ...undeletable].sort());
});
