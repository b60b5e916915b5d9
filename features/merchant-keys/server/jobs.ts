/** Erases former keys when their overlap ends; they are not merely ignored. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { erasePreviousKeys } from './store.ts';

export function merchantKeyJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'merchant-keys erase-previous',
      everyMs: 60_000,
      async run() {
        await erasePreviousKeys(db.kysely, clock.now());
      },
    },
  ];
}
