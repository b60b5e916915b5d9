/** The lists of withdrawals and payouts and their sums. Each query is for one member and one kind. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { ParsedDisbursementFilter } from '../contract.ts';
import type { Disbursement } from '../disbursement.ts';
import type { DisbursementFilterStatus, DisbursementKind } from '../rules.ts';
import { type DayGroup, type Figures, figuresOf, selectDayGroups, type SumsRow } from './days.ts';
import { numberBegins } from './number-search.ts';
import { type DisbursementRecord, selectDisbursements } from './store.ts';

export interface DisbursementQuery extends Omit<ParsedDisbursementFilter, 'sort'> {
  memberNo: bigint;
  kind: DisbursementKind;
}

export async function selectDisbursementPage(on: Queryable, query: DisbursementQuery): Promise<DisbursementRecord[]> {
  const direction = sql.raw(query.order);
  const { rows } = await sql<{ systemNo: bigint }>`
    select system_no as "systemNo" from disbursements where ${conditions(query)} order by system_no ${direction}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(on);
  const found = await selectDisbursements(
    on,
    query.memberNo,
    rows.map(({ systemNo }) => systemNo),
  );
  return found.toSorted((a, b) => (a.systemNo < b.systemNo ? -1 : 1) * (query.order === 'asc' ? 1 : -1));
}

export type ListedDisbursement = Omit<Disbursement, 'source' | 'attempts' | 'signType' | 'notifyUrl' | 'requestHash'>;

/** All rows, in list order. */
export function disbursementRows(query: DisbursementQuery): Sql<ListedDisbursement> {
  return sql<ListedDisbursement>`
    select member_no as "memberNo", system_no as "systemNo", kind, order_no as "orderNo", currency, amount as "amountMinor", fee as "feeMinor", type, holder, bank,
      branch, account_hint as "accountHint", status, submission, review, attach, remark, bank_reference as "bankReference", fail_reason as "failReason",
      created_at as "createdAt", finished_at as "finishedAt"
    from disbursements where ${conditions(query)} order by system_no ${sql.raw(query.order)}`;
}

export interface DisbursementTotals {
  today: Figures;
  yesterday: Figures;
  all: Figures;
  /** `all` in three parts. */
  paid: Figures;
  onTheWay: Figures;
  failed: Figures;
  filtered: Figures;
}

/**
 * Reads the daily sums; reads rows only when the filter has other conditions, and for partial days at a range's ends.
 */
export async function sumDisbursements(
  on: Queryable,
  query: DisbursementQuery,
  now: Date,
  timeZone: string,
): Promise<DisbursementTotals> {
  const day = dayOf(now, timeZone);
  const { whole, ends } = isOfDays(query) ? piecesOf(query, timeZone) : { whole: undefined, ends: [query] };
  const days = { today: startOfDay(day, timeZone), yesterday: startOfDay(addDays(day, -1), timeZone), ...whole };
  const groups = await selectDayGroups(on, query, days);
  const sumBy = (counts: (group: DayGroup) => boolean): Figures => groups.filter(counts).reduce(sumOf, NOTHING);
  const { status, type } = query;
  const isSelected = (group: DayGroup): boolean =>
    group.isWithin &&
    (status.length === 0 || status.includes(group.status)) &&
    (type === undefined || type.includes(group.type));
  const [failed, ...rest] = await Promise.all([countFailed(on, query), ...ends.map((end) => countRows(on, end))]);
  const all = sumBy((group) => group.status !== 'cancelled');
  const paid = sumBy((group) => group.status === 'paid');
  return {
    today: sumBy((group) => group.isToday && group.status !== 'cancelled'),
    yesterday: sumBy((group) => group.isYesterday && group.status !== 'cancelled'),
    all,
    paid,
    onTheWay: restOf(all, sumOf(paid, failed)),
    failed,
    filtered: rest.reduce(sumOf, whole ? sumBy(isSelected) : NOTHING),
  };
}

const NOTHING: Figures = { count: 0, amountMinor: 0n, feeMinor: 0n };

function sumOf(a: Figures, b: Figures): Figures {
  return { count: a.count + b.count, amountMinor: a.amountMinor + b.amountMinor, feeMinor: a.feeMinor + b.feeMinor };
}

