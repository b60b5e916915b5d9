/** Deletes challenges that have expired. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { deleteExpiredChallenges } from './store.ts';

export function captchaJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'sweep captcha challenges',
      everyMs: 60_000,
      async run() {
        await deleteExpiredChallenges(db.pool, clock.now());
      },
    },
  ];
}
