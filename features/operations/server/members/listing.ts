/** The operators' list of all members. `members` is one table on every machine; a page reads its own members' figures by their keys. */
import type { Certification, MemberKind, MemberState } from '#features/members/member.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { readSums, type SumTexts } from '#foundation/server/postgres/sums.ts';
import type { ParsedMemberFilter } from '../../member-contract.ts';

export interface ListedMember {
  memberNo: bigint;
  name: string;
  kind: MemberKind;
  username: string | null;
  uplineNo: bigint | null;
  uplineName: string | null;
  level: number;
  state: MemberState;
  certification: Certification;
  createdAt: Date;
  lastSeenAt: Date | null;
}

const columns = sql`m.member_no as "memberNo", m.name, m.kind, u.username, m.uplines[1] as "uplineNo", a.name as "uplineName", m.level, m.state,
  m.certification, m.created_at as "createdAt", u.last_login_at as "lastSeenAt"`;

function orderOf({ sort, order }: Pick<ParsedMemberFilter, 'sort' | 'order'>): Sql {
  const direction = sql.raw(order);
  return sort === 'memberNo' ? sql`m.member_no ${direction}` : sql`m.created_at ${direction}, m.member_no ${direction}`;
}

/** The whole table is read only where nothing narrows the filter, and then through the index of its order. */
export async function selectMembers(on: Queryable, filter: ParsedMemberFilter): Promise<ListedMember[]> {
  const order = orderOf(filter);
  const { rows } = await sql<ListedMember>`
    select ${columns}
    from (select * from members m where ${memberConditions(filter)} order by ${order} limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}) m
    left join members a on a.member_no = m.uplines[1] left join users u on u.member_no = m.member_no
    order by ${order}`.execute(on);
  return rows;
}

/** All that match, in the list's order: for a cursor. */
export function memberRows(filter: Omit<ParsedMemberFilter, 'page' | 'limit'>): Sql<ListedMember> {
  return sql<ListedMember>`
    select ${columns} from members m
    left join members a on a.member_no = m.uplines[1] left join users u on u.member_no = m.member_no
    where ${memberConditions(filter)} order by ${orderOf(filter)}`;
}

export async function countMembers(on: Queryable, filter: Omit<ParsedMemberFilter, 'page' | 'limit'>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from members m where ${memberConditions(filter)}`.execute(on);
  return Number(rows[0]?.total ?? 0n);
}

export interface Volume {
  count: number;
  amountMinor: bigint;
}

/** What was paid to these members since the start of a day. */
export async function selectVolumes(
  on: Queryable,
  memberNos: readonly bigint[],
  since: Date,
): Promise<ReadonlyMap<bigint, Volume>> {
  const { rows } = await sql<{ memberNo: bigint } & SumTexts<keyof Volume>>`
    select member_no as "memberNo", sum(paid_count) as count, sum(paid_amount) as "amountMinor" from order_rollups
    where member_no = any(${arrayLiteral(memberNos)}::bigint[]) and span = 'day' and bucket >= ${since} group by member_no`.execute(
    on,
  );
  return new Map(rows.map((row) => [row.memberNo, readSums(row, { count: Number, amountMinor: BigInt })]));
}

export type MemberConditions = Omit<ParsedMemberFilter, 'page' | 'limit' | 'sort' | 'order'>;

/** Of `m`: `members`, or another table with these columns. */
export function memberConditions(
  { q = '', kind, state, certification, uplineNo, registeredRange }: MemberConditions,
  nearestUpline = sql`m.uplines[1]`,
): Sql {
  const parts: Sql[] = [sql`true`];
  if (q !== '') parts.push(found(q));
  if (kind !== undefined) parts.push(sql`m.kind = ${kind}`);
  if (state !== undefined) parts.push(sql`m.state = ${state}`);
  if (certification !== undefined) parts.push(sql`m.certification = any(${[certification].flat()}::text[])`);
  if (uplineNo !== undefined) parts.push(sql`${nearestUpline} = ${uplineNo}`);
  if (registeredRange?.from !== undefined) parts.push(sql`m.created_at >= ${new Date(registeredRange.from)}`);
  if (registeredRange?.to !== undefined) parts.push(sql`m.created_at < ${new Date(registeredRange.to)}`);
  return sql.join(parts, ' and ');
}

const DIGITS = 8;

/** Each way of finding has its own index. */
function found(text: string): Sql {
  const begins = likeBeginning(text.toLowerCase());
  const ways = [
    sql`select member_no from members where lower(name) like ${begins}`,
    sql`select member_no from users where lower(username) like ${begins} and member_no is not null`,
  ];
  if (/^\d{1,8}$/.test(text)) {
    const [from, to] = ['0', '9'].map((digit) => BigInt(text.padEnd(DIGITS, digit)));
    ways.push(sql`select member_no from members where member_no between ${from} and ${to}`);
  }
  return sql`m.member_no in (${sql.join(ways, ' union ')})`;
}
