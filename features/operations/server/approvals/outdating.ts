/**
 * Marks open proposals as stale when what they are about has changed. A list shows it at once and a confirmation is
 * refused at once; the job lets the list of open proposals and its count follow.
 */
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { type ListedKind, listedKinds, type OperatorApprovalDeps } from './kinds.ts';
import { selectProposalKeys } from './listing-store.ts';
import type { Reader } from './rows.ts';

export type OutdatingDeps = OperatorApprovalDeps & { clock: Clock };

/** Open proposals looked at in one turn; there are never so many of one kind. */
const MOST = 500;

/** The job is no operator. */
const NO_ONE: Reader['session'] = { userId: 0n, rights: new Set() };

export function outdatingJob(deps: OutdatingDeps): Job {
  return {
    name: 'proposals whose object has changed',
    everyMs: 15_000,
    async run() {
      for (const kind of listedKinds) await outdate(deps, kind);
    },
  };
}

async function outdate(deps: OutdatingDeps, kind: ListedKind): Promise<void> {
  const now = deps.clock.now();
  const paging = { newestFirst: false, limit: MOST };
  const open = await selectProposalKeys(deps.db, [kind], { state: 'open' }, now, paging);
  if (open.length === 0) return;
  const ids = open.map(({ approvalId }) => approvalId);
  const rows = await kind.rows(deps, { session: NO_ONE, now }, ids);
  const stale = rows.filter(({ state }) => state === 'stale').map(({ id }) => id);
  if (stale.length > 0) await kind.markStale(deps.db, stale);
}
