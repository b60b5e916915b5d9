import { describe, expect, test } from 'vitest';
import {
  crossedSides,
  databaseInPlainTests,
  foreignStores,
  importCircles,
  productImportsTests,
  productImportsTools,
  unlistedFeatures,
  upwardImports,
  wronglySpelledImports,
  foldedNames,
  productNounsInFoundation,
} from './boundaries.ts';
import { featureOrder } from './feature-order.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();

describe('where code runs', () => {
  test('no file of the repository crosses the sides', () => {
    expect(findingLines(crossedSides(repo))).toEqual([]);
  });

  test('a screen that imports a store, a store that imports a screen and a rule that imports either are found', () => {
    const broken = treeOf({
      'features/orders/console/OrdersScreen.tsx': "import { selectOrders } from '../server/store.ts';",
      'features/orders/server/store.ts': "import type { Row } from '#foundation/console/table.tsx';",
      'features/orders/rules.ts': "export { x } from './server/store.ts';\nawait import('./console/OrdersScreen.tsx');",
      'foundation/console/table.tsx': "import { sum } from '#foundation/core/money.ts';",
      'bench/console.ts': "import '#features/orders/server/store.ts';",
    });
    expect(findingLines(crossedSides(broken))).toEqual([
      'features/orders/console/OrdersScreen.tsx:1 runs in the browser and imports features/orders/server/store.ts, which runs in Node',
      'features/orders/rules.ts:1 runs anywhere and imports features/orders/server/store.ts, which runs in Node only',
      'features/orders/rules.ts:2 runs anywhere and imports features/orders/console/OrdersScreen.tsx, which runs in the browser only',
      'features/orders/server/store.ts:1 runs in Node and imports foundation/console/table.tsx, which runs in the browser',
    ]);
  });
});

describe('what imports what', () => {
  test('no file of the repository imports upwards', () => {
    expect(findingLines(upwardImports(repo))).toEqual([]);
  });

  test('a feature that imports a younger one, foundation that knows a feature and a core that knows the server are found', () => {
    const broken = treeOf({
      'features/ledger/server/verbs.ts':
        "import type { Order } from '#features/orders/order.ts';\nimport '#features/platform/settings.ts';",
      'features/orders/server/calls.ts': "import { compose } from '#apps/server/compose.ts';",
      'foundation/server/http/http.ts': "import { orders } from '#features/orders/rules.ts';",
      'foundation/core/money.ts': "import { log } from '#foundation/server/process/log.ts';",
    });
    expect(findingLines(upwardImports(broken))).toEqual([
      'features/ledger/server/verbs.ts:1 belongs to ledger and imports features/orders/order.ts, which is younger',
      'features/orders/server/calls.ts:1 is a feature and imports apps/server/compose.ts',
      'foundation/core/money.ts:1 is the core and imports foundation/server/process/log.ts',
      'foundation/server/http/http.ts:1 is foundation and imports features/orders/rules.ts',
    ]);
  });

  test('the order names exactly the folders of features/', () => {
    expect(findingLines(unlistedFeatures(repo))).toEqual([]);
  });

  test('a feature outside the order, and a place without a feature, are found', () => {
    const folders = featureOrder.slice(1).map((name) => [`features/${name}/rules.ts`, '']);
    expect(
      findingLines(unlistedFeatures(treeOf({ ...Object.fromEntries(folders), 'features/raffles/rules.ts': '' }))),
    ).toEqual([
      'apps/server/features.ts names platform, which is no folder of features/',
      'features/raffles is not in the list of apps/server/features.ts',
    ]);
  });

  test('the product imports none of what measures, tests or publishes it', () => {
    expect(findingLines(productImportsTools(repo))).toEqual([]);
  });

  test('a product file that imports a tool, and a screen that imports the merchants’ client, are found', () => {
    const broken = treeOf({
      'features/gateway/server/endpoint.ts': "import { sign } from '#sdk/src/signing.ts';\nimport '#tidy/tree.ts';",
      'features/gateway/console/SignerForm.tsx': "import { sign } from '@countinghouse/sdk/signing';",
      'foundation/core/money.ts': "import '#database/migrations-folder.ts';",
    });
    expect(findingLines(productImportsTools(broken))).toEqual([
      "features/gateway/console/SignerForm.tsx:1 imports sdk/src/signing: only server code may import the merchants' client",
      'features/gateway/server/endpoint.ts:2 is the product and imports tidy/tree.ts',
      "foundation/core/money.ts:1 imports database/migrations-folder.ts: only server code may import the database's files",
    ]);
  });

  test('no two files of the repository import each other, over any number of files', () => {
    expect(findingLines(importCircles(repo))).toEqual([]);
  });

  test('a circle over three files is found once', () => {
    const broken = treeOf({
      'features/a/one.ts': "import './two.ts';",
      'features/a/two.ts': "import type { Three } from './three.ts';",
      'features/a/three.ts': "import './one.ts';\nimport './aside.ts';",
      'features/a/aside.ts': '',
    });
    expect(findingLines(importCircles(broken))).toEqual([
      'features/a/one.ts imports itself through features/a/two.ts → features/a/three.ts → features/a/one.ts',
    ]);
  });
});

