import { expect, test } from 'vitest';
import {
  barrels,
  deepFeatures,
  defaultExports,
  misnamedFiles,
  misnamedForTests,
  filesWithoutHeader,
  vaguelyNamed,
} from './names.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();

test('no file of the repository only re-exports', () => {
  expect(findingLines(barrels(repo))).toEqual([]);
  const broken = treeOf({
    'features/orders/api.ts': "import { a } from './a.ts';\nexport { a };\nexport * from './b.ts';",
    'features/orders/index.ts': 'export const a = 1;',
    'features/orders/rules.ts': "export { a } from './a.ts';\nexport const b = 1;",
  });
  expect(findingLines(barrels(broken))).toEqual([
    'features/orders/api.ts only exports again what others export',
    'features/orders/index.ts is an index: a file is named after what it does',
  ]);
});

test('only files whose tool requires it have a default export', () => {
  expect(findingLines(defaultExports(repo))).toEqual([]);
  const broken = treeOf({
    'vite.config.ts': 'export default {};',
    'features/a/rules.ts': '\nexport default 1;',
    'features/a/words.ts': 'const b = 1;\nexport { b as default };',
  });
  expect(findingLines(defaultExports(broken))).toEqual([
    'features/a/rules.ts:2 has a default export: a thing has one name everywhere',
    'features/a/words.ts:2 has a default export: a thing has one name everywhere',
  ]);
});

test('files follow the naming rules', () => {
  expect(findingLines(misnamedFiles(repo))).toEqual([]);
  const broken = treeOf({
    'features/a/moneyLog.ts': '',
    'features/a/server/Store.db.test.ts': '',
    'features/a/console/orders-screen.tsx': 'export type Row = 1;\nexport function OrdersScreen() {}',
    'features/a/console/Fields.tsx': 'export function A() {}\nexport function B() {}',
    'features/a/console/OrdersScreen.test.tsx': '',
    'features/a/console/LoginScreen.tsx': 'export function Screen() {}',
    'features/a/console/OrdersScreen.module.css': '',
    'database/migrations/0001-Orders.sql': '',
  });
  expect(findingLines(misnamedFiles(broken))).toEqual([
    'database/migrations/0001-Orders.sql is not in snake_case',
    'features/a/console/Fields.tsx is not in kebab-case',
    'features/a/console/orders-screen.tsx exports the component OrdersScreen: call it OrdersScreen.tsx',
    'features/a/moneyLog.ts is not in kebab-case',
    'features/a/server/Store.db.test.ts is not in kebab-case',
  ]);
});

test('what only tests use is called so, in one spelling', () => {
  expect(findingLines(misnamedForTests(repo))).toEqual([]);
  const broken = treeOf({
    'foundation/server/test-database.ts': '',
    'features/a/server/worker.fixture.ts': '',
    'features/a/console/screen-mocks.tsx': '',
    'features/a/server/people-for-tests.ts': '',
    'features/a/server/latest-people.ts': '',
    'features/a/server/store.db.test.ts': '',
  });
  expect(findingLines(misnamedForTests(broken))).toEqual([
    'features/a/console/screen-mocks.tsx is for tests: call it screen-for-tests',
    'features/a/server/worker.fixture.ts is for tests: call it worker-for-tests',
    'foundation/server/test-database.ts is for tests: call it database-for-tests',
  ]);
});

test('no file or folder has a vague name', () => {
  expect(findingLines(vaguelyNamed(repo))).toEqual([]);
  const broken = treeOf({
    'foundation/core/utils/money.ts': '',
    'features/orders/order-manager.ts': '',
    'features/orders/serviceable.ts': '',
  });
  expect(findingLines(vaguelyNamed(broken))).toEqual([
    'features/orders/order-manager.ts says nothing with "manager"',
    'foundation/core/utils/money.ts says nothing with "utils"',
  ]);
});

test('features have few levels: a noun, its two sides, folders of files', () => {
  expect(findingLines(deepFeatures(repo))).toEqual([]);
  const broken = treeOf({
    'features/orders/server/lists/page.ts': '',
    'features/orders/console/lists/Page.tsx': '',
    'features/orders/server/lists/pages/first.ts': '',
    'features/orders/rules/fees.ts': '',
    'features/orders/rules/fees/card.ts': '',
    'features/orders/rules.ts': '',
  });
  expect(findingLines(deepFeatures(broken))).toEqual([
    'features/orders/rules/fees.ts lies neither in server/ nor in console/',
    'features/orders/rules/fees/card.ts lies neither in server/ nor in console/',
    'features/orders/server/lists/pages/first.ts is in a fourth level of folders: the noun is two nouns',
  ]);
});

test('every file starts with a description', () => {
  expect(findingLines(filesWithoutHeader(repo))).toEqual([]);
  const broken = treeOf({
    'a.ts': "import './b.ts';\n/** Too late. */",
    'b.sql': 'create table b ();',
    'c.mjs': '#!/usr/bin/env node\n/** Right. */',
  });
  expect(findingLines(filesWithoutHeader(broken))).toEqual([
    'a.ts does not open with what it is',
    'b.sql does not open with what it is',
  ]);
});
