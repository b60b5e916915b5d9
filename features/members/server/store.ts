/** SQL of the table `members`. */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { PREPARED, type Queryable, type Tx } from '#foundation/server/postgres/database.ts';
import type { SettlementTerms } from '#features/ledger/settlement.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { type Member, type MemberChanges, type MemberFlags, type Stop, stops } from '../member.ts';

interface MemberRecord {
  member_no: bigint;
  kind: Member['kind'];
  uplines: bigint[];
  name: string;
  level: number;
  state: Member['state'];
  certification: Member['certification'];
  settlement_mode: 'D' | 'T';
  settlement_days: number;
  same_day_ratio: number;
  created_at: Date;
}

const memberColumns = sql.raw(
  'member_no, kind, uplines, name, level, state, certification, settlement_mode, settlement_days, same_day_ratio, created_at',
);

export async function selectMember(on: Queryable, memberNo: bigint): Promise<Member | undefined> {
  const { rows } = await sql<MemberRecord>`${PREPARED}
    select ${memberColumns}
    from members where member_no = ${memberNo}`.execute(on);
  return rows[0] && memberOf(rows[0]);
}

/** Returns the members' settlement terms by member number. */
export async function selectSettlements(
  on: Queryable,
  memberNos: readonly bigint[],
): Promise<Map<bigint, SettlementTerms>> {
  const { rows } = await sql<{ memberNo: bigint } & SettlementTerms>`${PREPARED}
    select member_no as "memberNo", settlement_mode as mode, settlement_days as days, same_day_ratio as "sameDayRatioE4"
    from members where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(on);
  return new Map(rows.map(({ memberNo, ...terms }) => [memberNo, terms]));
}

export async function lockMember(tx: Tx, memberNo: bigint): Promise<Member | undefined> {
  const { rows } = await sql<MemberRecord>`
    select ${memberColumns}
    from members where member_no = ${memberNo} for no key update`.execute(tx);
  return rows[0] && memberOf(rows[0]);
}

/** Returns undefined if the number is taken. */
export async function insertMember(
  tx: Tx,
  {
    memberNo,
    kind,
    uplines,
    name,
    settlement,
    remark,
    createdAt,
  }: Pick<Member, 'memberNo' | 'kind' | 'uplines' | 'name' | 'settlement' | 'createdAt'> & { remark: string },
): Promise<Member | undefined> {
  const { rows } = await sql<MemberRecord>`
    insert into members (member_no, kind, uplines, name, settlement_mode, settlement_days, same_day_ratio, remark, created_at)
    values (${memberNo}, ${kind}, ${arrayLiteral(uplines)}::bigint[], ${name}, ${settlement.mode}, ${settlement.days}, ${settlement.sameDayRatioE4}, ${remark}, ${createdAt})
    on conflict (member_no) do nothing returning ${memberColumns}`.execute(tx);
  return rows[0] && memberOf(rows[0]);
}

function memberOf(row: MemberRecord): Member {
  return {
    memberNo: row.member_no,
    kind: row.kind,
    uplines: row.uplines,
    name: row.name,
    level: row.level,
    state: row.state,
    certification: row.certification,
    settlement: { mode: row.settlement_mode, days: row.settlement_days, sameDayRatioE4: row.same_day_ratio },
    createdAt: row.created_at,
  };
}

/** Returns false if there is no such member. */
export async function updateMember(
  tx: Tx,
  memberNo: bigint,
  { name, level, state, certification, settlement }: MemberChanges,
): Promise<boolean> {
  const { rows } = await sql`
    update members set name = coalesce(${name ?? null}, name), level = coalesce(${level ?? null}, level), state = coalesce(${state ?? null}, state), certification = coalesce(${certification ?? null}, certification),
      settlement_mode = coalesce(${settlement?.mode ?? null}, settlement_mode), settlement_days = coalesce(${settlement?.days ?? null}, settlement_days),
      same_day_ratio = coalesce(${settlement?.sameDayRatioE4 ?? null}, same_day_ratio)
    where member_no = ${memberNo} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns false if the agent is not directly above the member, or the remark is the same. */
export async function updateRemark(
  tx: Tx,
  { memberNo, agentNo, remark }: { memberNo: bigint; agentNo: bigint; remark: string },
): Promise<boolean> {
  const { rows } = await sql`
    update members set remark = ${remark}
    where member_no = ${memberNo} and uplines[1] = ${agentNo} and remark <> ${remark} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function isDirectlyBelow(on: Queryable, memberNo: bigint, agentNo: bigint): Promise<boolean> {
  const { rows } = await sql`select 1 from members where member_no = ${memberNo} and uplines[1] = ${agentNo}`.execute(
    on,
  );
  return rows.length > 0;
}

/** Until the transaction ends, members are added or moved by it alone. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('places of members'))`.execute(tx);
}

/** Until the transaction ends, no member is moved. */
export async function holdTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('places of members'))`.execute(tx);
}

/** A member and all below it. */
export interface Subtree {
  merchants: number;
  agents: number;
  /** How many agents are above the lowest of the agents; null without any. */
  lowestAgent: number | null;
}

/** By the index `members_by_upline`. */
export async function selectSubtree(on: Queryable, memberNo: bigint): Promise<Subtree> {
  const { rows } = await sql<Subtree>`
    select (count(*) filter (where kind = 'merchant'))::integer as merchants, (count(*) filter (where kind = 'agent'))::integer as agents,
      max(cardinality(uplines)) filter (where kind = 'agent') as "lowestAgent"
    from members where ${withAllBelow(memberNo)}`.execute(on);
  return rows[0] ?? { merchants: 0, agents: 0, lowestAgent: null };
}

export type Place = Pick<Member, 'memberNo' | 'kind' | 'uplines'>;

/**
 * Puts a member and all below it under these agents, nearest first, and returns their new places. What the agent directly
 * above noted about the member was that agent's.
 */
export async function updateUplines(tx: Tx, memberNo: bigint, uplines: readonly bigint[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    update members set uplines = uplines[1:coalesce(array_position(uplines, ${memberNo}::bigint), 0)] || ${arrayLiteral(uplines)}::bigint[],
      remark = case when member_no = ${memberNo} then '' else remark end
    where ${withAllBelow(memberNo)} returning member_no as "memberNo", kind, uplines`.execute(tx);
  return rows;
}

function withAllBelow(memberNo: bigint) {
  return sql`(member_no = ${memberNo} or uplines @> array[${memberNo}]::bigint[])`;
}

export async function selectFlags(on: Queryable, memberNo: bigint): Promise<MemberFlags | undefined> {
  const { rows } = await sql<{ switchedOff: Stop[]; cardsAutomatic: boolean | null }>`
    select stopped as "switchedOff", cards_automatic as "cardsAutomatic" from members where member_no = ${memberNo}`.execute(
    on,
  );
  return rows[0] && { ...rows[0], switchedOff: stops.filter((stop) => rows[0]?.switchedOff.includes(stop)) };
}

export async function updateFlags(
  tx: Tx,
  memberNo: bigint,
  { switchedOff, cardsAutomatic }: MemberFlags,
): Promise<void> {
  await sql`
    update members set stopped = ${arrayLiteral(switchedOff)}::text[], cards_automatic = ${cardsAutomatic} where member_no = ${memberNo}`.execute(
    tx,
  );
}
