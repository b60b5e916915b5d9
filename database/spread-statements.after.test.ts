/** Runs after the database tests, on the statements that they recorded; see `vitest.config.ts`. */
import { readFileSync } from 'node:fs';
import { loadModule } from 'libpg-query';
import { expect, test } from 'vitest';
import { type Exceptions, statementFaults } from './spread-statements-for-tests.ts';

/** Operators list, sum and count what all members have. */
const readers = ['features/operations/server/'];

/** Functions elsewhere, and writes, whose statement gathers over members, by the reason. */
const gathering: Exceptions = {
  'a job looks for what is due of all members, then works on each member by itself': [
    'features/agents/server/projection/readings.ts selectMembersWithEntries',
    'features/agents/server/projection/readings.ts selectMembersWithOrders',
    'features/agents/server/projection/store.ts countPaths',
    'features/agents/server/projection/store.ts selectAllTreeCounts',
    'features/agents/server/projection/store.ts selectDueRows',
    'features/agents/server/projection/store.ts selectFollowed',
    'features/agents/server/projection/store.ts selectNewestPaths',
    'features/agents/server/projection/store.ts selectNotifying',
    'features/agents/server/projection/store.ts selectUnsettledFeeds',
    'features/batches/server/store.ts selectOpenBatches',
    'features/callbacks/server/resends/store.ts selectRunning',
    'features/cards/server/store.ts selectUnhashed',
    'features/certifications/server/store.ts selectUnhashed',
    'features/callbacks/server/store.ts selectPendingLanes',
    'features/ledger/server/commissions.ts selectDebtors',
    'features/ledger/server/commissions.ts selectOpenTransfers',
    'features/operations/server/overview/figures-store.ts copyPayoutDays',
    'features/operations/server/overview/figures-store.ts copyRollups',
    'features/operations/server/overview/figures-store.ts copyTopMembers',
    'features/operations/server/members/sums-store.ts copyClosedDays',
    'features/operations/server/members/sums-store.ts copyMemberSums',
    'features/operations/server/overview/upstream-store.ts addCreatedToSlots',
    'features/operations/server/overview/upstream-store.ts insertPaidSlots',
    'features/orders/server/costs-store.ts selectUncosted',
    'features/orders/server/store.ts selectDue',
    'features/disbursements/server/store.ts selectDue',
    'features/disbursements/server/store.ts selectSubmittedSince',
    'features/gateway/server/log/store.ts selectMembersOver',
    'features/reconciliation/server/matching/bookings.ts insertBookings',
    'features/reconciliation/server/matching/clearing-store.ts insertClearingDay',
    'features/gateway/server/log/store.ts selectMembersWithRefusals',
    'features/statements/server/store.ts selectUnclosed',
  ],
  'a job deletes what has expired': [
    'features/callbacks/server/resends/store.ts selectOldRuns',
    'features/epay/server/store.ts erasePreviousKeys',
    'features/gateway/server/store.ts deleteExpiredNonces',
    'features/gateway/server/log/store.ts deleteOldUnkept',
    'features/gateway/server/log/store.ts selectOldRequests',
    'features/merchant-keys/server/store.ts deleteOldUses',
    'features/merchant-keys/server/store.ts eraseEndedKeys',
  ],
  'an operator lists and counts what all members have': [
    'features/approvals/server/proposals.ts countApprovals',
    'features/cards/server/store.ts countFiltered',
    'features/cards/server/store.ts selectSame',
    'features/cards/server/store.ts selectCards',
    'features/certifications/server/store.ts countCertifications',
    'features/certifications/server/store.ts selectCertifications',
    'features/certifications/server/store.ts selectSame',
    'features/ledger/server/store.ts selectAccountTotals',
    'features/ledger/server/store.ts selectMostHeld',
    'features/callbacks/server/receivers/store.ts selectReceiversOfAll',
    'features/gateway/server/log/store.ts countAllRequests',
    'features/gateway/server/log/store.ts selectAllRequests',
    'features/gateway/server/log/store.ts selectErrorsOfAll',
  ],
  'a job marks proposals that no longer fit by their ids': ['features/approvals/server/proposals.ts updateStale'],
  'an operator names a card or certification by its id alone': [
    'features/cards/server/store.ts existsCard',
    'features/cards/server/store.ts selectNamed',
    'features/cards/server/store.ts updateDecided',
    'features/certifications/server/store.ts existsCertification',
    'features/certifications/server/store.ts selectNamed',
    'features/certifications/server/store.ts updateClaim',
    'features/certifications/server/store.ts updateDecided',
    'features/certifications/server/store.ts updateRevoked',
  ],
  'no two members can have the same public key': ['features/merchant-keys/server/store.ts lockPublicKey'],
  'a new master key seals the rows of all members again': [
    'features/cards/server/resealing.ts replace',
    'features/certifications/server/resealing.ts replace',
    'foundation/server/secrets/resealing.ts selectSealed',
  ],
  'the books are checked as a whole': [
    'features/ledger/server/checking.ts checkRecentWithin',
    'features/ledger/server/checking.ts countChecked',
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
  expect(statementFaults({ recorded, placements, schema, readers, gathering, onOneServer })).toEqual([]);
});
