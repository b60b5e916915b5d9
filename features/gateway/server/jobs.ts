/** Deletes expired data of the gateway: nonces past their window, refusals past their use. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { deleteExpiredNonces, deleteOldRefusals, deleteRefusalsBeyond, selectMembersOver } from './store.ts';

const REFUSALS_KEPT_DAYS = 30;
const MAX_REFUSALS = 200_000;

/** `maxRefusals`: max rows in one member's gateway log. */
export function gatewayJobs({
  db,
  clock,
  maxRefusals = MAX_REFUSALS,
}: {
  db: Database;
  clock: Clock;
  maxRefusals?: number;
}): Job[] {
  return [
    {
      name: 'gateway expired-nonces',
      everyMs: 30_000,
      async run() {
        await deleteExpiredNonces(db, clock.now());
      },
    },
    {
      name: 'gateway old-refusals',
      everyMs: 3_600_000,
      async run() {
        await deleteOldRefusals(db, new Date(clock.now().getTime() - REFUSALS_KEPT_DAYS * 86_400_000));
      },
    },
    {
      name: 'gateway refusals-beyond',
      everyMs: 600_000,
      async run() {
        for (const memberNo of await selectMembersOver(db, maxRefusals))
          await deleteRefusalsBeyond(db, memberNo, maxRefusals);
      },
    },
  ];
}