/** What is left of `whole`. A row that changes between two reads can be in both parts, so nothing is below zero. */
function restOf(whole: Figures, part: Figures): Figures {
  const left = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);
  return {
    count: Math.max(0, whole.count - part.count),
    amountMinor: left(whole.amountMinor, part.amountMinor),
    feeMinor: left(whole.feeMinor, part.feeMinor),
  };
}

/** Those that wait for their member. Read row by row, as the daily sums know no attempts: they are few. */
async function countFailed(
  on: Queryable,
  { memberNo, kind }: Pick<DisbursementQuery, 'memberNo' | 'kind'>,
): Promise<Figures> {
  // Literals, so that the planner uses the partial index.
  const { rows } = await sql<SumsRow>`
    select count(*) as count, coalesce(sum(amount), 0) as "amountMinor", coalesce(sum(fee), 0) as "feeMinor"
    from disbursements where member_no = ${memberNo} and kind = ${sql.lit(kind)} and status = 'applying' and submission = 'failed'`.execute(
    on,
  );
  return rows[0] ? figuresOf(rows[0]) : NOTHING;
}

/** Whether the filter uses only conditions that the daily sums distinguish. */
function isOfDays(query: DisbursementQuery): boolean {
  // The daily sums know nothing of attempts; the failed ones have an index of their own.
  if (query.status.includes('failed')) return false;
  return Object.entries(query).every(([name, value]) => value === undefined || value === '' || knownToDays.has(name));
}

const knownToDays: ReadonlySet<string> = new Set([
  'memberNo',
  'kind',
  'status',
  'type',
  'range',
  'page',
  'limit',
  'sort',
  'order',
]);

/** Splits the range into whole days and the partial days at its ends. */
function piecesOf(
  query: DisbursementQuery,
  timeZone: string,
): { whole: { from?: Date; to?: Date } | undefined; ends: DisbursementQuery[] } {
  const [from, to] = [query.range?.from, query.range?.to];
  const last = to === undefined ? undefined : startOfDay(dayOf(new Date(to), timeZone), timeZone);
  const first = from === undefined ? undefined : firstDayFrom(new Date(from), timeZone);
  if (first && last && first > last) return { whole: undefined, ends: [query] };
  const ends = [
    ...(from !== undefined && first && first > new Date(from)
      ? [{ ...query, range: { from, to: first.toISOString() } }]
      : []),
    ...(to !== undefined && last && last < new Date(to) ? [{ ...query, range: { from: last.toISOString(), to } }] : []),
  ];
  return { whole: { ...(first ? { from: first } : {}), ...(last ? { to: last } : {}) }, ends };
}

function firstDayFrom(at: Date, timeZone: string): Date {
  const day = dayOf(at, timeZone);
  const start = startOfDay(day, timeZone);
  return start.getTime() === at.getTime() ? start : startOfDay(addDays(day, 1), timeZone);
}

async function countRows(on: Queryable, query: DisbursementQuery): Promise<Figures> {
  const { rows } = await sql<SumsRow>`
    select count(*) as count, coalesce(sum(amount), 0) as "amountMinor", coalesce(sum(fee), 0) as "feeMinor"
    from disbursements where ${conditions(query)}`.execute(on);
  return rows[0] ? figuresOf(rows[0]) : NOTHING;
}

/** Literals, so that the planner uses the partial indexes. */
function isOneOf(wanted: readonly DisbursementFilterStatus[]): Sql {
  const statuses = wanted.filter((status) => status !== 'failed');
  const parts = [
    ...(statuses.length === 0 ? [] : [sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`]),
    ...(wanted.includes('failed') ? [sql`(status = 'applying' and submission = 'failed')`] : []),
  ];
  return parts.length === 1 ? sql`${parts[0]}` : sql`(${sql.join(parts, ' or ')})`;
}

function conditions({ memberNo, kind, q, status, type, range }: DisbursementQuery): Sql {
  const parts: Sql[] = [sql`member_no = ${memberNo}`, sql`kind = ${kind}`];
  if (q !== undefined && q !== '') parts.push(numberBegins(q));
  if (status.length > 0) parts.push(isOneOf(status));
  if (type !== undefined) parts.push(sql`type = any(${[...type]}::text[])`);
  if (range?.from !== undefined) parts.push(sql`system_no >= ${firstSystemNo(new Date(range.from))}`);
  if (range?.to !== undefined) parts.push(sql`system_no < ${firstSystemNo(new Date(range.to))}`);
  return sql.join(parts, ' and ');
}
