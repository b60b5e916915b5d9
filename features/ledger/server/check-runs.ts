/**
 * Table `book_checks`: every run of the check of the books, with what it found. Read newest first through its index by
 * time. Runs that found nothing are deleted when they are old.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

/** recent: of what was booked lately, every minute. full: of everything. asked: of everything, because an operator asked. */
export const checkRunKinds = ['recent', 'full', 'asked'] as const;
export type CheckRunKind = (typeof checkRunKinds)[number];

export interface FailedCheck {
  check: string;
  /** What should be true but is not. */
  promise: string;
  /** The first ones. */
  violations: readonly string[];
}

export interface CheckRun {
  checkId: string;
  kind: CheckRunKind;
  /** The operator who asked; null: the job. */
  askedBy: string | null;
  startedAt: Date;
  /** Null: it waits or runs. */
  endedAt: Date | null;
  failed: readonly FailedCheck[];
}

export async function insertCheckRun(
  on: Queryable,
  { checkId, kind, userId, startedAt }: { checkId: string; kind: CheckRunKind; userId: bigint | null; startedAt: Date },
): Promise<void> {
  await sql`
    insert into book_checks (check_id, kind, asked_by, started_at) values (${checkId}, ${kind}, ${userId}, ${startedAt})`.execute(
    on,
  );
}

export async function updateCheckRun(
  on: Queryable,
  { checkId, endedAt, failed }: { checkId: string; endedAt: Date; failed: readonly FailedCheck[] },
): Promise<void> {
  await sql`update book_checks set ended_at = ${endedAt}, failed = ${JSON.stringify(failed)}::jsonb where check_id = ${checkId}`.execute(
    on,
  );
}

const runColumns = sql`c.check_id as "checkId", c.kind, (select u.username from users u where u.user_id = c.asked_by) as "askedBy",
  c.started_at as "startedAt", c.ended_at as "endedAt", c.failed`;

/** The newest first. */
export async function selectCheckRuns(
  on: Queryable,
  { kind, limit, offset }: { kind?: CheckRunKind | undefined; limit: number; offset: number },
): Promise<CheckRun[]> {
  const { rows } = await sql<CheckRun>`
    select ${runColumns} from book_checks c where ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`}
    order by c.started_at desc, c.check_id limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countCheckRuns(on: Queryable, kind: CheckRunKind | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from book_checks c where ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`}`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

/** One that an operator asked for since then and that has not ended. */
export async function selectRunning(on: Queryable, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ checkId: string }>`
    select check_id as "checkId" from book_checks where kind = 'asked' and ended_at is null and started_at > ${since} limit 1`.execute(
    on,
  );
  return rows[0]?.checkId;
}

/** Keeps those that found something. */
export async function deleteOldRuns(on: Queryable, { recent, full }: { recent: Date; full: Date }): Promise<void> {
  await sql`delete from book_checks where failed = '[]' and started_at < case kind when 'recent' then ${recent}::timestamptz else ${full}::timestamptz end`.execute(
    on,
  );
}
