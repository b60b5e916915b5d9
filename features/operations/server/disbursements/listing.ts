/** The operators' list of all members' withdrawals and payouts, its sums, and how many need attention. */
import { firstSystemNo, parseSystemNo } from '#foundation/core/system-number.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import type { ParsedOperatorFilter } from '../../disbursement-contract.ts';
import type { Attention } from '../../rules.ts';
import type { Disbursement, NumberKey } from '#features/disbursements/disbursement.ts';
import { type Figures, figuresOf, type SumsRow } from '#features/disbursements/server/days.ts';
import { numberBegins } from '#features/disbursements/server/number-search.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';

export interface ListedDisbursement extends Disbursement {
  memberName: string;
}

/** The call's filter with its amounts as numbers. */
export interface DisbursementFilter extends Omit<ParsedOperatorFilter, 'amountFrom' | 'amountTo'> {
  amountFromMinor?: bigint | undefined;
  amountToMinor?: bigint | undefined;
  /** Instead of `q`: the payouts of this batch. */
  batch?: FoundBatch | undefined;
}

export interface FoundBatch {
  memberNo: bigint;
  batchNo: bigint;
  memberName: string;
}

/** By the index `batches_by_number`. Undefined if the text is no batch's number. */
export async function selectBatch(on: Queryable, text: string): Promise<FoundBatch | undefined> {
  const batchNo = parseSystemNo(text);
  if (batchNo === undefined) return undefined;
  const { rows } = await sql<FoundBatch>`
    select b.batch_no as "batchNo", b.member_no as "memberNo", m.name as "memberName" from batches b join members m using (member_no)
    where b.batch_no = ${batchNo}`.execute(on);
  return rows[0];
}

export function filterOf(
  { amountFrom, amountTo, ...filter }: ParsedOperatorFilter,
  currency: Currency,
  wrongField: (field: string, word: string) => never,
): DisbursementFilter {
  const minor = (field: string, text: string | undefined): bigint | undefined =>
    text === undefined ? undefined : (parseAmountOrZero(text, currency) ?? wrongField(field, 'amount_form'));
  return {
    ...filter,
    amountFromMinor: minor('amountFrom', amountFrom),
    amountToMinor: minor('amountTo', amountTo),
  };
}

/** Walks `disbursements_of_all`, or `disbursements_open_of_all` for those that need a person, newest first. */
export async function selectAllDisbursements(
  { db, disbursements }: { db: Database; disbursements: Pick<DisbursementVerbs, 'byNumbers'> },
  filter: DisbursementFilter,
  now: Date,
  { page, limit }: { page: number; limit: number },
): Promise<ListedDisbursement[]> {
  const direction = sql.raw(filter.order);
  const { rows } = await sql<ListedKey>`
    select d.member_no as "memberNo", d.kind, d.order_no as "orderNo", d.system_no as "systemNo", m.name as "memberName"
    from (
      select member_no, kind, order_no, system_no from disbursements d where ${conditions(filter, now)}
      order by system_no ${direction}, member_no limit ${limit} offset ${(page - 1) * limit}) d
    join members m using (member_no) order by system_no ${direction}, member_no`.execute(db);
  return recordsOf(disbursements, rows);
}

type ListedKey = NumberKey & { systemNo: bigint; memberName: string };

async function recordsOf(
  disbursements: Pick<DisbursementVerbs, 'byNumbers'>,
  rows: readonly ListedKey[],
): Promise<ListedDisbursement[]> {
  const found = new Map((await disbursements.byNumbers(rows)).map((record) => [keyOf(record), record]));
  return rows.flatMap((row) => {
    const record = found.get(keyOf(row));
    return record ? [{ ...record, memberName: row.memberName }] : [];
  });
}

/** For a file: those after `after` in the list's order, by the same indexes. */
export async function selectDisbursementsAfter(
  on: Queryable,
  disbursements: Pick<DisbursementVerbs, 'byNumbers'>,
  filter: DisbursementFilter,
  now: Date,
  { limit, after }: { limit: number; after: { systemNo: bigint; memberNo: bigint } | undefined },
): Promise<ListedDisbursement[]> {
  const direction = sql.raw(filter.order);
  const isBeyond = sql.raw(filter.order === 'desc' ? '<' : '>');
  const place = after
    ? sql`d.system_no ${isBeyond}= ${after.systemNo}::bigint and (d.system_no ${isBeyond} ${after.systemNo}::bigint or d.member_no > ${after.memberNo}::bigint)`
    : sql`true`;
  const { rows } = await sql<ListedKey>`
    select d.member_no as "memberNo", d.kind, d.order_no as "orderNo", d.system_no as "systemNo", m.name as "memberName"
    from (
      select member_no, kind, order_no, system_no from disbursements d where ${conditions(filter, now)} and ${place}
      order by system_no ${direction}, member_no limit ${limit}) d
    join members m using (member_no) order by system_no ${direction}, member_no`.execute(on);
  return recordsOf(disbursements, rows);
}

