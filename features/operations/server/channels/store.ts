/**
 * What operators see of channels beside their terms. Figures of a time are read from `platform_rollups` alone; the other
 * statements use an index by channel, or stop at a bound.
 */
import { sql } from 'kysely';
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
  const recent = firstSystemNo(new Date(now.getTime() - COPIED_WITHIN_MS));
  const { rows } = await sql<{ channelId: number }>`
    select channel_id as "channelId" from platform_rollups where span = 'day'
    union select channel_id from orders where system_no >= ${recent}`.execute(on);
  return new Set(rows.map(({ channelId }) => channelId));
}

/** Open orders are counted up to this many. */
export const MAX_OPEN_COUNTED = 10_000;

export interface AffectedCounts {
  members: number;
  ownRates: number;
  closedFor: number;
  openOrders: number;
}

/** Open orders are found by the index of unpaid ones, which holds no others. */
export async function selectAffected(on: Queryable, channelId: number): Promise<AffectedCounts> {
  const { rows } = await sql<AffectedCounts>`
    select (select count(*)::integer from members where state = 'active') as members,
      (select count(*)::integer from member_rates where channel_id = ${channelId}) as "ownRates",
      (select count(*)::integer from member_rates where channel_id = ${channelId} and closed) as "closedFor",
      (select count(*)::integer from (
        select 1 from orders where status = 'unpaid' and channel_id = ${channelId} limit ${sql.lit(MAX_OPEN_COUNTED)}) o) as "openOrders"`.execute(
    on,
  );
  const [counts] = rows;
  if (!counts) throw new Error('an aggregate without a row');
  return counts;
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
