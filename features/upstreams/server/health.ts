/**
 * How the upstreams answer: what each process has counted is added to `upstream_hours` about once a second, so that no
 * order waits for it. After a run of failures, an upstream is paused. Each process counts its own run; an answer of the
 * upstream, also a refusal, ends it.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { UpstreamError } from './connector.ts';
import { type HourCount, updatePausedByFailures, upsertHours } from './health-store.ts';

export interface UpstreamHealth {
  /** `error` is what the request threw; undefined if it was answered. */
  count(upstreamId: number, durationMs: number, error: unknown): void;
  /** Resolves when everything so far is stored. */
  idle(): Promise<void>;
}

export interface HealthDeps {
  db: Queryable;
  clock: Clock;
  log: Logger;
  /** After how many failures in a row an upstream is paused; 0: never. */
  pauseAfter?: (() => Promise<number>) | undefined;
}

const FLUSH_MS = 1_000;
const HOUR_MS = 3_600_000;
const MAX_OUTCOME = 80;
/** Until its first check after it was paused by itself. */
const FIRST_CHECK_MS = 60_000;

export function upstreamHealth({ db, clock, log, pauseAfter }: HealthDeps): UpstreamHealth {
  let counts: HourCount[] = [];
  let timer: NodeJS.Timeout | undefined;
  const runs = new Map<number, number>();
  const running = new Set<Promise<void>>();

  const follow = (work: Promise<void>, what: string): void => {
    const followed = work
      .catch((error: unknown) => log.warn({ err: error }, what))
      .finally(() => running.delete(followed));
    running.add(followed);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.length === 0) return;
    const taken = summed(counts);
    counts = [];
    follow(upsertHours(db, taken), 'the counts of upstreams could not be stored');
  };
  const pause = async (upstreamId: number, reason: string): Promise<void> => {
    const most = (await pauseAfter?.()) ?? 0;
    if (most === 0 || (runs.get(upstreamId) ?? 0) < most) return;
    runs.set(upstreamId, 0);
    const at = clock.now();
    const nextCheckAt = new Date(at.getTime() + FIRST_CHECK_MS);
    if (await updatePausedByFailures(db, upstreamId, { at, reason, nextCheckAt }))
      log.warn({ upstreamId, reason }, 'an upstream was paused after a run of failures');
  };

  return {
    count(upstreamId, durationMs, error) {
      const outcome = outcomeOf(error).slice(0, MAX_OUTCOME);
      const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
      counts.push({ upstreamId, hour, outcome, requests: 1, durationMs, slowestMs: durationMs });
      timer ??= setTimeout(flush, FLUSH_MS).unref();
      if (error === undefined || (error instanceof UpstreamError && error.kind === 'refused')) runs.delete(upstreamId);
      else {
        runs.set(upstreamId, (runs.get(upstreamId) ?? 0) + 1);
        follow(pause(upstreamId, outcome), 'an upstream could not be paused');
      }
    },
    async idle() {
      flush();
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

export const ANSWERED = 'ok';

function outcomeOf(error: unknown): string {
  if (error === undefined) return ANSWERED;
  return error instanceof UpstreamError ? error.message : 'internal';
}

/** One row for each key, because a statement can change each row only once. */
function summed(counts: readonly HourCount[]): HourCount[] {
  const sums = new Map<string, HourCount>();
  for (const count of counts) {
    const key = `${count.upstreamId} ${count.hour.getTime()} ${count.outcome}`;
    const sum = sums.get(key);
    if (sum) {
      sum.requests += count.requests;
      sum.durationMs += count.durationMs;
      sum.slowestMs = Math.max(sum.slowestMs, count.slowestMs);
    } else sums.set(key, { ...count });
  }
  return [...sums.values()];
}
