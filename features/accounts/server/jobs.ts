/** Deletes what no longer counts: ended sessions, devices unseen for long, expired attempt windows and reset links. */
import type { Clock } from '#foundation/core/clock.ts';
import { deleteExpiredAttempts } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { DEVICE_KNOWN_MS, ENDED_SESSIONS_KEPT_MS } from '../rules.ts';
import { deleteResetsExpiredBefore } from './reset-store.ts';
import { deleteDevicesSeenBefore, deleteSessionsOverBefore } from './store.ts';

export function userJobs({ db, clock }: { db: Database; clock: Clock }): Job[] {
  const ago = (milliseconds: number): Date => new Date(clock.now().getTime() - milliseconds);
  return [
    {
      name: 'sweep sessions',
      everyMs: 3_600_000,
      async run() {
        await deleteSessionsOverBefore(db.kysely, ago(ENDED_SESSIONS_KEPT_MS));
        await deleteDevicesSeenBefore(db.kysely, ago(DEVICE_KNOWN_MS));
        await deleteResetsExpiredBefore(db.kysely, ago(ENDED_SESSIONS_KEPT_MS));
      },
    },
    {
      name: 'sweep attempt windows',
      everyMs: 600_000,
      async run() {
        await deleteExpiredAttempts(db.kysely, clock.now());
      },
    },
  ];
}
