/**
 * Runs the checks of verify.ts against one moment of the books, so that whatever is booked meanwhile can't look like an
 * error. Only reads.
 */
import { sql } from 'kysely';
import { arrayLiteral } from '#foundation/server/array-literals.ts';
import type { Database, Tx } from '#foundation/server/database.ts';
import type { BookCheck, Scope, Violation } from './book-check.ts';
import { bookChecks } from './verify.ts';

export interface Finding {
  check: BookCheck;
  /** The first few, by member. */
  violations: Violation[];
}

export interface Checking {
  /** Whole families (merchants with their agents); everybody when missing. */
  members?: readonly bigint[];
  /** Ends with the first check that fails. */
  until?: 'first';
  /** Told of each check as it ends, with how many rows it was about. */
  told?(finding: Finding, looked: bigint): void;
}

const MOST_TOLD = 10;

/** All checks. Answers what is wrong. */
export function checkBooks(db: Database, checking: Checking = {}): Promise<Finding[]> {
  return atOneMoment(db, (tx) => checkWithin(tx, checking));
}

/**
 * What a minute can afford: the whole of the small tables, and what was booked since `since` by the members that
 * booked.
 */
export function checkRecentBooks(db: Database, since: Date): Promise<Finding[]> {
  return atOneMoment(db, (tx) => checkRecentWithin(tx, since));
}

/** In the caller's transaction, whose view of the books should not move. */
export async function checkWithin(tx: Tx, { members, until, told }: Checking = {}): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of bookChecks) {
    const violations = await selectViolations(tx, check, { members });
    if (told) told({ check, violations }, await countLooked(tx, check, members));
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

/** `member 10000002, order 2611…: amount 100, obtained 90, fee 9`: amounts in minor units. */
export function describeViolation({ member_no, subject, ...figures }: Violation): string {
  const told = Object.entries(figures).map(
    ([name, value]) => `${name} ${value instanceof Date ? value.toISOString() : (value ?? 'none')}`,
  );
  return `${member_no === null ? '' : `member ${member_no}, `}${subject}: ${told.join(', ')}`;
}

async function selectViolations(tx: Tx, check: BookCheck, scope: Scope): Promise<Violation[]> {
  const { rows } =
    await sql<Violation>`select * from (${check.violations(scope)}) found order by member_no, subject limit ${MOST_TOLD}`.execute(
      tx,
    );
  return rows;
}

async function countLooked(tx: Tx, { over }: BookCheck, members: readonly bigint[] | undefined): Promise<bigint> {
  const where = members === undefined ? sql`` : sql`where member_no = any(${arrayLiteral(members)}::bigint[])`;
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) as count from ${sql.raw(`audit.${over}`)} ${where}`.execute(tx);
  return rows[0]?.count ?? 0n;
}

/** One snapshot for all questions, and as long as they take: the books of many years are read to the end. */
function atOneMoment<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    return work(tx);
  });
}
