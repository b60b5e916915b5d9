/**
 * What operators see of channels beside their terms. Figures of a time are read from `platform_rollups` alone; the other
 * statements use an index by channel, or stop at a bound.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Rate } from '#features/channels/rules.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

export interface ChannelDay {
  channelId: number;
  createdCount: number;
  successCount: number;
  paidMinor: bigint;
}

/** From the hour `since` on. */
export async function selectChannelDays(on: Queryable, since: Date): Promise<Map<number, ChannelDay>> {
  const { rows } = await sql<{ channelId: number; createdCount: string; successCount: string; paidMinor: string }>`
    select channel_id as "channelId", sum(created_count) as "createdCount", sum(success_count) as "successCount", sum(paid_amount) as "paidMinor"
    from platform_rollups where span = 'hour' and bucket >= ${since} group by channel_id`.execute(on);
  return new Map(
    rows.map(({ channelId, createdCount, successCount, paidMinor }) => [
      channelId,
      {
        channelId,
        createdCount: Number(createdCount),
        successCount: Number(successCount),
        paidMinor: BigInt(paidMinor),
      },
    ]),
  );
}

/** Orders are copied to `platform_rollups` within this time. */
const COPIED_WITHIN_MS = 600_000;

/** The channels with at least one order: of copied days, or of the last minutes. */
export async function selectUsedChannels(on: Queryable, now: Date): Promise<Set<number>> {
  const copied = await sql<{ channelId: number }>`
    select distinct channel_id as "channelId" from platform_rollups where span = 'day'`.execute(on);
  const recent = await selectRecentChannels(on, new Date(now.getTime() - COPIED_WITHIN_MS));
  return new Set([...copied.rows, ...recent].map(({ channelId }) => channelId));
}

async function selectRecentChannels(on: Queryable, since: Date): Promise<{ channelId: number }[]> {
  const { rows } = await sql<{ channelId: number }>`
    select distinct channel_id as "channelId" from orders where system_no >= ${firstSystemNo(since)}`.execute(on);
  return rows;
}

/** Open orders are counted up to this many. */
export const MAX_OPEN_COUNTED = 10_000;

export interface AffectedCounts {
  members: number;
  ownRates: number;
  closedFor: number;
  openOrders: number;
}

export async function selectAffected(on: Queryable, channelId: number): Promise<AffectedCounts> {
  const [members, rates, openOrders] = [
    await countActiveMembers(on),
    await countOwnRates(on, channelId),
    await countOpenOrders(on, channelId),
  ];
  return { members, ...rates, openOrders };
}

async function countActiveMembers(on: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from members where state = 'active'`.execute(on);
  return rows[0]?.count ?? 0;
}

async function countOwnRates(
  on: Queryable,
  channelId: number,
): Promise<Pick<AffectedCounts, 'ownRates' | 'closedFor'>> {
  const { rows } = await sql<Pick<AffectedCounts, 'ownRates' | 'closedFor'>>`
    select count(*)::integer as "ownRates", (count(*) filter (where closed))::integer as "closedFor"
    from member_rates where channel_id = ${channelId}`.execute(on);
  return rows[0] ?? { ownRates: 0, closedFor: 0 };
}

/** Found by the index of unpaid orders, which holds no others. */
async function countOpenOrders(on: Queryable, channelId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from orders where status = 'unpaid' and channel_id = ${channelId} limit ${sql.lit(MAX_OPEN_COUNTED)}) o`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

export interface OwnRate {
  memberNo: bigint;
  memberName: string;
  rate: Rate;
  closed: boolean;
  changedAt: Date | null;
}

interface OwnRateRecord extends Omit<OwnRate, 'rate'> {
  percent: number;
  fixed: bigint;
  minFee: bigint | null;
  maxFee: bigint | null;
}

/** By member number, which is the order of the index by channel. */
export async function selectOwnRates(
  on: Queryable,
  channelId: number,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<OwnRate[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<OwnRateRecord>`
    select r.member_no as "memberNo", m.name as "memberName", r.percent, r.fixed, r.min_fee as "minFee", r.max_fee as "maxFee", r.closed,
      r.changed_at as "changedAt"
    from member_rates r join members m using (member_no)
    where r.channel_id = ${channelId} order by r.member_no ${direction} limit ${limit} offset ${offset}`.execute(on);
  return rows.map(({ percent, fixed, minFee, maxFee, ...row }) => ({
    ...row,
    rate: { percentE4: percent, fixedMinor: fixed, minFeeMinor: minFee, maxFeeMinor: maxFee },
  }));
}
