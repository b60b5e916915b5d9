/** Deletes secrets that were shown but never confirmed. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { PENDING_LIFE_MS } from '../rules.ts';
import { deletePendingBefore } from './store.ts';

export function factorJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'sweep pending authenticators',
      everyMs: 600_000,
      async run() {
        await deletePendingBefore(db, new Date(clock.now().getTime() - PENDING_LIFE_MS));
      },
    },
  ];
}
