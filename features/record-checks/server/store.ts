/** Tables `record_checks`, `record_check_rows` and `record_differences`. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { OrderStatus } from '#features/orders/statuses.ts';
import { parseSystemNo } from '#foundation/core/system-number.ts';
import type { Language } from '#foundation/core/words.ts';
import { columnLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { RecordStatus } from '../columns.ts';
import { type CheckState, type DifferenceKind, MAX_KEPT_DIFFERENCES } from '../rules.ts';
import type { MemberRecord } from './reading.ts';

/** Names a check: every statement is about one member. */
export interface CheckKey {
  memberNo: bigint;
  checkId: string;
}

export interface NewCheck extends CheckKey {
  userId: bigint;
  language: Language;
  from: Date;
  to: Date;
  firstDay: string;
  lastDay: string;
  currency: string;
  rowCount: number;
  createdAt: Date;
}

export interface CheckTotals {
  matched: number;
  /** Amounts are decimal texts, as JSON has no integers of this size. */
  ours: { count: number; amountMinor: string };
  theirs: { count: number; amountMinor: string };
  outside: number;
  differences: Partial<Record<DifferenceKind, number>>;
}

export interface RecordCheck extends NewCheck {
  state: CheckState;
  progress: number;
  totals: CheckTotals | null;
  downloadId: string | null;
}

export interface StoredDifference {
  kind: DifferenceKind;
  number: string;
  line: number | null;
  theirAmountMinor: bigint | null;
  theirStatus: RecordStatus | null;
  theirDay: string | null;
  systemNo: bigint | null;
  ourAmountMinor: bigint | null;
  ourStatus: OrderStatus | null;
  ourCreatedAt: Date | null;
  ourPaidAt: Date | null;
}

export async function insertCheck(tx: Tx, check: NewCheck): Promise<void> {
  await sql`
    insert into record_checks (member_no, check_id, user_id, language, from_at, to_at, first_day, last_day, currency, row_count, state, created_at)
    values (${check.memberNo}, ${check.checkId}, ${check.userId}, ${check.language}, ${check.from}, ${check.to}, ${check.firstDay}, ${check.lastDay},
      ${check.currency}, ${check.rowCount}, 'running', ${check.createdAt})`.execute(tx);
}

export async function insertRows(
  tx: Tx,
  { memberNo, checkId }: CheckKey,
  rows: readonly MemberRecord[],
): Promise<void> {
  await sql`
    insert into record_check_rows (member_no, check_id, line, number, system_no, amount, status, day)
    select ${memberNo}::bigint, ${checkId}::uuid, line, number, system_no, amount, status, day
    from unnest(${columnLiteral(rows.map(({ line }) => line))}::integer[], ${columnLiteral(rows.map(({ number }) => number))}::text[],
      ${columnLiteral(rows.map(({ number }) => parseSystemNo(number)))}::bigint[], ${columnLiteral(rows.map(({ amountMinor }) => amountMinor))}::bigint[],
      ${columnLiteral(rows.map(({ status }) => status))}::text[], ${columnLiteral(rows.map(({ day }) => day))}::date[])
      as given (line, number, system_no, amount, status, day)`.execute(tx);
}

export async function selectCheck(on: Queryable, { memberNo, checkId }: CheckKey): Promise<RecordCheck | undefined> {
  const { rows } = await sql<RecordCheck>`
    select member_no as "memberNo", check_id as "checkId", user_id as "userId", language, from_at as "from", to_at as "to",
      first_day::text as "firstDay", last_day::text as "lastDay", currency, row_count as "rowCount", state, progress, totals,
      download_id as "downloadId", created_at as "createdAt"
    from record_checks where member_no = ${memberNo} and check_id = ${checkId}`.execute(on);
  return rows[0];
}

/** Keeps other runs of the check away until the transaction ends, and returns what they have left. */
export async function lockCheck(
  tx: Tx,
  { memberNo, checkId }: CheckKey,
): Promise<Pick<RecordCheck, 'state' | 'totals'> | undefined> {
  const { rows } = await sql<Pick<RecordCheck, 'state' | 'totals'>>`
    select state, totals from record_checks where member_no = ${memberNo} and check_id = ${checkId} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Makes the checks of a member begin one after the other, so that the bound holds. */
export async function lockChecksOf(tx: Tx, memberNo: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('record checks ' || ${memberNo}::text, 0))`.execute(tx);
}

