import { expect, test } from 'vitest';
import { features } from '#apps/server/features.ts';
import {
  reads,
  readsAgainstOrder,
  sharedTables,
  undeclaredTables,
  unnamedReads,
  unnamedTables,
  writes,
} from './tables.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();
const migrations = {
  'database/migrations/0001_all.sql':
    'create table orders (a int);\ncreate table wallets (a int) partition by range (a);\ncreate table settings (a int);',
};

test('each table of the repository has one writer', () => {
  expect(findingLines(sharedTables(repo))).toEqual([]);
  // The scan must see known writes; otherwise a scan that finds nothing would pass.
  expect(new Set(writes(repo).map(({ table }) => table))).toContain('journals');
});

test('a second writer is found, and so is an app that writes', () => {
  const broken = treeOf({
    ...migrations,
    'features/ledger/server/store.ts': 'await sql`insert into wallets (a) select ${a}`.execute(tx);',
    'features/orders/server/store.ts':
      'await sql`update wallets set a = 1`;\nawait sql`update orders o set a = 1 where a in (select a from settings for update)`;',
    'features/platform/server/store.ts':
      "pool.query('insert into settings (a) values ($1) on conflict (a) do update set a = excluded.a');",
    'database/demo/server/seed.ts': "pool.query('delete from settings');",
    'features/orders/server/store.db.test.ts': "pool.query('update wallets set a = 2');",
  });
  expect(findingLines(sharedTables(broken))).toEqual([
    'database/demo/server/seed.ts:1 writes settings: apps and demo data ask a verb',
    'features/ledger/server/store.ts:1 writes wallets, which orders writes too',
    'features/orders/server/store.ts:1 writes wallets, which ledger writes too',
  ]);
});

test('no server code of the repository hides the table that it writes', () => {
  expect(findingLines(unnamedTables(repo))).toEqual([]);
});

test('a table name that is inserted into the text is found, and locks and upserts are not', () => {
  const broken = treeOf({
    'features/orders/server/store.ts':
      'await sql`insert into ${table} (a) values (1)`;\nawait sql`select a from orders for update ${skip}`;\nlog.info(`an update ${name} came`);',
    'features/orders/server/rollups.ts': 'await sql`update ${sql.ref(name)} set a = 1`;',
  });
  expect(findingLines(unnamedTables(broken))).toEqual([
    'features/orders/server/rollups.ts:1 writes a table whose name is put into the text',
    'features/orders/server/store.ts:1 writes a table whose name is put into the text',
  ]);
});

test('each manifest names exactly the tables that its feature writes, and the foreign tables that it reads', () => {
  expect(findingLines(undeclaredTables(repo, features))).toEqual([]);
  expect(new Set(reads(repo).map(({ table }) => table))).toContain('audit.orders');
});

test('only the known statements hide what they read', () => {
  expect(findingLines(unnamedReads(repo))).toEqual([]);
  const broken = treeOf({
    'features/orders/server/store.ts':
      'sql`select a from ${sql.ref(name)}`;\nsql`select a from orders o join ${sql.raw(`audit.${name}`)} x on true`;\nsql`select ${sql.ref(name)} from orders where a = ${a}`;',
  });
  expect(findingLines(unnamedReads(broken))).toEqual([
    'features/orders/server/store.ts:1 reads a table whose name is put into the text',
    'features/orders/server/store.ts:2 reads a table whose name is put into the text',
  ]);
});

test('only the reads with a reason go against the order of the features', () => {
  expect(findingLines(readsAgainstOrder(repo))).toEqual([]);
});

const tables = {
  'database/migrations/0001_all.sql': `create table orders (a int); create table wallets (a int); create table users (a int);
    create or replace view audit.paid as select * from orders; create view audit.all as select * from audit.paid p, wallets w;`,
};

test('a missing or extra table in a manifest is found, however the statement reads it', () => {
  const tree = treeOf({
    ...tables,
    'features/users/server/store.ts': 'sql`insert into users (a) values (1)`;',
    'features/ledger/server/store.ts':
      'sql`update wallets set a = (select max(a) from orders) where a in (select a from audit.paid)`;',
    'features/orders/server/store.ts':
      'sql`insert into orders select w.a from only wallets w, users u where exists (select 1 from (select a from audit.all) x)`;',
    'foundation/server/postgres/cursor.ts': "pool.query('select a from users');",
  });
  const manifests = [
    { name: 'users', writes: ['users', 'sessions'] },
    { name: 'ledger', writes: ['wallets'], reads: ['audit.paid', 'users'] },
    { name: 'orders', writes: ['orders'], reads: ['wallets', 'users', 'audit.all'] },
  ];
  expect(findingLines(undeclaredTables(tree, manifests))).toEqual([
    'features/ledger/server/feature.ts reads orders and does not declare it',
    'features/ledger/server/feature.ts reads users in its manifest alone',
    'features/users/server/feature.ts writes sessions in its manifest alone',
    'foundation reads users, which is a feature’s',
  ]);
});

test('a read of a younger table is found through a view, and an unneeded reason is found too', () => {
  const tree = treeOf({
    ...tables,
    'features/users/server/store.ts': 'sql`insert into users (a) values (1)`;',
    'features/ledger/server/store.ts': 'sql`update wallets set a = 1 from audit.all o, users u`;',
    'features/orders/server/store.ts': 'sql`insert into orders select a from wallets`;',
  });
  const order = ['users', 'ledger', 'orders'];
  expect(findingLines(readsAgainstOrder(tree, order, {}))).toEqual([
    'features/ledger reads audit.all of a younger feature',
  ]);
  const reasons = { ledger: { 'audit.all': 'the check' }, users: { wallets: 'none' } };
  expect(findingLines(readsAgainstOrder(tree, order, reasons))).toEqual([
    'tidy/tables.ts excuses users for wallets, which it does not read',
  ]);
});
