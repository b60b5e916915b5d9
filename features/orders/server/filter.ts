/** The order list's query, and the same query as SQL. */
import { sql, type RawBuilder } from 'kysely';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { NotifyFilter, OrderStatusFilter } from '../statuses.ts';

/** Whose orders a list shows, and where they are. Every part names the owner, as `o` where it is a condition. */
export interface OrderSource {
  /** The table of the orders. */
  readonly orders: RawBuilder<unknown>;
  readonly owned: RawBuilder<unknown>;
  /** The rows by the merchant's number and the amount: what follows `from`, as `o`, with its condition. */
  readonly numbered: RawBuilder<unknown>;
  /** The roll-ups of a channel, or of all: what follows `from`, with its condition. */
  rollups(channelId: number | undefined): RawBuilder<unknown>;
  /** Whether the rows have the callback's status as a column; otherwise it is in `callbacks`. */
  readonly hasNotifyStatus: boolean;
  /** A further sum over paid orders: of each row, and the roll-ups' columns of it. */
  readonly more?: { readonly row: RawBuilder<unknown>; readonly created: string; readonly paid: string };
}

export interface OrderQuery {
  memberNo: bigint;
  /** Absent: the member's own orders. */
  source?: OrderSource | undefined;
  page: number;
  limit: number;
  sort: 'createdAt' | 'paidAt';
  order: 'asc' | 'desc';
  q?: string | undefined;
  /** `open`: not paid; for the second part of a list sorted by payment. */
  status: OrderStatusFilter | 'all' | 'open';
  channelId?: number | undefined;
  notifyStatus?: NotifyFilter | undefined;
  amountFromMinor?: bigint | undefined;
  amountToMinor?: bigint | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  paidFrom?: Date | undefined;
  paidTo?: Date | undefined;
}

export interface OrderTotals {
  count: number;
  capped: boolean;
  successCount: number;
  amountMinor: bigint;
  successAmountMinor: bigint;
  feeMinor: bigint;
  /** The source's further sum. */
  moreMinor: bigint;
}

/** As the database returns them: sums of any size. */
export interface TotalsRow {
  count: bigint;
  successCount: bigint;
  amount: string;
  successAmount: string;
  fee: string;
  more?: string;
}

export function totalsOf({ count, successCount, amount, successAmount, fee, more }: TotalsRow): OrderTotals {
  return {
    count: Number(count),
    capped: false,
    successCount: Number(successCount),
    amountMinor: BigInt(amount),
    successAmountMinor: BigInt(successAmount),
    feeMinor: BigInt(fee),
    moreMinor: BigInt(more ?? 0),
  };
}

export function sourceOf({ source, memberNo }: Pick<OrderQuery, 'source' | 'memberNo'>): OrderSource {
  return source ?? ownOrders(memberNo);
}

function ownOrders(memberNo: bigint): OrderSource {
  return {
    orders: sql`orders`,
    owned: sql`o.member_no = ${memberNo}`,
    numbered: sql`order_numbers o where o.member_no = ${memberNo}`,
    rollups: (channelId) => sql`order_rollups where member_no = ${memberNo}
      ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}`,
    hasNotifyStatus: false,
  };
}

/** The filter as SQL. `candidates`: the system numbers that a search or a rare status was narrowed to. */
export function conditions(query: OrderQuery, candidates?: readonly bigint[]): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sourceOf(query).owned, ...numbersWithin('o', query, candidates)];
  if (candidates) parts.push(sql`o.system_no = any(${candidates.map(String)}::bigint[])`);
  if (query.paidFrom ?? query.paidTo) parts.push(sql`o.paid_at is not null`);
  if (query.paidFrom) parts.push(sql`o.paid_at >= ${query.paidFrom}`);
  if (query.paidTo) parts.push(sql`o.paid_at < ${query.paidTo}`);
  // Literals, so that the planner uses the partial indexes of the two rare statuses.
  if (query.status === 'unpaid') parts.push(sql`o.status = 'unpaid'`);
  if (query.status === 'expired') parts.push(sql`o.status = 'expired'`);
  if (query.status === 'open') parts.push(sql`o.paid_at is null`);
  // Includes orders that were reversed later: they count where they were paid, as in the roll-ups.
  if (query.status === 'success') parts.push(sql`o.paid_at is not null`);
  if (query.channelId !== undefined) parts.push(sql`o.channel_id = ${query.channelId}`);
  if (query.amountFromMinor !== undefined) parts.push(sql`o.amount >= ${query.amountFromMinor}`);
  if (query.amountToMinor !== undefined) parts.push(sql`o.amount <= ${query.amountToMinor}`);
  const { notifyStatus } = query;
  if (sourceOf(query).hasNotifyStatus) {
    if (notifyStatus) parts.push(sql`o.notify_status = ${sql.lit(notifyStatus)}`);
  } else if (notifyStatus === 'none') parts.push(sql`(o.paid_at is null or o.notify_url is null)`);
  // Orders with a rare notify status are found by it, unless the search is by number.
  else if (notifyStatus === 'delivered' || (notifyStatus && query.q))
    parts.push(
      sql`o.paid_at is not null and exists (select from callbacks c where ${ofOrder(query, candidates)} and ${hasNotifyStatus(notifyStatus)})`,
    );
  return sql.join(parts, sql` and `);
}

/** The condition on callback `c`. Literals, so that the planner uses the partial indexes. */
export function hasNotifyStatus(status: Exclude<NotifyFilter, 'none'>): RawBuilder<unknown> {
  return status === 'retrying' ? sql`c.status = 'pending' and c.attempts > 0` : sql`c.status = ${sql.lit(status)}`;
}

/** The condition that callback `c` belongs to order `o`. */
export function ofOrder(query: OrderQuery, candidates?: readonly bigint[]): RawBuilder<unknown> {
  const parts = [
    sql`c.member_no = ${query.memberNo} and c.system_no = o.system_no and c.subject = 'payin'`,
    ...numbersWithin('c', query, candidates),
  ];
  return sql.join(parts, sql` and `);
}

/**
 * Stated for each table separately. It lets the planner skip the months that cannot match, since planning for them
 * takes longer than reading.
 */
function numbersWithin(
  table: 'o' | 'c',
  { createdFrom, createdTo }: OrderQuery,
  candidates: readonly bigint[] = [],
): RawBuilder<unknown>[] {
  const systemNo = sql.ref(`${table}.system_no`);
  const parts: RawBuilder<unknown>[] = [];
  if (createdFrom) parts.push(sql`${systemNo} >= ${firstSystemNo(createdFrom)}`);
  if (createdTo) parts.push(sql`${systemNo} < ${firstSystemNo(createdTo)}`);
  const [first, ...others] = candidates;
  if (first !== undefined) {
    const least = others.reduce((least, one) => (one < least ? one : least), first);
    const greatest = others.reduce((greatest, one) => (one > greatest ? one : greatest), first);
    parts.push(sql`${systemNo} between ${least} and ${greatest}`);
  }
  return parts;
}