export async function countUnfinished(on: Queryable, memberNo: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from record_checks where member_no = ${memberNo} and state = 'running'`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

export async function selectEndedBefore(on: Queryable, memberNo: bigint, before: Date): Promise<string[]> {
  const { rows } = await sql<{ checkId: string }>`
    select check_id as "checkId" from record_checks where member_no = ${memberNo} and created_at < ${before} and state <> 'running'`.execute(
    on,
  );
  return rows.map(({ checkId }) => checkId);
}

export async function deleteCheck(tx: Tx, { memberNo, checkId }: CheckKey): Promise<void> {
  await sql`delete from record_checks where member_no = ${memberNo} and check_id = ${checkId}`.execute(tx);
}

export async function deleteDifferences(tx: Tx, { memberNo, checkId }: CheckKey): Promise<void> {
  await sql`delete from record_differences where member_no = ${memberNo} and check_id = ${checkId}`.execute(tx);
}

/** The file is not needed once it is compared. */
export async function deleteRows(tx: Tx, { memberNo, checkId }: CheckKey): Promise<void> {
  await sql`delete from record_check_rows where member_no = ${memberNo} and check_id = ${checkId}`.execute(tx);
}

/** Returns false if the check has ended. */
export async function updateProgress(
  on: Queryable,
  { memberNo, checkId }: CheckKey,
  progress: number,
  totals: CheckTotals | null,
): Promise<boolean> {
  const { rowCount } = await sql`
    update record_checks set progress = ${progress}, totals = coalesce(${totals === null ? null : JSON.stringify(totals)}::jsonb, totals)
    where member_no = ${memberNo} and check_id = ${checkId} and state = 'running'`.execute(on);
  return rowCount === 1;
}

/** Returns false if the check had ended before. */
export async function updateEnded(
  on: Queryable,
  { memberNo, checkId }: CheckKey,
  { state, downloadId, at }: { state: 'done' | 'failed'; downloadId: string | null; at: Date },
): Promise<boolean> {
  const { rowCount } = await sql`
    update record_checks set state = ${state}, progress = case when ${state}::text = 'done' then 100 else progress end, download_id = ${downloadId}, finished_at = ${at}
    where member_no = ${memberNo} and check_id = ${checkId} and state = 'running'`.execute(on);
  return rowCount === 1;
}

/**
 * Compares the rows of a check with the member's pay-ins, in one statement, and so with the orders of one moment. Stores
 * the differences, and returns what there is of each.
 */
export async function insertDifferences(
  tx: Tx,
  { memberNo, checkId, from, to, firstDay, lastDay }: Omit<RecordCheck, 'totals'>,
): Promise<CheckTotals> {
  const { rows } = await sql<CheckTotals>`
    with placed as (
      select r.line, r.number, r.amount, r.status, r.day, o.system_no, o.amount as our_amount, o.status as our_status, o.created_at, o.paid_at,
        -- The row says itself that it is of another day.
        coalesce(r.day < ${firstDay}::date or r.day > ${lastDay}::date, false) as is_elsewhere,
        o.paid_at >= ${from} and o.paid_at < ${to} as is_paid_inside,
        case o.status when 'success' then 'paid' when 'reversed' then 'reversed' else 'unpaid' end as our_word,
        exists (select from order_numbers recharged
          where recharged.member_no = ${memberNo} and recharged.kind = 'recharge' and recharged.order_no = r.number) as is_recharge,
        row_number() over (partition by coalesce(o.system_no::text, 'n ' || r.number) order by r.line) as turn
      from record_check_rows r
      left join order_numbers n on n.member_no = ${memberNo} and n.kind = 'payin' and n.order_no = r.number
      left join orders o on o.member_no = ${memberNo} and o.system_no = coalesce(n.system_no, r.system_no) and o.kind = 'payin'
      where r.member_no = ${memberNo} and r.check_id = ${checkId}),
    judged as (
      select *, case
        when system_no is null and is_recharge then 'outside'
        when turn > 1 then 'duplicate_there'
        when system_no is null or not is_inside then case when is_elsewhere then 'outside' else 'missing_here' end
        when our_word <> status then 'status_differs'
        when our_amount <> amount then 'amount_differs'
        else 'matched' end as kind
      from (
        select *, case
          when is_paid_inside then true
          when status = 'unpaid' then created_at >= ${from} and created_at < ${to}
          when paid_at is null then not is_elsewhere
          else false end as is_inside
        from placed) placed),
    ours as (
      select system_no, order_no, amount, status, created_at, paid_at from orders
      where member_no = ${memberNo} and kind = 'payin' and paid_at >= ${from} and paid_at < ${to}),
    found as (
      select kind, number, line, amount, status, day, system_no, our_amount, our_status, created_at, paid_at
      from judged where kind not in ('matched', 'outside')
      union all
      select 'missing_there', order_no, null, null, null, null, system_no, amount, status, created_at, paid_at
      from ours where not exists (select from placed where placed.system_no = ours.system_no)),
    numbered as (select *, row_number() over (order by line nulls last, system_no) as place from found),
    kept as (
      insert into record_differences (member_no, check_id, place, kind, number, line, their_amount, their_status, their_day, system_no, our_amount, our_status,
        our_created_at, our_paid_at)
      select ${memberNo}::bigint, ${checkId}::uuid, place, kind, number, line, amount, status, day, system_no, our_amount, our_status, created_at, paid_at
      from numbered where place <= ${MAX_KEPT_DIFFERENCES})
    select ${countOf(sql`judged where kind = 'matched'`)} as matched, ${countOf(sql`judged where kind = 'outside'`)} as outside,
      ${sumsOf(sql`ours`)} as ours, ${sumsOf(sql`judged where status <> 'unpaid' and kind <> 'outside'`)} as theirs,
      (select coalesce(jsonb_object_agg(kind, count), '{}') from (select kind, count(*) as count from found group by kind) counted) as differences`.execute(
    tx,
  );
  const [totals] = rows;
  if (!totals) throw new Error('a comparison has no result');
  return totals;
}

function countOf(rows: Sql): Sql {
  return sql`(select count(*)::integer from ${rows})`;
}

function sumsOf(rows: Sql): Sql {
  return sql`(select jsonb_build_object('count', count(*), 'amountMinor', coalesce(sum(amount), 0)::text) from ${rows})`;
}

/** In their order: rows of the file, then what it does not have. */
export function differencesOf({ memberNo, checkId }: CheckKey, most: number): Sql<StoredDifference> {
  return sql<StoredDifference>`
    select kind, number, line, their_amount as "theirAmountMinor", their_status as "theirStatus", their_day::text as "theirDay", system_no as "systemNo",
      our_amount as "ourAmountMinor", our_status as "ourStatus", our_created_at as "ourCreatedAt", our_paid_at as "ourPaidAt"
    from record_differences where member_no = ${memberNo} and check_id = ${checkId} order by place limit ${most}`;
}

export async function selectDifferences(on: Queryable, key: CheckKey, most: number): Promise<StoredDifference[]> {
  return (await differencesOf(key, most).execute(on)).rows;
}
