/** Order figures by day and by channel, read from the roll-ups only. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

export interface DayFigures {
  /** The instant the day begins. */
  day: Date;
  createdCount: number;
  createdMinor: bigint;
  /** Of the orders created that day. */
  successCount: number;
  /** Orders paid that day, whenever created. */
  paidCount: number;
  paidMinor: bigint;
  paidFeeMinor: bigint;
}

export interface ChannelFigures {
  channelId: number;
  createdCount: number;
  /** Of the orders created then. */
  successCount: number;
  paidCount: number;
  paidMinor: bigint;
}

export interface FigureRange {
  memberNo: bigint;
  /** Starts of days in the platform's time zone. */
  from: Date;
  to: Date;
  channelId?: number | undefined;
}

/** Whether any of the member's pay-ins was ever paid. */
export async function existsPayment(on: Queryable, memberNo: bigint): Promise<boolean> {
  const { rows } = await sql`
    select 1 from order_rollups where member_no = ${memberNo} and span = 'day' and kind = 'payin' and paid_count > 0 limit 1`.execute(
    on,
  );
  return rows.length > 0;
}

/** What was paid, hour by hour; omits hours without payments. */
export async function selectHourFigures(
  on: Queryable,
  { memberNo, from, to, channelId }: FigureRange,
): Promise<{ hour: Date; paidCount: number; paidMinor: bigint }[]> {
  const { rows } = await sql<{ hour: Date; paidCount: string; paidMinor: string }>`
    select bucket as hour, sum(paid_count) as "paidCount", sum(paid_amount) as "paidMinor"
    from order_rollups
    where member_no = ${memberNo} and span = 'hour' and bucket >= ${from} and bucket < ${to} ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
    group by bucket having sum(paid_count) > 0 order by bucket`.execute(on);
  return rows.map(({ hour, paidCount, paidMinor }) => ({
    hour,
    paidCount: Number(paidCount),
    paidMinor: BigInt(paidMinor),
  }));
}

/** Omits days without orders. */
export async function selectDayFigures(
  on: Queryable,
  { memberNo, from, to, channelId }: FigureRange,
): Promise<DayFigures[]> {
  const { rows } = await sql<{
    day: Date;
    createdCount: string;
    createdMinor: string;
    successCount: string;
    paidCount: string;
    paidMinor: string;
    paidFeeMinor: string;
  }>`
    select bucket as day, sum(created_count) as "createdCount", sum(created_amount) as "createdMinor", sum(success_count) as "successCount",
      sum(paid_count) as "paidCount", sum(paid_amount) as "paidMinor", sum(paid_fee) as "paidFeeMinor"
    from order_rollups
    where member_no = ${memberNo} and span = 'day' and bucket >= ${from} and bucket < ${to} ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
    group by bucket order by bucket`.execute(on);
  return rows.map((row) => ({
    day: row.day,
    createdCount: Number(row.createdCount),
    createdMinor: BigInt(row.createdMinor),
    successCount: Number(row.successCount),
    paidCount: Number(row.paidCount),
    paidMinor: BigInt(row.paidMinor),
    paidFeeMinor: BigInt(row.paidFeeMinor),
  }));
}

/** Largest amount first. `unpaid`: also channels on which nothing was paid. */
export async function selectChannelFigures(
  on: Queryable,
  { memberNo, from, to, channelId, unpaid = false }: FigureRange & { unpaid?: boolean },
): Promise<ChannelFigures[]> {
  const { rows } = await sql<{
    channelId: number;
    createdCount: string;
    successCount: string;
    paidCount: string;
    paidMinor: string;
  }>`
    select channel_id as "channelId", sum(created_count) as "createdCount", sum(success_count) as "successCount", sum(paid_count) as "paidCount", sum(paid_amount) as "paidMinor"
    from order_rollups
    where member_no = ${memberNo} and span = 'day' and bucket >= ${from} and bucket < ${to} ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
    group by channel_id having sum(${sql.raw(unpaid ? 'created_count' : 'paid_count')}) > 0 order by sum(paid_amount) desc, channel_id`.execute(
    on,
  );
  return rows.map((row) => ({
    channelId: row.channelId,
    createdCount: Number(row.createdCount),
    successCount: Number(row.successCount),
    paidCount: Number(row.paidCount),
    paidMinor: BigInt(row.paidMinor),
  }));
}
