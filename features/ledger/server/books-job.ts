/**
 * Checks the books while the platform runs: every minute what was booked since, and everything as often as that takes
 * at most a twentieth of the time, but at least once a day. A violation is logged as an error and stops payouts on the
 * whole platform until a person lifts the stop; it is never lifted automatically.
 */
import { randomUUID } from 'node:crypto';
import { sql } from '#foundation/server/postgres/sql.ts';
import { z } from 'zod';
import type { Clock } from '#foundation/core/clock.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Queue, QueuedJob } from '#foundation/server/jobs/queue.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { deleteOldRuns, insertCheckRun, updateCheckRun } from './check-runs.ts';
import { checkBooks, checkRecentBooks, describeViolation, type Finding } from './checking.ts';

const BooksWrong = z.strictObject({
  foundAt: z.iso.datetime(),
  /** The check's name. */
  check: z.string(),
  /** What should be true but is not. */
  promise: z.string(),
  /** The member, the journal or order, and the figures. */
  violation: z.string(),
});
export type BooksWrong = z.infer<typeof BooksWrong>;

export interface BooksDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  platform: Pick<PlatformVerbs, 'keepFact'>;
}

const FACT = 'books_wrong';
const DAY_MS = 86_400_000;
const FULL_SHARE = 20;
/** Longer than the maximum duration of a transaction plus the clock difference of two processes. */
const OVERLAP_MS = 600_000;

export const CHECKING_BOOKS = 'check the books';

export function booksJob(deps: BooksDeps): Job {
  let lastAt: Date | undefined;
  let lastFull: FullRun | undefined;
  return {
    name: CHECKING_BOOKS,
    everyMs: 60_000,
    async run() {
      const { db, clock } = deps;
      const now = clock.now();
      const full = isFullDue(lastFull, now);
      const startedMs = performance.now();
      const since = full || !lastAt ? undefined : new Date(lastAt.getTime() - OVERLAP_MS);
      const checkId = randomUUID();
      await insertCheckRun(db, {
        checkId,
        kind: since === undefined ? 'full' : 'recent',
        userId: null,
        startedAt: now,
      });
      const found = since === undefined ? await checkBooks(db) : await checkRecentBooks(db, since);
      if (full) lastFull = { at: now, tookMs: performance.now() - startedMs };
      lastAt = now;
      await keepResult(deps, checkId, found);
      await deleteOldRuns(db, {
        recent: new Date(now.getTime() - KEPT_RECENT_MS),
        full: new Date(now.getTime() - KEPT_FULL_MS),
      });
    },
  };
}

/** How long runs that found nothing are kept. */
const KEPT_RECENT_MS = DAY_MS;
const KEPT_FULL_MS = 90 * DAY_MS;

/** A check of everything that an operator asks for. */
export const booksQueue: Queue<{ checkId: string }> = {
  name: 'check-of-the-books',
  retries: 2,
  expiresAfterMs: 6 * 3_600_000,
};

/** Reads everything, however long that takes. */
export async function runAskedCheck(
  deps: BooksDeps,
  { data: { checkId } }: QueuedJob<{ checkId: string }>,
): Promise<void> {
  await keepResult(deps, checkId, await checkBooks(deps.db));
}

async function keepResult(deps: BooksDeps, checkId: string, found: readonly Finding[]): Promise<void> {
  const endedAt = deps.clock.now();
  await updateCheckRun(deps.db, {
    checkId,
    endedAt,
    failed: found.map(({ check, violations }) => ({
      check: check.name,
      promise: check.promise,
      violations: violations.map(describeViolation),
    })),
  });
  if (found.length > 0) await stopPayouts(deps, found, endedAt);
}

export interface FullRun {
  at: Date;
  tookMs: number;
}

export function isFullDue(last: FullRun | undefined, now: Date): boolean {
  return last === undefined || now.getTime() - last.at.getTime() >= Math.min(FULL_SHARE * last.tookMs, DAY_MS);
}

/** Returns the first violation found since the stop was last lifted. While there is one, nothing can be paid out. */
export async function selectBooksWrong(on: Queryable): Promise<BooksWrong | undefined> {
  const { rows } = await sql<{ value: unknown }>`select value from settings where name = ${`sealed_${FACT}`}`.execute(
    on,
  );
  return rows[0] && BooksWrong.parse(rows[0].value);
}

/** Lifts the stop; for a person who has checked that the books are right. */
export async function liftBooksStop({ db, platform }: Pick<BooksDeps, 'db' | 'platform'>): Promise<void> {
  await db.transaction((tx) => platform.keepFact(tx, FACT, undefined));
}

async function stopPayouts({ db, log, platform }: BooksDeps, found: readonly Finding[], now: Date): Promise<void> {
  for (const { check, violations } of found) {
    log.error(
      { check: check.name, promise: check.promise, violations: violations.map(describeViolation) },
      'the books are wrong: payouts are stopped',
    );
  }
  const [first] = found;
  if (!first || (await selectBooksWrong(db))) return;
  const { check, violations } = first;
  const wrong: BooksWrong = {
    foundAt: now.toISOString(),
    check: check.name,
    promise: check.promise,
    violation: violations.map(describeViolation)[0] ?? '',
  };
  await db.transaction((tx) => platform.keepFact(tx, FACT, wrong));
}