/** At most `most`. */
export async function countAllDisbursements(
  on: Queryable,
  filter: DisbursementFilter,
  now: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from disbursements d where ${conditions(filter, now)} limit ${most}) d`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

/** Rows are counted and summed up to this many, newest first. */
const MAX_COUNTED = 10_000;

/** Reads a member's daily sums where they have all conditions of the filter; else rows, up to the cap. */
export async function sumAllDisbursements(
  on: Queryable,
  filter: DisbursementFilter,
  now: Date,
): Promise<Figures & { capped: boolean }> {
  if (isOfDays(filter)) return { ...(await sumDays(on, filter, now)), capped: false };
  const { rows } = await sql<SumsRow>`
    select count(*) as count, coalesce(sum(amount), 0) as "amountMinor", coalesce(sum(fee), 0) as "feeMinor"
    from (select d.amount, d.fee from disbursements d where ${conditions(filter, now)} order by d.system_no desc limit ${MAX_COUNTED}) d`.execute(
    on,
  );
  const figures = figuresOf(rows[0] ?? NOTHING);
  return { ...figures, capped: figures.count === MAX_COUNTED };
}

async function sumDays(on: Queryable, filter: DisbursementFilter, now: Date): Promise<Figures> {
  const { rows } = await sql<SumsRow>`
    select coalesce(sum(count), 0)::bigint as count, coalesce(sum(amount), 0) as "amountMinor", coalesce(sum(fee), 0) as "feeMinor"
    from disbursement_days d where ${conditions(filter, now)}`.execute(on);
  return figuresOf(rows[0] ?? NOTHING);
}

const NOTHING: SumsRow = { count: 0, amountMinor: '0', feeMinor: '0' };

/** Whether the filter is of one member and uses only conditions that the daily sums distinguish. */
function isOfDays(filter: DisbursementFilter): boolean {
  const { q = '', memberNo, submission, review, range, unknownMinutes, attention } = filter;
  const { amountFromMinor, amountToMinor } = filter;
  const others = [submission, review, range, unknownMinutes, attention, amountFromMinor, amountToMinor];
  return memberNo !== undefined && q === '' && others.every((one) => one === undefined);
}

/** Counts those that need a person; reads the open ones, which are few. */
export async function countAttention(on: Queryable): Promise<Record<Attention, number>> {
  const { rows } = await sql<Record<Attention, number>>`
    select (count(*) filter (where ${needing.review}))::integer as review, (count(*) filter (where ${needing.frozen}))::integer as frozen,
      (count(*) filter (where ${needing.unknown}))::integer as unknown, (count(*) filter (where ${needing.failed}))::integer as failed
    from disbursements d where d.status in ('applying', 'frozen')`.execute(on);
  return rows[0] ?? { review: 0, frozen: 0, unknown: 0, failed: 0 };
}

/** What needs a person, among the open ones. */
const needing: Readonly<Record<Attention, Sql>> = {
  review: sql`d.status = 'applying' and d.review = 'waiting'`,
  frozen: sql`d.status = 'frozen'`,
  unknown: sql`d.submission = 'unknown'`,
  failed: sql`d.status = 'applying' and d.submission = 'failed'`,
};

function keyOf({ memberNo, kind, orderNo }: NumberKey): string {
  return `${memberNo}|${kind}|${orderNo}`;
}

function conditions(filter: DisbursementFilter, now: Date): Sql {
  const { q, memberNo, kind, status, submission, review, type, range, unknownMinutes, attention } = filter;
  const { amountFromMinor, amountToMinor, batch } = filter;
  const parts: Sql[] = [sql`true`];
  if (batch) parts.push(sql`d.member_no = ${batch.memberNo} and d.batch_no = ${batch.batchNo}`);
  else if (q !== undefined && q !== '') parts.push(numberBegins(q));
  if (memberNo !== undefined) parts.push(sql`d.member_no = ${memberNo}`);
  if (kind !== undefined) parts.push(sql`d.kind = ${kind}`);
  if (status !== 'all') parts.push(sql`d.status = ${status}`);
  if (submission !== undefined) parts.push(sql`d.submission = ${submission}`);
  // Implied by the rules; stated so that the planner uses the partial index of open rows.
  if (submission === 'submitted' || submission === 'unknown' || (unknownMinutes ?? attention) !== undefined)
    parts.push(sql`d.status in ('applying', 'frozen')`);
  if (attention !== undefined) parts.push(needing[attention]);
  if (amountFromMinor !== undefined) parts.push(sql`d.amount >= ${amountFromMinor}`);
  if (amountToMinor !== undefined) parts.push(sql`d.amount <= ${amountToMinor}`);
  if (review !== undefined) parts.push(sql`d.review = ${review}`);
  if (type !== undefined) parts.push(sql`d.type = ${type}`);
  if (range?.from !== undefined) parts.push(sql`d.system_no >= ${firstSystemNo(new Date(range.from))}`);
  if (range?.to !== undefined) parts.push(sql`d.system_no < ${firstSystemNo(new Date(range.to))}`);
  if (unknownMinutes !== undefined) {
    const startedUntil = new Date(now.getTime() - unknownMinutes * 60_000);
    parts.push(sql`(d.member_no, d.system_no) in (
      select member_no, system_no from disbursement_attempts where state = 'unknown' and started_at <= ${startedUntil})`);
  }
  return sql.join(parts, ' and ');
}
