import { expect, test } from 'vitest';
import { features } from '#apps/server/features.ts';
import { featureOrder } from './feature-order.ts';
import { findingLines, repository, treeOf } from './tree.ts';
import { placesOf, unlistedContracts, wiringLists } from './wiring.ts';

const repo = repository();
const isList = (path: string) => Object.values(wiringLists).some((paths) => paths.some((list) => list === path));

test('the list of the features is in the order in which it imports them', () => {
  expect(features.map(({ name }) => name)).toEqual(featureOrder);
});

test('a feature needs only its folder, its place in the order, a migration, and at most five kinds of lists', () => {
  expect(Object.keys(wiringLists).length - 1).toBeLessThanOrEqual(5);
  for (const list of Object.values(wiringLists).flat()) expect(repo.has(list)).toBe(true);
  expect(repo.paths.filter((path) => /^apps\/console\/[a-z-]+-screens\.ts$/.test(path)).sort()).toEqual(
    wiringLists.screens,
  );
  const places = placesOf(repo, featureOrder);
  for (const [name, paths] of places) expect([name, paths.includes('apps/server/features.ts')]).toEqual([name, true]);
  // A part of `apps` is specific to these. For any other feature, the lists are enough.
  const inMoreThanLists = [...places].filter(([, paths]) => !paths.every(isList)).map(([name]) => name);
  expect(inMoreThanLists).toEqual([
    'platform',
    'exports',
    'audit',
    'notices',
    'ledger',
    'accounts',
    'files',
    'cards',
    'callbacks',
    'upstreams',
    'disbursements',
    'batches',
    'orders',
    'statements',
    'record-checks',
    'gateway',
    'epay',
    'dashboard',
    'agents',
    'downloads',
    'demo',
    'reconciliation',
    'operations',
  ]);
  // Members and operators, or people before and after their login, have screens of these. The others have one list.
  const inTwoScreenLists = [...places]
    .filter(([, paths]) => paths.filter((path) => wiringLists.screens.some((list) => list === path)).length > 1)
    .map(([name]) => name);
  expect(inTwoScreenLists).toEqual(['accounts', 'certifications', 'cards', 'staff']);
});

test('a place outside of the lists is found, and tests and other features do not count', () => {
  const tree = treeOf({
    'apps/server/features.ts': "import { raffleFeature } from '#features/raffles/server/feature.ts';",
    'apps/server/endpoints.ts': "import { serveRaffles } from '#features/raffles/server/door.ts';",
    'apps/server/doors.test.ts': "import '#features/raffles/rules.ts';",
    'features/audit-actions.ts': "import { raffleActions } from '#features/raffles/audit-words.ts';",
    'features/orders/rules.ts': "import '#features/raffles/rules.ts';",
  });
  expect(placesOf(tree, ['raffles', 'orders'])).toEqual(
    new Map([
      ['raffles', ['apps/server/endpoints.ts', 'apps/server/features.ts', 'features/audit-actions.ts']],
      ['orders', []],
    ]),
  );
});

test('each contract is in the manifest of its feature', () => {
  const served = ['features/gateway/contract.ts'];
  expect(findingLines(unlistedContracts(repo, served))).toEqual([]);
  const broken = treeOf({
    'features/orders/server/feature.ts': "import { orderCalls } from '../contract.ts';",
    'features/orders/contract.ts': '',
    'features/orders/operator-contract.ts': '',
    'features/raffles/contract.ts': '',
    'features/gateway/contract.ts': '',
  });
  expect(findingLines(unlistedContracts(broken, served))).toEqual([
    'features/orders/operator-contract.ts is not in features/orders/server/feature.ts',
    'features/raffles/contract.ts is not in features/raffles/server/feature.ts',
  ]);
});
