/** Forgets codes that nobody can use any more. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/database.ts';
import type { Job } from '#foundation/server/jobs.ts';
import { deleteCodesExpiredBefore } from './store.ts';

/** Kept a day beyond their use, for questions about what was sent. */
const KEPT_MS = 24 * 3_600_000;

export function smsJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'sweep sms codes',
      everyMs: 3_600_000,
      async run() {
        await deleteCodesExpiredBefore(db.kysely, new Date(clock.now().getTime() - KEPT_MS));
      },
    },
  ];
}
