/** SQL of an agent's figures: all from its own roll-ups. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { SuccessCounts } from '../../rules.ts';
import { type BookingRange, coveringPieces } from '../statement/pieces.ts';
import { signedColumns } from '../statement/signed-columns.ts';

export interface DayFigures {
  /** The moment the day begins. */
  day: Date;
  commissionMinor: bigint;
  paidMinor: bigint;
  paidCount: bigint;
}

/** Days with figures of the whole tree, the oldest first. */
export async function selectTreeDays(on: Queryable, agentNo: bigint, from: Date): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select bucket as day, earned - returned as "commissionMinor", paid_amount as "paidMinor", paid_count as "paidCount" from agent_rollups
    where member_no = ${agentNo} and span = 'day' and subject_no = 0 and channel_id = 0 and bucket >= ${from} order by bucket`.execute(
    on,
  );
  return rows;
}

/** The net commission of each month with a booking, the oldest first. */
export async function selectCommissionMonths(
  on: Queryable,
  agentNo: bigint,
): Promise<{ month: Date; commissionMinor: bigint }[]> {
  const { rows } = await sql<{ month: Date; commissionMinor: bigint }>`
    select bucket as month, earned - returned as "commissionMinor" from agent_rollups
    where member_no = ${agentNo} and span = 'month' and subject_no = 0 and channel_id = 0 and (earned_count > 0 or returned_count > 0) order by bucket`.execute(
    on,
  );
  return rows;
}

export interface MemberFigures extends SuccessCounts {
  memberNo: bigint;
  paidMinor: bigint;
  paidCount: bigint;
  commissionMinor: bigint;
}

interface FiguresRow {
  memberNo: bigint;
  paid: string;
  paidCount: bigint;
  createdCount: bigint;
  successCount: bigint;
  commission: string;
}

const figures = sql`
  subject_no as "memberNo", coalesce(sum(paid_amount), 0) as paid, coalesce(sum(paid_count), 0)::bigint as "paidCount",
  coalesce(sum(created_count), 0)::bigint as "createdCount", coalesce(sum(success_count), 0)::bigint as "successCount", coalesce(sum(earned - returned), 0) as commission`;

const figureColumns = ['paid_amount', 'paid_count', 'created_count', 'success_count', 'earned', 'returned'];

/** The members directly below `parentNo` with the highest paid amounts, as the agent sees them. */
export async function selectBestMembers(
  on: Queryable,
  {
    agentNo,
    parentNo,
    timeZone,
    limit,
    ...range
  }: BookingRange & { agentNo: bigint; parentNo: bigint; timeZone: string; limit: number },
): Promise<MemberFigures[]> {
  const parts = coveringPieces(range, timeZone).rolled.map(
    ({ span, from, to, sign }) => sql`
      select subject_no, ${signedColumns(figureColumns, sign)} from agent_rollups
      where member_no = ${agentNo} and span = ${sql.lit(span)} and parent_no = ${parentNo} and channel_id = 0
        and bucket >= ${from ?? '-infinity'}::timestamptz and bucket < ${to ?? 'infinity'}::timestamptz`,
  );
  const { rows } = await sql<FiguresRow>`
    select ${figures} from (${sql.join(parts, ' union all ')}) r group by subject_no having sum(paid_count) > 0
    order by sum(paid_amount) desc, subject_no limit ${limit}`.execute(on);
  return rows.map(figuresOf);
}

/** Figures of a span of days, and of its last days alone. */
export interface RecentFigures extends MemberFigures {
  recent: SuccessCounts;
}

/** The figures of members of the agent's tree, from a day on. Members without any are left out. */
export async function selectMemberFigures(
  on: Queryable,
  {
    agentNo,
    memberNos,
    from,
    recentFrom,
  }: { agentNo: bigint; memberNos: readonly bigint[]; from: Date; recentFrom: Date },
): Promise<RecentFigures[]> {
  if (memberNos.length === 0) return [];
  const isRecent = sql`bucket >= ${recentFrom}`;
  const { rows } = await sql<FiguresRow & { recentCreated: bigint; recentSuccess: bigint }>`
    select ${figures}, coalesce(sum(created_count) filter (where ${isRecent}), 0)::bigint as "recentCreated",
      coalesce(sum(success_count) filter (where ${isRecent}), 0)::bigint as "recentSuccess"
    from agent_rollups
    where member_no = ${agentNo} and span = 'day' and subject_no = any(${arrayLiteral(memberNos)}::bigint[]) and channel_id = 0 and bucket >= ${from}
    group by subject_no`.execute(on);
  return rows.map(({ recentCreated, recentSuccess, ...row }) => ({
    ...figuresOf(row),
    recent: { createdCount: recentCreated, successCount: recentSuccess },
  }));
}

function figuresOf({ memberNo, paid, paidCount, createdCount, successCount, commission }: FiguresRow): MemberFigures {
  return {
    memberNo,
    paidMinor: BigInt(paid),
    paidCount,
    createdCount,
    successCount,
    commissionMinor: BigInt(commission),
  };
}

/** Names and types of members, by number. */
export async function selectKinds(
  on: Queryable,
  memberNos: readonly bigint[],
): Promise<Map<bigint, { name: string; kind: 'merchant' | 'agent' }>> {
  if (memberNos.length === 0) return new Map();
  const { rows } = await sql<{ memberNo: bigint; name: string; kind: 'merchant' | 'agent' }>`
    select member_no as "memberNo", name, kind from members where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return new Map(rows.map(({ memberNo, name, kind }) => [memberNo, { name, kind }]));
}