describe('what is private', () => {
  test('no file of the repository imports the store of a feature that is not its own', () => {
    expect(findingLines(foreignStores(repo))).toEqual([]);
  });

  test('an import of a foreign store is found in any file, and of the own store is not', () => {
    const broken = treeOf({
      'features/orders/server/paying.ts':
        "import { lockWallets } from '#features/ledger/server/store.ts';\nimport { x } from './store.ts';",
      'apps/server/compose.ts': "import { rows } from '#features/upstreams/server/sandbox-store.ts';",
    });
    expect(findingLines(foreignStores(broken))).toEqual([
      "apps/server/compose.ts:1 imports features/upstreams/server/sandbox-store.ts: ask that feature's rules.ts or server/verbs.ts",
      "features/orders/server/paying.ts:1 imports features/ledger/server/store.ts: ask that feature's rules.ts or server/verbs.ts",
    ]);
  });

  test('the product imports nothing that is for tests', () => {
    expect(findingLines(productImportsTests(repo))).toEqual([]);
  });

  test('a product file that imports a test’s tool is found; a test that does is not', () => {
    const broken = treeOf({
      'features/users/server/verbs.ts': "import { someUser } from './users-for-tests.ts';",
      'features/users/server/verbs.db.test.ts':
        "import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';",
    });
    expect(findingLines(productImportsTests(broken))).toEqual([
      'features/users/server/verbs.ts:1 imports features/users/server/users-for-tests.ts, which is for tests',
    ]);
  });
});

describe('how imports are written', () => {
  test('every import of the repository resolves to a file, in the form that shows the relation', () => {
    expect(findingLines(wronglySpelledImports(repo))).toEqual([]);
  });

  test('an unresolved import, a relative path out of the feature and a root path into the own feature are found', () => {
    const broken = treeOf({
      'features/orders/rules.ts':
        "import '../ledger/rules.ts';\nimport './gone.ts';\nimport '#features/orders/order.ts';",
      'features/ledger/rules.ts': '',
      'features/orders/order.ts': '',
    });
    expect(findingLines(wronglySpelledImports(broken))).toEqual([
      'features/orders/rules.ts:1 reaches features/ledger/rules.ts by ../ledger/rules.ts: write #features/ledger/rules.ts',
      'features/orders/rules.ts:2 imports ./gone.ts, and there is no features/orders/gone.ts',
      'features/orders/rules.ts:3 reaches its own feature by #features/orders/order.ts: write a path with ./',
    ]);
  });

  test('a test that needs PostgreSQL says so in its name', () => {
    expect(findingLines(databaseInPlainTests(repo))).toEqual([]);
    const broken = treeOf({
      'features/a/server/rows.test.ts':
        "import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';",
    });
    expect(findingLines(databaseInPlainTests(broken))).toEqual([
      'features/a/server/rows.test.ts:1 needs PostgreSQL: its name must end in .db.test.ts',
    ]);
  });
});

test('the lists of names collect from leaf files, and leaf files import only the core', () => {
  expect(findingLines(foldedNames(repo))).toEqual([]);
  const broken = treeOf({
    'features/audit-actions.ts':
      "import { orderActions } from '#features/orders/audit-words.ts';\nimport '#features/orders/rules.ts';",
    'features/orders/audit-words.ts':
      "import { words } from '#foundation/core/words.ts';\nimport { statuses } from './statuses.ts';",
    'features/orders/export-kinds.ts': "import { z } from 'zod';",
  });
  expect(findingLines(foldedNames(broken))).toEqual([
    'features/audit-actions.ts:2 imports features/orders/rules.ts: a list gathers names from leaf files alone',
    'features/orders/audit-words.ts:2 imports features/orders/statuses.ts: names of a feature know the core alone',
    'features/orders/export-kinds.ts:1 imports zod: names of a feature know the core alone',
  ]);
});

test('foundation names no noun of the product, in code or texts', () => {
  expect(findingLines(productNounsInFoundation(repo))).toEqual([]);
  const broken = treeOf({
    'foundation/server/secrets/sealing.ts':
      "/** Of a merchant. */\nexport const purposes = ['bank card account'];\nconst walletOf = `a ${x} payout`;",
    'foundation/server/sealing.test.ts': "test('a payout', () => {});",
    'features/orders/rules.ts': "export const upstream = 'x';",
  });
  expect(findingLines(productNounsInFoundation(broken))).toEqual([
    "foundation/server/secrets/sealing.ts:2 names bank card, which is the product's",
    "foundation/server/secrets/sealing.ts:3 names payout, which is the product's",
    "foundation/server/secrets/sealing.ts:3 names wallet, which is the product's",
  ]);
});
