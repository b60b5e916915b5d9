/** Deletes what no longer counts: reset links that expired long ago, and expired attempt windows. */
import type { Clock } from '#foundation/core/clock.ts';
import { deleteExpiredAttempts } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { RESETS_KEPT_MS } from '../rules.ts';
import { deleteResetsExpiredBefore } from './login/reset-store.ts';

export function userJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'sweep reset links',
      everyMs: 3_600_000,
      async run() {
        await deleteResetsExpiredBefore(db, new Date(clock.now().getTime() - RESETS_KEPT_MS));
      },
    },
    {
      name: 'sweep attempt windows',
      everyMs: 600_000,
      async run() {
        await deleteExpiredAttempts(db, clock.now());
      },
    },
  ];
}
