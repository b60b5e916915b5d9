/** Deletes old codes. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { deleteCodesExpiredBefore } from './store.ts';

/** Codes are kept for a day after they expire, for questions about what was sent. */
const MAX_AGE_MS = 24 * 3_600_000;

export function smsJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'sweep sms codes',
      everyMs: 3_600_000,
      async run() {
        await deleteCodesExpiredBefore(db, new Date(clock.now().getTime() - MAX_AGE_MS));
      },
    },
  ];
}
