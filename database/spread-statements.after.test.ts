/** Runs after the database tests, on the statements that they recorded; see `vitest.config.ts`. */
import { readFileSync } from 'node:fs';
import { loadModule } from 'libpg-query';
import { expect, test } from 'vitest';
import { type Exceptions, statementFaults } from './spread-statements-for-tests.ts';

/** Functions whose statement gathers over members, by the reason. */
const gathering: Exceptions = {
  'a job looks for what is due of all members, then works on each member by itself': [
    'features/callbacks/server/store.ts selectPendingLanes',
    'features/ledger/server/commissions.ts selectOpenPairs',
    'features/ledger/server/commissions.ts selectOpenTransfers',
    'features/orders/server/store.ts selectDue',
  ],
  'the books are checked as a whole': [
    'features/ledger/server/checking.ts checkRecentWithin',
    'features/ledger/server/checking.ts selectViolations',
  ],
};

/** Functions with another statement for tables that are spread. */
const onOneServer: Exceptions = {
  'on a cluster lanesOfAllShards asks instead': ['features/callbacks/server/store.ts selectPendingLanes'],
};

test('every statement of the product keeps to the rules for spread tables, or is a listed exception', async () => {
  await loadModule();
  const recorded = readFileSync(process.env['TEST_STATEMENTS'] ?? '', 'utf8');
  const placements = readFileSync(new URL('./citus.sql', import.meta.url), 'utf8');
  const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
  expect(statementFaults({ recorded, placements, schema, gathering, onOneServer })).toEqual([]);
});
