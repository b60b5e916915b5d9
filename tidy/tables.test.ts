import { expect, test } from 'vitest';
import { sharedTables, unnamedTables, writes } from './tables.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const house = repository();
const migrations = {
  'database/migrations/0001_all.sql':
    'create table orders (a int);\ncreate table wallets (a int) partition by range (a);\ncreate table settings (a int);',
};

test('each table of the repository has one writer', () => {
  expect(findingLines(sharedTables(house))).toEqual([]);
  // The scan sees what is plainly there: without this, a scan that finds nothing would pass.
  expect(new Set(writes(house).map(({ table }) => table))).toContain('journals');
});

test('a second writer is found, in SQL and in the query builder, and so is an app that writes', () => {
  const broken = treeOf({
    ...migrations,
    'features/ledger/server/store.ts': 'await sql`insert into wallets (a) select ${a}`.execute(tx);',
    'features/orders/server/store.ts':
      "db.updateTable('wallets').set({ a });\nawait sql`update orders o set a = 1 where a in (select a from settings for update)`;",
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
  expect(findingLines(unnamedTables(house))).toEqual([]);
});

test('a table name that is put into the text is found; locks and upserts are not taken for one', () => {
  const broken = treeOf({
    'features/orders/server/store.ts':
      'await sql`insert into ${table} (a) values (1)`;\nawait sql`select a from orders for update ${skip}`;\nlog.info(`an update ${name} came`);',
    'features/orders/server/rollups.ts': 'await sql`update ${sql.table(name)} set a = 1`;',
  });
  expect(findingLines(unnamedTables(broken))).toEqual([
    'features/orders/server/rollups.ts:1 writes a table whose name is put into the text',
    'features/orders/server/store.ts:1 writes a table whose name is put into the text',
  ]);
});
