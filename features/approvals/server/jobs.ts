/** Deletes acts that count no more, so that the table holds one day of them. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { ACTS_COUNT_MS } from '../bounds.ts';
import { deleteActsUntil } from './acts-store.ts';

export interface ActsDeps {
  db: Queryable;
  clock: Clock;
}

export function forgettingJob({ db, clock }: ActsDeps): Job {
  return {
    name: 'acts that count no more',
    everyMs: 3_600_000,
    async run() {
      await deleteActsUntil(db, new Date(clock.now().getTime() - ACTS_COUNT_MS));
    },
  };
}
