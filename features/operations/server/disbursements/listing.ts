/** The operators' list of all members' withdrawals and payouts, its sums, and how many need attention. */
import { type RawBuilder, sql } from 'kysely';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import type { ParsedOperatorFilter } from '../../disbursement-contract.ts';
import type { Disbursement, NumberKey } from '#features/disbursements/disbursement.ts';
import { type Figures, figuresOf, type SumsRow } from '#features/disbursements/server/days.ts';
import { numberBegins } from '#features/disbursements/server/number-search.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';

export interface ListedDisbursement extends Disbursement {
  memberName: string;
}

export async function selectAllDisbursements(
  { db, disbursements }: { db: Database; disbursements: Pick<DisbursementVerbs, 'byNumbers'> },
  filter: ParsedOperatorFilter,
  now: Date,
): Promise<ListedDisbursement[]> {
  const direction = sql.raw(filter.order);
  const { rows } = await sql<NumberKey & { systemNo: bigint; memberName: string }>`
    select d.member_no as "memberNo", d.kind, d.order_no as "orderNo", d.system_no as "systemNo", m.name as "memberName"
    from (
      select member_no, kind, order_no, system_no from disbursements d where ${conditions(filter, now)}
      order by system_no ${direction}, member_no limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}) d
    join members m using (member_no) order by system_no ${direction}, member_no`.execute(db.kysely);
  const found = new Map((await disbursements.byNumbers(rows)).map((record) => [keyOf(record), record]));
  return rows.flatMap((row) => {
    const record = found.get(keyOf(row));
    return record ? [{ ...record, memberName: row.memberName }] : [];
  });
}

/** Reads the daily sums, which are few; reads rows when the filter has other conditions. */
export async function sumAllDisbursements(on: Queryable, filter: ParsedOperatorFilter, now: Date): Promise<Figures> {
  const { rows } = await (
    isOfDays(filter)
      ? sql<SumsRow>`
        select coalesce(sum(count), 0) as count, coalesce(sum(amount), 0) as "amountMinor", coalesce(sum(fee), 0) as "feeMinor"
        from disbursement_days d where ${conditions(filter, now)}`
      : sql<SumsRow>`
        select count(*) as count, coalesce(sum(amount), 0) as "amountMinor", coalesce(sum(fee), 0) as "feeMinor"
        from disbursements d where ${conditions(filter, now)}`
  ).execute(on);
  return figuresOf(rows[0] ?? { count: 0, amountMinor: '0', feeMinor: '0' });
}

/** Whether the filter uses only conditions that the daily sums distinguish. */
function isOfDays({ q = '', submission, review, range, unknownMinutes }: ParsedOperatorFilter): boolean {
  return (
    q === '' && submission === undefined && review === undefined && range === undefined && unknownMinutes === undefined
  );
}

export interface Attention {
  review: number;
  frozen: number;
  unknown: number;
}

export async function countAttention(on: Queryable): Promise<Attention> {
  const { rows } = await sql<Attention>`
    select (count(*) filter (where status = 'applying' and review = 'waiting'))::integer as review, (count(*) filter (where status = 'frozen'))::integer as frozen,
      (count(*) filter (where submission = 'unknown'))::integer as unknown
    from disbursements where status in ('applying', 'frozen')`.execute(on);
  return rows[0] ?? { review: 0, frozen: 0, unknown: 0 };
}

function keyOf({ memberNo, kind, orderNo }: NumberKey): string {
  return `${memberNo}|${kind}|${orderNo}`;
}

function conditions(filter: ParsedOperatorFilter, now: Date): RawBuilder<unknown> {
  const { q, memberNo, kind, status, submission, review, type, range, unknownMinutes } = filter;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (q !== undefined && q !== '') parts.push(numberBegins(q));
  if (memberNo !== undefined) parts.push(sql`d.member_no = ${memberNo}`);
  if (kind !== undefined) parts.push(sql`d.kind = ${kind}`);
  if (status !== 'all') parts.push(sql`d.status = ${status}`);
  if (submission !== undefined) parts.push(sql`d.submission = ${submission}`);
  // Implied by the rules; stated so that the planner uses the partial index of open rows.
  if (submission === 'submitted' || submission === 'unknown' || unknownMinutes !== undefined)
    parts.push(sql`d.status in ('applying', 'frozen')`);
  if (review !== undefined) parts.push(sql`d.review = ${review}`);
  if (type !== undefined) parts.push(sql`d.type = ${type}`);
  if (range?.from !== undefined) parts.push(sql`d.system_no >= ${firstSystemNo(new Date(range.from))}`);
  if (range?.to !== undefined) parts.push(sql`d.system_no < ${firstSystemNo(new Date(range.to))}`);
  if (unknownMinutes !== undefined) {
    const startedBatches = new Date(now.getTime() - unknownMinutes * 60_000);
    parts.push(sql`(d.member_no, d.system_no) in (
      select member_no, system_no from disbursement_attempts where state = 'unknown' and started_at <= ${startedBatches})`);
  }
  return sql.join(parts, sql` and `);
}
