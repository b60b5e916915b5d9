/**
 * SQL of the list of an agent's members. Members and users are found first; their balances and figures are then read by
 * their numbers, so each statement names its members.
 */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';

export interface MemberFilter {
  /** The agent whose direct members are listed. With `q`, its whole tree. */
  agentNo: bigint;
  /** The beginning of a number, a name or a username. */
  q?: string | undefined;
  type?: 'merchant' | 'agent' | undefined;
  state?: 'active' | 'disabled' | undefined;
  certification?: readonly MemberCard['certification'][] | undefined;
  registeredFrom?: Date | undefined;
  registeredTo?: Date | undefined;
}

/** A search returns at most this many members. */
const MAX_FOUND = 1_000;

export interface FoundMember {
  memberNo: bigint;
  registeredAt: Date;
}

export async function selectFoundMembers(on: Queryable, filter: MemberFilter): Promise<FoundMember[]> {
  const { agentNo, q, type, state, certification, registeredFrom, registeredTo } = filter;
  const parts: Sql[] = [q ? foundBy(agentNo, q) : sql`m.uplines[1] = ${agentNo}`];
  if (type) parts.push(sql`m.kind = ${type}`);
  if (state) parts.push(sql`${stateOfMember} = ${state}`);
  if (certification) parts.push(sql`m.certification = any(${[...certification]}::text[])`);
  if (registeredFrom) parts.push(sql`m.created_at >= ${registeredFrom}`);
  if (registeredTo) parts.push(sql`m.created_at < ${registeredTo}`);
  const { rows } = await sql<FoundMember>`
    select m.member_no as "memberNo", m.created_at as "registeredAt" from members m left join users u on u.member_no = m.member_no
    where ${sql.join(parts, ' and ')}`.execute(on);
  return rows;
}

/** One list for each index, so that none of them reads the whole tree. */
function foundBy(agentNo: bigint, q: string): Sql {
  const below = sql`f.uplines @> array[${agentNo}]::bigint[]`;
  const prefix = likeBeginning(q.toLowerCase());
  const range = numberRange(q);
  const lists = [
    sql`select f.member_no from members f where lower(f.name) like ${prefix} and ${below}`,
    sql`select f.member_no from users n join members f on f.member_no = n.member_no where lower(n.username) like ${prefix} and ${below}`,
    ...(range
      ? [sql`select f.member_no from members f where f.member_no between ${range.from} and ${range.to} and ${below}`]
      : []),
  ];
  return sql`m.member_no in (${sql.join(lists, ' union ')} order by 1 limit ${MAX_FOUND})`;
}

/** The member numbers that begin with the typed digits. */
function numberRange(q: string): { from: bigint; to: bigint } | undefined {
  if (!/^\d{1,8}$/.test(q)) return undefined;
  const scale = 10n ** BigInt(8 - q.length);
  return { from: BigInt(q) * scale, to: BigInt(q) * scale + scale - 1n };
}

const stateOfMember = sql`case when m.state = 'disabled' or u.state = 'disabled' then 'disabled' else 'active' end`;

export interface MemberCard {
  memberNo: bigint;
  username: string;
  name: string;
  type: 'merchant' | 'agent';
  state: 'active' | 'disabled';
  certification: 'none' | 'pending' | 'approved' | 'rejected';
  registeredAt: Date;
  remark: string;
  uplines: bigint[];
}

export async function selectCards(on: Queryable, memberNos: readonly bigint[]): Promise<MemberCard[]> {
  if (memberNos.length === 0) return [];
  const { rows } = await sql<MemberCard>`
    select m.member_no as "memberNo", coalesce(u.username, '') as username, m.name, m.kind as type, ${stateOfMember} as state, m.certification,
      m.created_at as "registeredAt", m.remark, m.uplines
    from members m left join users u on u.member_no = m.member_no where m.member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return rows;
}

export interface MemberMoney {
  memberNo: bigint;
  balanceMinor: bigint;
  paidOutMinor: bigint;
}

/** Each member's balance, and what it has paid out as far as the job has read its wallet. */
export async function selectMoney(
  on: Queryable,
  memberNos: readonly bigint[],
  currency: string,
): Promise<MemberMoney[]> {
  if (memberNos.length === 0) return [];
  const { rows } = await sql<MemberMoney>`
    select w.member_no as "memberNo", w.wallet as "balanceMinor", coalesce(f.paid_out, 0) as "paidOutMinor"
    from wallets w left join agent_feed f on f.member_no = w.member_no and f.member_no = any(${arrayLiteral(memberNos)}::bigint[])
    where w.member_no = any(${arrayLiteral(memberNos)}::bigint[]) and w.currency = ${currency}`.execute(on);
  return rows;
}
