/** Deletes expired data of the gateway: nonces past their window, requests past their use. Always in pieces. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import {
  deleteOldUnkept,
  deleteRequests,
  moveRefusals,
  moveUnkept,
  selectMembersOver,
  selectMembersWithRefusals,
  selectOldRequests,
  selectRequestsBeyond,
} from './log/store.ts';
import { deleteExpiredNonces } from './store.ts';

const REQUESTS_KEPT_DAYS = 30;
const MAX_REQUESTS = 200_000;
const PIECE = 2_000;
/** How many rows of a member that has too many are chosen at once. */
const MAX_CHOSEN = 20_000;

/** `maxRequests`: max rows in one member's gateway log. */
export function gatewayJobs({
  db,
  clock,
  maxRequests = MAX_REQUESTS,
}: {
  db: Database;
  clock: Clock;
  maxRequests?: number;
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
      name: 'gateway old-requests',
      everyMs: 3_600_000,
      async run() {
        const before = new Date(clock.now().getTime() - REQUESTS_KEPT_DAYS * 86_400_000);
        let old = await selectOldRequests(db, before, PIECE);
        while (old.length > 0) {
          for (const [memberNo, ofMember] of Map.groupBy(old, (one) => one.memberNo))
            await deleteRequests(
              db,
              memberNo,
              ofMember.map(({ requestId }) => requestId),
            );
          old = await selectOldRequests(db, before, PIECE);
        }
        await deleteOldUnkept(db, before);
      },
    },
    {
      name: 'gateway requests-beyond',
      everyMs: 600_000,
      async run() {
        for (const memberNo of await selectMembersOver(db, maxRequests))
          await deleteRequestsBeyond(db, memberNo, maxRequests);
      },
    },
    {
      name: 'gateway refusals-moved',
      everyMs: 60_000,
      async run() {
        for (const memberNo of await selectMembersWithRefusals(db)) {
          while ((await moveRefusals(db, memberNo, PIECE)) > 0);
          await moveUnkept(db, memberNo);
        }
      },
    },
  ];
}

async function deleteRequestsBeyond(db: Database, memberNo: bigint, max: number): Promise<void> {
  let chosen = await selectRequestsBeyond(db, memberNo, { max, limit: MAX_CHOSEN });
  while (chosen.length > 0) {
    for (let at = 0; at < chosen.length; at += PIECE) await deleteRequests(db, memberNo, chosen.slice(at, at + PIECE));
    chosen = await selectRequestsBeyond(db, memberNo, { max, limit: MAX_CHOSEN });
  }
}
