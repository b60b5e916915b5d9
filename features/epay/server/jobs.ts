/** Erases former ePay keys when their overlap ends. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { erasePreviousKeys } from './store.ts';

export function epayJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  return [
    {
      name: 'epay erase-previous',
      everyMs: 60_000,
      async run() {
        await erasePreviousKeys(db, clock.now());
      },
    },
  ];
}
