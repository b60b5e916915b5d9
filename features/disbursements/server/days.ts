/**
 * Counts and sums of withdrawals and payouts by day, written in the same transactions as the rows. A list of millions
 * gets exact totals at once. A row's day is that of its system number, as in the lists.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { systemNoTime } from '#foundation/core/system-number.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { Buckets } from '#foundation/server/process/day-buckets.ts';
import type { Disbursement } from '../disbursement.ts';
import type { DisbursementKind, DisbursementStatus } from '../rules.ts';

type CountedRow = Pick<Disbursement, 'memberNo' | 'systemNo' | 'kind' | 'type' | 'amountMinor' | 'feeMinor'>;

interface Move {
  row: CountedRow;
  /** Null for a new row. */
  from: DisbursementStatus | null;
  to: DisbursementStatus;
}

interface DayRow {
  key: string;
  day: Date;
  row: CountedRow;
  status: DisbursementStatus;
  count: number;
  amountMinor: bigint;
  feeMinor: bigint;
}

/**
 * All moves in one statement, with rows in key order so that two batches that touch the same days cannot deadlock. This
 * must be the last locking statement of a transaction.
 */
export async function addToDays(tx: Tx, moves: readonly Move[], timeZone: string): Promise<void> {
  const rows = [...gather(moves, new Buckets(timeZone)).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  if (rows.length === 0) return;
  const column = (value: (row: DayRow) => bigint | number | string | Date): string => arrayLiteral(rows.map(value));
  await sql`
    insert into disbursement_days as d (member_no, kind, day, type, status, count, amount, fee)
    select * from unnest(
      ${column(({ row }) => row.memberNo)}::bigint[], ${column(({ row }) => row.kind)}::text[], ${column(({ day }) => day)}::timestamptz[],
      ${column(({ row }) => row.type)}::text[], ${column(({ status }) => status)}::text[], ${column(({ count }) => count)}::bigint[],
      ${column(({ amountMinor }) => amountMinor)}::bigint[], ${column(({ feeMinor }) => feeMinor)}::bigint[])
    on conflict (member_no, kind, day, type, status) do update set
      count = d.count + excluded.count, amount = d.amount + excluded.amount, fee = d.fee + excluded.fee`.execute(tx);
}

function gather(moves: readonly Move[], buckets: Buckets): Map<string, DayRow> {
  const rows = new Map<string, DayRow>();
  const add = (row: CountedRow, status: DisbursementStatus, sign: 1 | -1): void => {
    const day = buckets.dayOf(systemNoTime(row.systemNo));
    const key = `${row.memberNo}|${row.kind}|${day.toISOString()}|${row.type}|${status}`;
    const sums = rows.get(key) ?? { key, day, row, status, count: 0, amountMinor: 0n, feeMinor: 0n };
    rows.set(key, sums);
    sums.count += sign;
    sums.amountMinor += BigInt(sign) * row.amountMinor;
    sums.feeMinor += BigInt(sign) * row.feeMinor;
  };
  for (const { row, from, to } of moves) {
    if (from === to) continue;
    if (from !== null) add(row, from, -1);
    add(row, to, 1);
  }
  return rows;
}

export interface Figures {
  count: number;
  amountMinor: bigint;
  feeMinor: bigint;
}

/** Sums as the database returns them, of any size. */
export interface SumsRow {
  count: bigint | number;
  amountMinor: string;
  feeMinor: string;
}

export function figuresOf({ count, amountMinor, feeMinor }: SumsRow): Figures {
  return { count: Number(count), amountMinor: BigInt(amountMinor), feeMinor: BigInt(feeMinor) };
}

/** Starts of days; from inclusive, to exclusive. */
export interface DaysQuery {
  yesterday: Date;
  today: Date;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Sums of the rows that have the same status and type and were created on the same of the requested days. */
export interface DayGroup extends Figures {
  status: DisbursementStatus;
  type: Disbursement['type'];
  isToday: boolean;
  isYesterday: boolean;
  isWithin: boolean;
}

/** A member's days of one kind, grouped, in one statement. */
export async function selectDayGroups(
  on: Queryable,
  { memberNo, kind }: { memberNo: bigint; kind: DisbursementKind },
  { yesterday, today, from, to }: DaysQuery,
): Promise<DayGroup[]> {
  const { rows } = await sql<Omit<DayGroup, keyof Figures> & SumsRow>`
    select status, type, day >= ${today} as "isToday", day >= ${yesterday} and day < ${today} as "isYesterday",
      day >= coalesce(${from ?? null}::timestamptz, '-infinity') and day < coalesce(${to ?? null}::timestamptz, 'infinity') as "isWithin",
      sum(count)::bigint as count, sum(amount) as "amountMinor", sum(fee) as "feeMinor"
    from disbursement_days where member_no = ${memberNo} and kind = ${kind} group by 1, 2, 3, 4, 5`.execute(on);
  return rows.map((row) => ({ ...row, ...figuresOf(row) }));
}
