/** Deletes uploaded pictures that were never used. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { UNCLAIMED_KEPT_MS } from '../rules.ts';
import { deleteUnclaimedBefore } from './store.ts';

export function fileJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'sweep unused files',
      everyMs: 3_600_000,
      async run() {
        await deleteUnclaimedBefore(db, new Date(clock.now().getTime() - UNCLAIMED_KEPT_MS));
      },
    },
  ];
}
