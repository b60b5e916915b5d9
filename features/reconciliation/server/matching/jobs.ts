/**
 * Background work: compares statements when they are in and their day is over, rolls closed days up, and fetches the
 * statements of connectors that have them.
 */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { UpstreamError } from '#features/upstreams/server/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { parseAmountOrZero } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { fileFetched } from '../files/filing.ts';
import { selectMapping } from '../files/store.ts';
import { isWhole } from './bookings.ts';
import { rollUpClosedDays } from './clearing.ts';
import { compare } from './comparing.ts';
import { selectFetched, selectUncompared } from './store.ts';

export interface MatchingJobDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  platform: Pick<PlatformVerbs, 'settings'>;
  upstreams: Pick<UpstreamVerbs, 'names' | 'statement'>;
}

export function matchingJobs(deps: MatchingJobDeps): Job[] {
  return [
    { name: 'upstream statements compared', everyMs: 5_000, run: () => compareRead(deps) },
    { name: 'clearing of closed days', everyMs: 600_000, run: () => rollUp(deps) },
    { name: 'upstream statements fetched', everyMs: 600_000, run: () => fetchStatements(deps) },
  ];
}

/** Compares every statement that is read and whose day is over. If one fails, the others are compared nevertheless. */
export async function compareRead({ db, clock, platform }: Omit<MatchingJobDeps, 'upstreams' | 'log'>): Promise<void> {
  const { currency, timeZone } = await platform.settings();
  const failures: unknown[] = [];
  for (const file of await selectUncompared(db)) {
    const { feeTolerance = '0' } = (await selectMapping(db, file.upstreamId))?.mapping ?? {};
    const feeToleranceMinor = parseAmountOrZero(feeTolerance, currency) ?? 0n;
    await compare(db, { ...file, timeZone, feeToleranceMinor, now: clock.now() }).catch((error: unknown) => {
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

async function rollUp({ db, clock, platform }: MatchingJobDeps): Promise<void> {
  const { timeZone } = await platform.settings();
  await rollUpClosedDays(db, { timeZone, now: clock.now() });
}

/** How many of the last days are looked at: a process that was off catches up. */
const FETCHED_DAYS = 7;

/**
 * Fetches the last days' statements that are not in yet, from connectors that have them. If one can't be fetched or
 * filed, those of other upstreams are nevertheless; and those of other days, if the upstream only refused this one.
 */
export async function fetchStatements(deps: MatchingJobDeps): Promise<void> {
  const { log, clock, platform, upstreams } = deps;
  const failures: unknown[] = [];
  const { timeZone } = await platform.settings();
  const today = dayOf(clock.now(), timeZone);
  for (const { id: upstreamId } of await upstreams.names())
    for (let back = FETCHED_DAYS; back > 0; back -= 1) {
      const day = addDays(today, -back);
      const isLast = await fetchDay(deps, { upstreamId, day, timeZone }).catch((error: unknown) => {
        if (error instanceof UpstreamError) {
          log.warn({ upstreamId, day, failure: error.message }, 'the statement of an upstream could not be fetched');
          return error.kind !== 'refused';
        }
        log.error({ err: error, upstreamId, day }, 'the statement of an upstream could not be filed');
        failures.push(error);
        return true;
      });
      if (isLast) break;
    }
  if (failures.length > 0) throw failures[0];
}

/** Returns whether it is no use to ask for another day, since the upstream has no statements. */
async function fetchDay(
  deps: MatchingJobDeps,
  { upstreamId, day, timeZone }: { upstreamId: number; day: string; timeZone: string },
): Promise<boolean> {
  const { db, clock, upstreams } = deps;
  const now = clock.now();
  const range = { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
  if (!isWhole(day, timeZone, now) || (await selectFetched(db, upstreamId, day, range))) return false;
  const statement = await upstreams.statement(upstreamId, range);
  if (!statement) return true;
  if (statement === 'not_yet') return false;
  await fileFetched(deps, { ...statement, upstreamId, day, name: day, uploadedAt: now });
  await statement.filed?.();
  return false;
}
