/** Deletes sessions that ended long ago and devices that were not seen for long. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { DEVICE_KNOWN_MS, ENDED_SESSIONS_KEPT_MS } from '../rules.ts';
import { deleteDevicesSeenBefore } from './devices.ts';
import { deleteSessionsOverBefore } from './store.ts';

export function sessionJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  const ago = (milliseconds: number): Date => new Date(clock.now().getTime() - milliseconds);
  return [
    {
      name: 'sweep sessions',
      everyMs: 3_600_000,
      async run() {
        await deleteSessionsOverBefore(db, ago(ENDED_SESSIONS_KEPT_MS));
        await deleteDevicesSeenBefore(db, ago(DEVICE_KNOWN_MS));
      },
    },
  ];
}
