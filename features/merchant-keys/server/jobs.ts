/** Erases former keys when they need not be recognized any more, and counts of use that are no longer shown. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { deleteOldUses, eraseEndedKeys } from './store.ts';

const DAY_MS = 86_400_000;
/** How long a request by an ended key is recognized (decision 0049). */
const ENDED_KEPT_MS = 30 * DAY_MS;
const USES_KEPT_MS = 90 * DAY_MS;

export function merchantKeyJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'merchant-keys erase-ended',
      everyMs: 60_000,
      async run() {
        await eraseEndedKeys(db, new Date(clock.now().getTime() - ENDED_KEPT_MS));
      },
    },
    {
      name: 'merchant-keys old-uses',
      everyMs: 3_600_000,
      async run() {
        await deleteOldUses(db, new Date(clock.now().getTime() - USES_KEPT_MS));
      },
    },
  ];
}
