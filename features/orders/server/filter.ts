/** The order list's query, and the same query as SQL. */
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { NotifyFilter, OrderStatus } from '../statuses.ts';

/** The statuses that roll-ups count under. Every order has one of these: reversed counts as success. */
export const COUNTED_STATUSES = ['unpaid', 'expired', 'success'] as const satisfies readonly OrderStatus[];

/** The wanted statuses, all if none is named, each order under one of them alone. */
export function statusesOf(wanted: readonly OrderStatus[]): readonly OrderStatus[] {
  if (wanted.length === 0) return COUNTED_STATUSES;
  return [...COUNTED_STATUSES, 'reversed' as const].filter(
    (status) => wanted.includes(status) && !(status === 'reversed' && wanted.includes('success')),
  );
}

export function hasEveryStatus({ statuses }: Pick<OrderQuery, 'statuses'>): boolean {
  return COUNTED_STATUSES.every((status) => statuses.includes(status));
}

/** Only reversed orders, which have an index of their own. */
export function areReversed({ statuses }: Pick<OrderQuery, 'statuses'>): boolean {
  return statuses.every((status) => status === 'reversed');
}

/** Whose orders a list shows, and where they are. Every part names the owner, as `o` where it is a condition. */
export interface OrderSource {
  /** The table of the orders. */
  readonly orders: Sql;
  readonly owned: Sql;
  /** The rows by the merchant's number and the amount: what follows `from`, as `o`, with its condition. */
  readonly numbered: Sql;
  /** The roll-ups of some channels, or of all: what follows `from`, with its condition. */
  rollups(channelIds: readonly number[] | undefined): Sql;
  /** Whether the rows have the callback's status as a column; otherwise it is in `callbacks`. */
  readonly hasNotifyStatus: boolean;
  /** A further sum over paid orders: of each row, and the roll-ups' columns of it. */
  readonly more?: { readonly row: Sql; readonly created: string; readonly paid: string };
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
  /** Never empty; as `statusesOf` returns them. */
  statuses: readonly OrderStatus[];
  channelIds?: readonly number[] | undefined;
  notifyStatuses?: readonly NotifyFilter[] | undefined;
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
    rollups: (channelIds) => sql`order_rollups where member_no = ${memberNo}
      ${channelIds === undefined ? sql`` : sql`and ${isOneOf(sql`channel_id`, channelIds)}`}`,
    hasNotifyStatus: false,
  };
}

/** For one value a comparison, which plans better than a list. */
export function isOneOf(column: Sql, ids: readonly number[]): Sql {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${[...ids]}::integer[])`;
}

/**
 * Literals, so that the planner uses the partial indexes of the rare statuses. `success` includes orders that were
 * reversed later: they count where they were paid, as in the roll-ups.
 */
function ofStatuses(query: OrderQuery): Sql[] {
  const { statuses } = query;
  if (hasEveryStatus(query)) return [];
  const [other] = COUNTED_STATUSES.filter((status) => !statuses.includes(status));
  if (other && statuses.length === 2 && !statuses.includes('reversed'))
    return [other === 'success' ? sql`o.paid_at is null` : sql`o.status <> ${sql.lit(other)}`];
  const each = statuses.map((status) =>
    status === 'success' ? sql`o.paid_at is not null` : sql`o.status = ${sql.lit(status)}`,
  );
  return [each.length === 1 ? sql`${each[0]}` : sql`(${sql.join(each, ' or ')})`];
}

/** Statuses of callbacks that few orders have. */
export type RareNotifyStatus = 'pending' | 'failed' | 'retrying';

export function areRareNotify(statuses: readonly NotifyFilter[]): statuses is readonly RareNotifyStatus[] {
  return statuses.every((status) => status !== 'none' && status !== 'delivered');
}

function ofNotifyStatuses(query: OrderQuery, candidates?: readonly bigint[]): Sql[] {
  const { notifyStatuses = [], q } = query;
  if (notifyStatuses.length === 0) return [];
  if (sourceOf(query).hasNotifyStatus)
    return [sql`o.notify_status in (${sql.join(notifyStatuses.map((status) => sql.lit(status)))})`];
  // Orders with a rare notify status are found by it, unless the search is by number.
  if (areRareNotify(notifyStatuses) && !q) return [];
  const reported = notifyStatuses.filter((status) => status !== 'none');
  const parts = [
    ...(notifyStatuses.includes('none') ? [sql`(o.paid_at is null or o.notify_url is null)`] : []),
    ...(reported.length === 0
      ? []
      : [
          sql`(o.paid_at is not null and exists (select from callbacks c where ${ofOrder(query, candidates)} and (${sql.join(reported.map(hasNotifyStatus), ' or ')})))`,
        ]),
  ];
  return [sql`(${sql.join(parts, ' or ')})`];
}

/** The filter as SQL. `candidates`: the system numbers that a search or a rare status was narrowed to. */
export function conditions(query: OrderQuery, candidates?: readonly bigint[]): Sql {
  const parts: Sql[] = [sourceOf(query).owned, ...numbersWithin('o', query, candidates)];
  if (candidates) parts.push(sql`o.system_no = any(${candidates.map(String)}::bigint[])`);
  if (query.paidFrom ?? query.paidTo) parts.push(sql`o.paid_at is not null`);
  if (query.paidFrom) parts.push(sql`o.paid_at >= ${query.paidFrom}`);
  if (query.paidTo) parts.push(sql`o.paid_at < ${query.paidTo}`);
  parts.push(...ofStatuses(query));
  if (query.channelIds) parts.push(isOneOf(sql`o.channel_id`, query.channelIds));
  if (query.amountFromMinor !== undefined) parts.push(sql`o.amount >= ${query.amountFromMinor}`);
  if (query.amountToMinor !== undefined) parts.push(sql`o.amount <= ${query.amountToMinor}`);
  parts.push(...ofNotifyStatuses(query, candidates));
  return sql.join(parts, ' and ');
}

/** The condition on callback `c`. Literals, so that the planner uses the partial indexes. */
export function hasNotifyStatus(status: Exclude<NotifyFilter, 'none'>): Sql {
  return status === 'retrying' ? sql`(c.status = 'pending' and c.attempts > 0)` : sql`c.status = ${sql.lit(status)}`;
}

/** The condition that callback `c` belongs to order `o`. */
export function ofOrder(query: OrderQuery, candidates?: readonly bigint[]): Sql {
  const parts = [
    sql`c.member_no = ${query.memberNo} and c.system_no = o.system_no and c.subject = 'payin'`,
    ...numbersWithin('c', query, candidates),
  ];
  return sql.join(parts, ' and ');
}

/**
 * Stated for each table separately. It lets the planner skip the months that cannot match, since planning for them
 * takes longer than reading.
 */
function numbersWithin(
  table: 'o' | 'c',
  { createdFrom, createdTo }: OrderQuery,
  candidates: readonly bigint[] = [],
): Sql[] {
  const systemNo = sql.ref(`${table}.system_no`);
  const parts: Sql[] = [];
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
