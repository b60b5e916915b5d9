/**
 * Runs the checks of verify.ts against one snapshot of the books, so that concurrent bookings cannot look like errors.
 * Only reads.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { BookCheck, Scope, Violation } from './book-check.ts';
import { bookChecks } from './verify.ts';

export interface Finding {
  check: BookCheck;
  /** The first ten, by member. */
  violations: Violation[];
}

export interface Checking {
  /** Must be whole families (merchants with all their agents); all members if undefined. */
  members?: readonly bigint[];
  /** Checks of younger features, after those of the books. */
  more?: readonly BookCheck[];
  /** Stops after the first check that fails. */
  until?: 'first';
  /** Called after each check with the number of rows that it covered. */
  onChecked?(finding: Finding, looked: bigint): void;
}

const MAX_VIOLATIONS = 10;

/** Runs all checks; returns the failed ones. */
export function checkBooks(db: Database, checking: Checking = {}): Promise<Finding[]> {
  return atOneMoment(db, (tx) => checkWithin(tx, checking));
}

/**
 * Runs the checks that are cheap enough for every minute: all rows of small tables, and what was booked since `since`.
 */
export function checkRecentBooks(db: Database, since: Date): Promise<Finding[]> {
  return atOneMoment(db, (tx) => checkRecentWithin(tx, since));
}

/** Runs in the caller's transaction, which should use one snapshot. */
export async function checkWithin(tx: Tx, { members, more = [], until, onChecked }: Checking = {}): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of [...bookChecks, ...more]) {
    const violations = await selectViolations(tx, check, { members });
    if (onChecked) onChecked({ check, violations }, await countChecked(tx, check, members));
    if (violations.length > 0) found.push({ check, violations });
    if (until === 'first' && found.length > 0) break;
  }
  return found;
}

export async function checkRecentWithin(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{
    member_no: bigint;
  }>`select distinct member_no from audit.wallets where last_entry_at >= ${since}`.execute(tx);
  const changed: Scope = { members: rows.map(({ member_no }) => member_no), since };
  const found: Finding[] = [];
  for (const check of bookChecks) {
    if (check.everyMinute === 'never') continue;
    const violations = await selectViolations(tx, check, check.everyMinute === 'all' ? {} : changed);
    if (violations.length > 0) found.push({ check, violations });
  }
  return found;
}

/** `member 10000002, order 2611…: amount 100, obtained 90, fee 9`: amounts are in minor units. */
export function describeViolation({ member_no, subject, ...figures }: Violation): string {
  const parts = Object.entries(figures).map(
    ([name, value]) => `${name} ${value instanceof Date ? value.toISOString() : (value ?? 'none')}`,
  );
  return `${member_no === null ? '' : `member ${member_no}, `}${subject}: ${parts.join(', ')}`;
}

async function selectViolations(tx: Tx, check: BookCheck, scope: Scope): Promise<Violation[]> {
  const { rows } =
    await sql<Violation>`select * from (${check.violations(scope)}) found order by member_no, subject limit ${MAX_VIOLATIONS}`.execute(
      tx,
    );
  return rows;
}

async function countChecked(tx: Tx, { over }: BookCheck, members: readonly bigint[] | undefined): Promise<bigint> {
  const where = members === undefined ? sql`` : sql`where member_no = any(${arrayLiteral(members)}::bigint[])`;
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) as count from ${sql.raw(`audit.${over}`)} ${where}`.execute(tx);
  return rows[0]?.count ?? 0n;
}

/** Runs all queries on one snapshot and without a statement timeout, because the books of many years take long. */
function atOneMoment<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    return work(tx);
  });
}
