/** The lists of withdrawals and payouts, and what they sum up to. Each question is one member's, of one kind. */
import { type RawBuilder, sql } from 'kysely';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Queryable } from '#foundation/server/database.ts';
import type { ParsedDisbursementFilter } from '../contract.ts';
import type { DisbursementKind } from '../rules.ts';
import { type DisbursementRecord, selectDisbursements } from './store.ts';

export interface DisbursementQuery extends Omit<ParsedDisbursementFilter, 'sort'> {
  memberNo: bigint;
  kind: DisbursementKind;
}

export interface Figures {
  count: number;
  amountMinor: bigint;
  feeMinor: bigint;
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

export interface DisbursementTotals {
  today: Figures;
  yesterday: Figures;
  all: Figures;
  filtered: Figures;
}

export async function sumDisbursements(on: Queryable, query: DisbursementQuery, now: Date, timeZone: string): Promise<DisbursementTotals> {
  const today = dayOf(now, timeZone);
  const [from, begin] = [addDays(today, -1), today].map((day) => firstSystemNo(startOfDay(day, timeZone)));
  const owned = sql`member_no = ${query.memberNo} and kind = ${query.kind} and status <> 'cancelled'`;
  const [all, days, filtered] = [
    await figures(on, owned),
    await sql<Figures & { isToday: boolean }>`
      select system_no >= ${begin} as "isToday", ${sums} from disbursements where ${owned} and system_no >= ${from} group by 1`.execute(on),
    await figures(on, conditions(query)),
  ];
  const dayOfKind = (isToday: boolean): Figures => days.rows.find((row) => row.isToday === isToday) ?? NOTHING;
  return { today: dayOfKind(true), yesterday: dayOfKind(false), all, filtered };
}

const NOTHING: Figures = { count: 0, amountMinor: 0n, feeMinor: 0n };

const sums = sql`count(*)::integer as count, coalesce(sum(amount), 0)::bigint as "amountMinor", coalesce(sum(fee), 0)::bigint as "feeMinor"`;

async function figures(on: Queryable, where: RawBuilder<unknown>): Promise<Figures> {
  const { rows } = await sql<Figures>`select ${sums} from disbursements where ${where}`.execute(on);
  return rows[0] ?? NOTHING;
}

function conditions({ memberNo, kind, q, status, type, range }: DisbursementQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`member_no = ${memberNo}`, sql`kind = ${kind}`];
  if (q !== undefined && q !== '') parts.push(sql`(starts_with(order_no, ${q}) or starts_with(system_no::text, ${q}))`);
  if (status !== 'all') parts.push(sql`status = ${status}`);
  if (type !== undefined) parts.push(sql`type = ${type}`);
  if (range?.from !== undefined) parts.push(sql`system_no >= ${firstSystemNo(new Date(range.from))}`);
  if (range?.to !== undefined) parts.push(sql`system_no < ${firstSystemNo(new Date(range.to))}`);
  return sql.join(parts, sql` and `);
}
