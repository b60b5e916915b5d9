/**
 * Opens upstreams again that were paused by a run of failures, once the connector's own check succeeds, and tells the
 * operators who can act on them of both.
 */
import { holdersWith } from '#features/accounts/server/operators/staff.ts';
import { deleteRouteDays } from '#features/channels/server/setting-up.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import {
  deleteHours,
  lockUpstreams,
  postponeCheck,
  resumeUpstream,
  takeUntold,
  upstreamsToCheck,
  upstreamSetups,
} from '#features/upstreams/server/setting-up.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';

export interface ReturningDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  upstreams: Pick<UpstreamVerbs, 'check'>;
  notices: NoticeVerbs;
}

/** Between two checks of one that does not answer. */
const CHECK_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
const KEPT_MS = 8 * 24 * HOUR_MS;

export function upstreamReturnJobs(deps: ReturningDeps): Job[] {
  return [
    {
      name: 'check paused upstreams',
      everyMs: 5_000,
      async run() {
        await tell(deps);
        for (const upstreamId of await upstreamsToCheck(deps.db, deps.clock.now())) await check(deps, upstreamId);
        await tell(deps);
      },
    },
    {
      name: 'forget old counts of upstreams',
      everyMs: HOUR_MS,
      async run() {
        const before = new Date(deps.clock.now().getTime() - KEPT_MS);
        await deleteHours(deps.db, before);
        await deleteRouteDays(deps.db, before.toISOString().slice(0, 10));
      },
    },
  ];
}

async function check({ db, clock, log, upstreams }: ReturningDeps, upstreamId: number): Promise<void> {
  try {
    await upstreams.check(upstreamId);
  } catch (error) {
    log.info({ err: error, upstreamId }, 'a paused upstream does not answer yet');
    await postponeCheck(db, upstreamId, new Date(clock.now().getTime() + CHECK_EVERY_MS));
    return;
  }
  await db.transaction(async (tx) => {
    await lockUpstreams(tx);
    const setup = (await upstreamSetups(tx)).find((one) => one.upstreamId === upstreamId);
    // An operator has opened or paused it meanwhile.
    if (setup?.pausedBy !== 'failures') return;
    await resumeUpstream(tx, upstreamId, true);
  });
}

async function tell({ db, clock, notices }: ReturningDeps): Promise<void> {
  await db.transaction(async (tx: Tx) => {
    const untold = await takeUntold(tx);
    if (untold.length === 0) return;
    for (const userId of await holdersWith(tx, 'upstreams.act'))
      for (const { name, state, pauseReason } of untold)
        await notices.add(tx, {
          userId,
          kind: state === 'closed' ? 'upstream_paused' : 'upstream_returned',
          values: state === 'closed' ? { name, reason: pauseReason } : { name },
          bellOnly: true,
          at: clock.now(),
        });
  });
}
