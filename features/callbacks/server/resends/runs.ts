/** Plans what a person sends again, starts, follows and cancels it. */
import { randomUUIDv7 } from 'node:crypto';
import type { Clock } from '#foundation/core/clock.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { MAX_PLANNED, PLAN_LASTS_MS } from '../../rules.ts';
import type { CallbackFilter } from '../listing.ts';
import { LOST_AFTER_MS } from './run-loop.ts';
import type { SendingDeps } from './sending.ts';
import {
  deleteItems,
  deleteRun,
  existsRunning,
  insertItems,
  insertPlan,
  lockRun,
  lockRunsOf,
  type PlannedSums,
  type RunKey,
  type RunProgress,
  selectItemNumbers,
  selectOldRuns,
  selectPlannedSums,
  selectProgress,
  updateEnded,
  updateStarted,
} from './store.ts';

export interface Plan extends PlannedSums {
  planId: string;
  count: number;
}

interface RunDeps {
  db: Database;
  clock: Clock;
}

interface Planned {
  filter: CallbackFilter;
  /** The member's paused receivers. */
  paused: readonly string[];
  madeBy: string;
  ended: SendingDeps['ended'];
}

/** Undefined if no callback matches that can still be sent. */
export async function planResend(
  { db, clock }: RunDeps,
  { filter, paused, madeBy, ended = {} }: Planned,
): Promise<Plan | undefined> {
  const run = { memberNo: filter.memberNo, runId: randomUUIDv7() };
  return db.transaction(async (tx) => {
    let count = await insertItems(tx, run, filter, paused, MAX_PLANNED);
    for (const subject of filter.subjects) {
      const endedOf = ended[subject];
      if (!endedOf || count === 0) continue;
      const left = await endedOf(run.memberNo, await selectItemNumbers(tx, run, subject));
      if (left.length > 0) count -= await deleteItems(tx, run, subject, left);
    }
    const sums = await selectPlannedSums(tx, run);
    if (!sums) return undefined;
    await insertPlan(tx, run, { total: count, madeBy, now: clock.now() });
    return { planId: run.runId, count, ...sums };
  });
}

/** `busy`: another run of the member has not ended. A plan that has been started before is not started again. */
export async function startRun(
  { db, clock }: RunDeps,
  run: RunKey,
  perSecond: number,
): Promise<'started' | 'missing' | 'busy'> {
  return db.transaction(async (tx) => {
    await lockRunsOf(tx, run.memberNo);
    const found = await lockRun(tx, run);
    const now = clock.now();
    if (!found) return 'missing';
    if (found.state !== 'planned') return 'started';
    if (found.createdAt.getTime() + PLAN_LASTS_MS <= now.getTime()) return 'missing';
    if (await existsRunning(tx, run.memberNo)) return 'busy';
    await updateStarted(tx, run, { perSecond, now });
    return 'started';
  });
}

/** Undefined for a plan that was not started. */
export async function progressOf({ db, clock }: RunDeps, run: RunKey): Promise<RunProgress | undefined> {
  const found = await selectProgress(db, run, new Date(clock.now().getTime() - LOST_AFTER_MS));
  return found?.state === 'planned' ? undefined : found;
}

/** A run that has ended stays as it is. */
export async function cancelRun({ db, clock }: RunDeps, run: RunKey): Promise<void> {
  await updateEnded(db, run, 'cancelled', clock.now());
}

const RUNS_KEPT_MS = 7 * 86_400_000;

export function cleanRunsJob({ db, clock }: RunDeps): Job {
  return {
    name: 'delete old resends of callbacks',
    everyMs: 600_000,
    async run() {
      const now = clock.now().getTime();
      const plannedBefore = new Date(now - 2 * PLAN_LASTS_MS);
      for (const old of await selectOldRuns(db, { plannedBefore, startedBefore: new Date(now - RUNS_KEPT_MS) })) {
        await db.transaction(async (tx) => {
          const found = await lockRun(tx, old);
          if (found && found.state !== 'running') await deleteRun(tx, old);
        });
      }
    },
  };
}
