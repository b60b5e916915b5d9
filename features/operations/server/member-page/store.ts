/**
 * SQL of one member's page. Each statement names the member, or a handful of users by their keys. The history is read
 * by the index `audit_log_by_member` from its newest row on.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { readSums, type SumTexts } from '#foundation/server/postgres/sums.ts';

export interface Figures {
  orders: bigint;
  amountMinor: bigint;
  paidOrders: bigint;
  paidAmountMinor: bigint;
  feesMinor: bigint;
}

/** What was created and paid since the start of a day. */
export async function selectFigures(on: Queryable, memberNo: bigint, since: Date): Promise<Figures> {
  const { rows } = await sql<SumTexts<keyof Figures>>`
    select coalesce(sum(created_count), 0) as orders, coalesce(sum(created_amount), 0) as "amountMinor",
      coalesce(sum(paid_count), 0) as "paidOrders", coalesce(sum(paid_amount), 0) as "paidAmountMinor", coalesce(sum(paid_fee), 0) as "feesMinor"
    from order_rollups where member_no = ${memberNo} and span = 'day' and bucket >= ${since}`.execute(on);
  return readSums(rows[0], {
    orders: BigInt,
    amountMinor: BigInt,
    paidOrders: BigInt,
    paidAmountMinor: BigInt,
    feesMinor: BigInt,
  });
}

export interface PaidOut {
  count: bigint;
  amountMinor: bigint;
}

/** Withdrawals and payouts that were applied for since the start of a day and are paid. */
export async function selectPaidOut(on: Queryable, memberNo: bigint, since: Date): Promise<PaidOut> {
  const { rows } = await sql<SumTexts<keyof PaidOut>>`
    select coalesce(sum(count), 0) as count, coalesce(sum(amount), 0) as "amountMinor"
    from disbursement_days where member_no = ${memberNo} and day >= ${since} and status = 'paid'`.execute(on);
  return readSums(rows[0], { count: BigInt, amountMinor: BigInt });
}

/** The names of these members; unknown numbers are missing. */
export async function selectNames(on: Queryable, memberNos: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await sql<{ memberNo: bigint; name: string }>`
    select member_no as "memberNo", name from members where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return new Map(rows.map(({ memberNo, name }) => [memberNo, name]));
}

/** By the index `members_by_nearest`. */
export async function countBelow(on: Queryable, agentNo: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from members where uplines[1] = ${agentNo}`.execute(on);
  return rows[0]?.count ?? 0;
}

export interface MemberUserRow {
  userId: bigint;
  username: string;
  nickname: string;
  mobile: string | null;
  state: 'active' | 'disabled';
  hasPayPassword: boolean;
  mustChangePassword: boolean;
  authenticatorSince: Date | null;
  createdAt: Date;
  lastLoginAt: Date | null;
  lastLoginIp: string | null;
}

export async function selectMemberUsers(on: Queryable, memberNo: bigint): Promise<MemberUserRow[]> {
  const { rows } = await sql<MemberUserRow>`
    select u.user_id as "userId", u.username, u.nickname, case when u.mobile_confirmed then u.mobile end as mobile, u.state,
      u.pay_password_hash is not null as "hasPayPassword", u.must_change_password as "mustChangePassword", f.bound_at as "authenticatorSince",
      u.created_at as "createdAt", u.last_login_at as "lastLoginAt", host(u.last_login_ip) as "lastLoginIp"
    from users u left join authenticators f using (user_id) where u.member_no = ${memberNo} order by u.created_at, u.user_id`.execute(
    on,
  );
  return rows;
}

export interface UserSession {
  userId: bigint;
  device: string;
  ip: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Open sessions of these users, the last used first. By the index `sessions_open`. */
export async function selectUserSessions(
  on: Queryable,
  userIds: readonly bigint[],
  { now, seenSince }: { now: Date; seenSince: Date },
): Promise<UserSession[]> {
  const { rows } = await sql<UserSession>`
    select user_id as "userId", device, host(ip) as ip, created_at as "createdAt", last_seen_at as "lastSeenAt"
    from sessions where user_id = any(${arrayLiteral(userIds)}::bigint[]) and viewed_by is null and ended_at is null and expires_at > ${now} and last_seen_at > ${seenSince}
    order by last_seen_at desc, session_id`.execute(on);
  return rows;
}

export interface NewNote {
  memberNo: bigint;
  noteId: bigint;
  text: string;
  writtenBy: bigint;
  createdAt: Date;
}

export async function insertNote(tx: Tx, { memberNo, noteId, text, writtenBy, createdAt }: NewNote): Promise<void> {
  await sql`insert into member_notes (member_no, note_id, note, written_by, created_at)
    values (${memberNo}, ${noteId}, ${text}, ${writtenBy}, ${createdAt})`.execute(tx);
}

export interface Note {
  noteId: bigint;
  text: string;
  by: string;
  createdAt: Date;
}

interface Paging {
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export async function selectNotes(on: Queryable, memberNo: bigint, { order, limit, offset }: Paging): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select n.note_id as "noteId", n.note as text, u.username as by, n.created_at as "createdAt"
    from member_notes n join users u on u.user_id = n.written_by where n.member_no = ${memberNo}
    order by n.note_id ${sql.raw(order)} limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countNotes(on: Queryable, memberNo: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from member_notes where member_no = ${memberNo}`.execute(on);
  return rows[0]?.count ?? 0;
}

export interface HistoryQuery {
  memberNo: bigint;
  from: Date | undefined;
  to: Date | undefined;
}

export interface HistoryEntry {
  chain: bigint;
  seq: bigint;
  by: string | null;
  operator: boolean;
  action: AuditAction;
  object: string;
  result: 'done' | 'refused';
  ip: string | null;
  device: string;
  createdAt: Date;
}

export async function selectHistory(
  on: Queryable,
  query: HistoryQuery,
  { order, limit, offset }: Paging,
): Promise<HistoryEntry[]> {
  const { rows } = await historyRows(query, order, sql`limit ${limit} offset ${offset}`).execute(on);
  return rows;
}

export function historyRows(query: HistoryQuery, order: Paging['order'], page: Sql = sql``): Sql<HistoryEntry> {
  const direction = sql.raw(order);
  return sql<HistoryEntry>`
    select l.chain, l.seq, u.username as by, coalesce(u.role = 'operator', false) as operator, l.action, l.object, l.result, l.ip, l.device, l.created_at as "createdAt"
    from (select * from audit_log where ${within(query)} order by created_at ${direction}, chain ${direction}, seq ${direction} ${page}) l
    left join users u on u.user_id = l.chain order by l.created_at ${direction}, l.chain ${direction}, l.seq ${direction}`;
}

/** At most `most`. */
export async function countHistory(on: Queryable, query: HistoryQuery, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from audit_log where ${within(query)} limit ${most}) l`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

function within({ memberNo, from, to }: HistoryQuery): Sql {
  const since = from ? sql`and created_at >= ${from}` : sql``;
  const until = to ? sql`and created_at < ${to}` : sql``;
  return sql`member_no = ${memberNo} ${since} ${until}`;
}
