import { expect, test } from 'vitest';
import { loadModule } from 'libpg-query';
import { faultsOf, statementFaults } from './spread-statements-for-tests.ts';

await loadModule();
const spread = new Set(['orders', 'wallets', 'journals', 'audit.orders']);

const sound = [
  'select * from orders where member_no = $1',
  'select * from orders o where o.member_no = any($1::bigint[]) and o.status = $2',
  "select * from orders where member_no in ('10000001', $1)",
  'select 1 from orders o join journals j on j.member_no = o.member_no where o.member_no = $1',
  'select 1 from orders o join journals j using (member_no, reference) where j.member_no = $1',
  'select (select sum(amount) from journals j where j.member_no = o.member_no) from orders o where o.member_no = $1',
  'select * from wallets where member_no = $1 for update',
  'with w as (select * from wallets where member_no = $1) select * from w for update',
  'update orders o set status = $1 from unnest($2::bigint[]) as p (n) where o.system_no = p.n and o.member_no = any($3::bigint[])',
  'delete from orders where member_no = $1',
  'update orders set status = $1 where member_no = $2 returning (select sum(amount) from journals where member_no = $2)',
  'insert into orders (member_no, amount) values ($1, $2) on conflict (member_no) do update set amount = excluded.amount',
  'insert into orders (member_no, amount) select * from unnest($1::bigint[], $2::bigint[])',
  'select now() from settings for update',
  `with recursive r as (select 1 from orders where member_no = $1 union all select 1 from r join orders o on o.member_no = $1) select * from r`,
  `select case status when 'paid' then 1 else 0 end from orders where member_no = $1`,
  `select case $1::text when 'a' then 1 end from settings`,
  'begin',
];

test.each(sound)('names its members: %s', (text) => {
  expect(faultsOf(text, spread)).toEqual({ broken: [], gathered: [] });
});

const gathering: [string, string[]][] = [
  ['select 1 from orders o join journals j using (member_no) where j.member_no = any($1::bigint[])', ['orders']],
  [
    'select * from wallets w cross join lateral (select * from journals j where j.member_no = w.member_no limit 1) j',
    ['journals', 'wallets'],
  ],
  ['select * from orders', ['orders']],
  ['select * from orders where status = $1', ['orders']],
  ['select * from orders where member_no = $1 or status = $2', ['orders']],
  ['select * from orders where member_no <> $1', ['orders']],
  ['select * from orders where not (member_no = $1)', ['orders']],
  ['select 1 from orders o join journals j on j.reference = o.system_no where o.member_no = $1', ['journals']],
  ['select 1 from settings where exists (select from orders)', ['orders']],
  ['with o as (select * from orders) select * from o', ['orders']],
  ['select * from orders union all select * from journals', ['journals', 'orders']],
  ['select * from (select 1 from orders union all select 2 from journals) o', ['journals', 'orders']],
  ['update orders set status = $1 where system_no = $2', ['orders']],
  [
    'update orders o set status = $1 from unnest($2::bigint[]) p (member_no) where o.member_no = p.member_no',
    ['orders'],
  ],
  [
    'update orders o set status = $1 where o.member_no = $2 returning (select sum(amount) from journals j where j.member_no = o.member_no)',
    ['journals'],
  ],
  ['delete from orders using wallets w where w.member_no = $1', ['orders']],
  ['insert into settings (name) select status from orders', ['orders']],
  ['select * from audit.orders', ['audit.orders']],
  ['select * from (select * from orders) o where o.member_no = $1', ['orders']],
];

test.each(gathering)('gathers over members: %s', (text, tables) => {
  expect(faultsOf(text, spread)).toEqual({ broken: [], gathered: tables });
});

const broken: [string, string][] = [
  [
    'select 1 from orders, (with recursive r as (select 1 from orders union select 1 from r) select * from r) x',
    'recurses over orders without naming the member',
  ],
  [
    'insert into orders as o (member_no) select * from unnest($1::bigint[]) on conflict (member_no) do update set amount = 1 where o.amount <= $2::bigint',
    'has a parameter in "on conflict" of an "insert … select": hand it in as a column',
  ],
  [
    `update orders set amount = case $1::text when 'done' then 1 else amount end where member_no = $2`,
    'compares a parameter by "case … when": write "case when … ="',
  ],
  ['select * from wallets order by member_no for update', 'locks rows of wallets without naming the member'],
  [
    'with recursive r as (select 1 from orders union all select 1 from r) select * from r',
    'recurses over orders without naming the member',
  ],
  [
    'select * from unnest($1::bigint[]) m (n) cross join lateral (select * from orders o where o.member_no = m.n limit 1) o',
    'limits a lateral query of orders without naming the member',
  ],
  [
    'select count(*) from (select from orders limit 5) o',
    'gathers orders without a column in "from": write "select 1"',
  ],
  [
    'insert into settings (name) values ($1) on conflict (name) do update set updated_at = now()',
    'calls now() in "on conflict do update": hand the value in',
  ],
  [
    'insert into settings (name) values ($1) on conflict (name) do update set updated_at = current_timestamp',
    'calls the current time in "on conflict do update": hand the value in',
  ],
  [
    'insert into orders (member_no, amount) select m, $1 from unnest($2::bigint[]) m',
    'has a parameter without a type in an "insert … select"',
  ],
];

test.each(broken)('is refused: %s', (text, fault) => {
  expect(faultsOf(text, spread).broken).toEqual([fault]);
});

const readers = ['features/operations/server/'];
const faultsOfAll = (statements: Readonly<Record<string, string>>, gathering: Record<string, string[]> = {}) =>
  statementFaults({
    recorded: Object.entries(statements)
      .map(([caller, text]) => JSON.stringify({ caller, text }))
      .join('\n'),
    placements: "select create_distributed_table('orders', 'member_no');",
    schema: '',
    readers,
    gathering,
    onOneServer: {},
  });

test('operators’ reads gather over members without being listed', () => {
  expect(
    faultsOfAll({
      'features/operations/server/orders/listing.ts selectAllOrders': 'select * from orders where status = $1',
      'features/operations/server/overview/queues.ts countAll':
        'with o as (select * from orders) select count(*) from o',
    }),
  ).toEqual([]);
});

test.each([
  ['a read of members', 'features/orders/server/store.ts selectAll', 'select * from orders'],
  ['a read beside the folder', 'features/operations/server-too.ts selectAll', 'select * from orders'],
  ['a write', 'features/operations/server/orders/store.ts updateAll', 'update orders set status = $1'],
  [
    'a write within a read',
    'features/operations/server/a.ts x',
    'with o as (delete from orders returning 1) select from o',
  ],
  ['a copy', 'features/operations/server/a.ts copy', 'insert into settings (name) select status from orders'],
  ['a lock', 'features/operations/server/a.ts lock', 'select * from orders for update'],
])('%s that gathers over members must be listed', (_what, caller, text) => {
  const gathers = expect.stringMatching(`^${caller} does not name the member of orders`);
  expect(faultsOfAll({ [caller]: text })).toContainEqual(gathers);
  expect(faultsOfAll({ [caller]: text }, { because: [caller] })).not.toContainEqual(gathers);
});

test('an exception that nothing needs must go', () => {
  const caller = 'features/operations/server/a.ts selectAll';
  expect(faultsOfAll({ [caller]: 'select * from orders' }, { because: [caller] })).toEqual([
    `the exception ${caller} is not needed`,
  ]);
});
