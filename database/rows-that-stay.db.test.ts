import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';

const db = await testDatabase({ size: 2 });
afterAll(() => db.close());

/** Returns the statements that the database accepts or rejects for another reason. */
async function notRejected(...statements: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    const error: unknown = await db.pool.query(statement).catch((thrown: unknown) => thrown);
    const isProtected =
      error instanceof pg.DatabaseError &&
      error.code === '42501' &&
      /^the rows of \w+ stay as they are$/.test(error.message);
    if (!isProtected) found.push(statement);
  }
  return found;
}

const partitions = async (parent: string): Promise<string[]> =>
  (
    await db.pool.query<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
      [parent],
    )
  ).rows.map(({ name }) => name);

/** Each protected table with the columns that can change. Without any, the table is append-only. */
const protectedTables: Record<string, readonly string[]> = {
  audit_log: [],
  journals: [],
  risk_holds: [],
  factor_removals: [],
  upstream_exchanges: [],
  callback_attempts: [],
  statement_days: [],
  statement_channels: [],
  upstream_mappings: [],
  upstream_comparisons: [],
  upstream_difference_events: [],
  clearing_days: [],
  platform_journals: [],
  bank_files: [],
  disbursement_bulks: [],
  member_notes: [],
  disbursement_bulk_results: [],
  upstream_lines: [],
  upstream_files: ['content_hash', 'rows', 'state', 'replaced_by', 'opening', 'closing'],
  commission_shares: ['transfer', 'reversed_at'],
  commission_transfers: ['received_at'],
  order_confirmations: ['state', 'decided_by', 'decided_at', 'remark'],
  order_reversals: ['state', 'decided_by', 'decided_at', 'remark'],
  wallet_adjustments: ['state', 'decided_by', 'decided_at', 'remark'],
  disbursement_approvals: ['state', 'decided_by', 'decided_at', 'remark'],
  operator_proposals: ['state', 'decided_by', 'decided_at', 'remark'],
  routing_versions: [],
  member_rate_changes: [],
  staff_proposals: ['state', 'decided_by', 'decided_at', 'remark'],
  move_proposals: ['state', 'decided_by', 'decided_at', 'remark'],
  rate_proposals: ['state', 'decided_by', 'decided_at', 'remark'],
  setting_proposals: ['state', 'decided_by', 'decided_at', 'remark'],
  setting_changes: [],
};
const undeletable = [
  'hand_payments',
  'wallets',
  'orders',
  'disbursements',
  'disbursement_attempts',
  'upstream_differences',
  'audit_heads',
];

describe.each(Object.entries(protectedTables))('%s', (table, changeable) => {
  test('rejects every update of other columns, every deletion and every truncation', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [table],
    );
    const changeOf = (name: string): string => `update ${table} set ${name} = ${name}`;
    expect(await notRejected(...rows.map(({ name }) => changeOf(name)))).toEqual(
      rows.flatMap(({ name }) => (changeable.includes(name) ? [changeOf(name)] : [])),
    );
    expect(await notRejected(`delete from ${table}`, `truncate ${table}`, `delete from ${table} where false`)).toEqual(
      [],
    );
    for (const name of changeable) await db.pool.query(changeOf(name));
  });
});

test.each(undeletable)('%s rejects deletion and truncation', async (table) => {
  expect(await notRejected(`delete from ${table}`, `truncate ${table}`)).toEqual([]);
});

test.each(['journals', 'orders', 'upstream_exchanges', 'callback_attempts'])(
  'every partition of %s is protected itself, including those created later',
  async (parent) => {
    const before = await partitions(parent);
    await db.pool.query("select create_month_partitions($1, '2031-01-01', '2031-02-01')", [parent]);
    const all = await partitions(parent);
    expect(all).toHaveLength(before.length + 2);
    const refused = (partition: string): string[] => [
      `delete from ${partition}`,
      `truncate ${partition}`,
      ...(parent === 'orders' ? [] : [`update ${partition} set member_no = member_no`]),
    ];
    expect(await notRejected(...all.flatMap(refused))).toEqual([]);
  },
);

test('a decided proposal cannot be decided again', async () => {
  for (const [table, more, values] of [
    ['order_reversals', 'forced', 'false'],
    ['order_confirmations', 'amount, proof', "1, ''"],
    [
      'wallet_adjustments',
      'request_id, currency, amount, reference, alone, booked_before',
      "'r', 'CNY', 1, '', false, 0",
    ],
    ['disbursement_approvals', 'act', "'cancel'"],
  ]) {
    await db.pool.query(
      `insert into ${table} (member_no, approval_id, system_no, reason, ${more}, proposed_by, proposed_at, expires_at)
       values (1, gen_random_uuid(), 1, 'r', ${values}, 1, now(), now() + interval '1 day')`,
    );
    await db.pool.query(`update ${table} set state = 'confirmed', decided_by = 2, decided_at = now()`);
    expect(await notRejected(`update ${table} set state = 'rejected'`, `update ${table} set decided_by = 3`)).toEqual(
      [],
    );
  }
});

test('partitions can be created only for tables partitioned by month', async () => {
  await expect(db.pool.query("select create_month_partitions('users', '2031-01-01', '2031-02-01')")).rejects.toThrow(
    'users is no table by month',
  );
});

test('exactly these tables are protected', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'refuse_change()'::regprocedure
     and tgrelid not in (select inhrelid from pg_inherits) order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(protectedTables), ...undeletable].sort());
});
