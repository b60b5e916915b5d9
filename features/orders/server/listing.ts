/**
 * The order list: a page, its count and its sums. Counts and sums come from the roll-ups wherever the filter allows, with
 * raw rows only for the broken hours at the range's ends; a deep page is found by its hour, never by stepping over rows.
 * What no roll-up covers looks at most 31 days back and counts to a cap, and says so.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '#foundation/server/database.ts';
import type { NotifyStatus, OrderKind, OrderStatus } from '../contract.ts';
import { COUNT_CAP, LONGEST_OPEN_MS, UNCOVERED_WINDOW_DAYS } from '../rules.ts';
import { findOffset, sumCovered } from './covered.ts';
import { conditions, type OrderQuery, type OrderTotals } from './filter.ts';
import { candidatesOf } from './searching.ts';

export interface ListedOrder {
  systemNo: bigint;
  orderNo: string;
  kind: OrderKind;
  channelId: number;
  amountMinor: bigint;
  feeMinor: bigint;
  status: OrderStatus;
  notifyStatus: NotifyStatus;
  createdAt: Date;
  paidAt: Date | null;
}

export interface OrderPage {
  rows: ListedOrder[];
  totals: OrderTotals;
  /** Where the list stops looking back because of its filter. */
  lookedFrom: Date | null;
}

export async function selectOrderPage(on: Queryable, query: OrderQuery, buckets: { timeZone: string; now: Date }): Promise<OrderPage> {
  if (isCovered(query)) {
    const totals = await sumCovered(on, query, buckets.timeZone);
    return { rows: await selectCoveredPage(on, query, totals, buckets.timeZone), totals, lookedFrom: null };
  }
  const narrowed = narrow(query, buckets.now);
  const candidates = await candidatesOf(on, narrowed.query);
  const [rows, totals] = [
    await selectRows(on, narrowed.query, { where: conditions(narrowed.query, candidates?.systemNos), offset: (query.page - 1) * query.limit }),
    await sumRaw(on, narrowed.query, candidates?.systemNos),
  ];
  return { rows, totals: { ...totals, capped: totals.capped || (candidates?.capped ?? false) }, lookedFrom: narrowed.lookedFrom };
}

export interface OrderRows {
  /** To one above `most`. */
  count: number;
  /** All of them, in the list's order. */
  rows: RawBuilder<ListedOrder>;
}

/** What the list shows page by page. */
export async function orderRows(on: Queryable, query: OrderQuery, { timeZone, now, most }: { timeZone: string; now: Date; most: number }): Promise<OrderRows> {
  if (isCovered(query)) return { count: (await sumCovered(on, query, timeZone)).count, rows: rowsWhere(query, conditions(query)) };
  const narrowed = narrow(query, now).query;
  const where = conditions(narrowed, (await candidatesOf(on, narrowed))?.systemNos);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select from orders o where ${where} limit ${most + 1}) o`.execute(on);
  return { count: rows[0]?.count ?? 0, rows: rowsWhere(narrowed, where) };
}

/** Whether member, status, channel and one time range say all: then the roll-ups know. */
function isCovered(query: OrderQuery): boolean {
  const both = (query.createdFrom ?? query.createdTo) !== undefined && (query.paidFrom ?? query.paidTo) !== undefined;
  return !query.q && query.notifyStatus === undefined && query.amountFromMinor === undefined && query.amountToMinor === undefined && !both;
}

function isRareNotify({ notifyStatus }: OrderQuery): boolean {
  return notifyStatus === 'pending' || notifyStatus === 'failed';
}

/** A typed number and the rare notify statuses have an index of their own; anything else gets a window. */
function narrow(query: OrderQuery, now: Date): { query: OrderQuery; lookedFrom: Date | null } {
  if (query.q || isRareNotify(query)) return { query, lookedFrom: null };
  const lookedFrom = new Date((query.createdTo ?? query.paidTo ?? now).getTime() - UNCOVERED_WINDOW_DAYS * 86_400_000);
  return query.createdFrom && query.createdFrom >= lookedFrom ? { query, lookedFrom: null } : { query: { ...query, createdFrom: lookedFrom }, lookedFrom };
}

async function selectCoveredPage(on: Queryable, query: OrderQuery, totals: OrderTotals, timeZone: string): Promise<ListedOrder[]> {
  const offset = (query.page - 1) * query.limit;
  if (offset >= totals.count) return [];
  if (query.sort === 'createdAt' && (query.paidFrom ?? query.paidTo) !== undefined) return selectPaidByCreation(on, query, totals, offset);
  if (query.sort === 'createdAt') {
    const start = await findOffset(on, query, offset, timeZone);
    return selectRows(on, { ...query, ...start.range }, { where: conditions({ ...query, ...start.range }), offset: start.offset });
  }
  // By payment: the paid ones in their order, then the others by creation.
  const paid = { ...query, status: 'success' as const, sort: 'paidAt' as const };
  const paidOffset = Math.min(offset, totals.successCount);
  const start = await findOffset(on, paid, paidOffset, timeZone);
  const first =
    query.status === 'unpaid' || query.status === 'expired' || offset >= totals.successCount
      ? []
      : await selectRows(on, { ...paid, ...start.range }, { where: conditions({ ...paid, ...start.range }), offset: start.offset });
  if (first.length === query.limit || (query.paidFrom ?? query.paidTo) !== undefined || query.status === 'success') return first;
  const rest = { ...query, sort: 'createdAt' as const, limit: query.limit - first.length, status: query.status === 'all' ? ('open' as const) : query.status };
  const restStart = await findOffset(on, rest, Math.max(0, offset - totals.successCount), timeZone);
  const open = await selectRows(on, { ...rest, ...restStart.range }, { where: conditions({ ...rest, ...restStart.range }), offset: restStart.offset });
  return [...first, ...open];
}

/**
 * Paid in a range, sorted by creation: all but the late ones were created at most a day before, which bounds the walk. The
 * late ones from further back are few, have an index, and all come before the others.
 */
async function selectPaidByCreation(on: Queryable, query: OrderQuery, totals: OrderTotals, offset: number): Promise<ListedOrder[]> {
  const bound = query.paidFrom && new Date(query.paidFrom.getTime() - LONGEST_OPEN_MS);
  const near = { ...query, createdFrom: bound, createdTo: query.paidTo };
  if (!bound) return selectRows(on, near, { where: conditions(near), offset });
  const far = { ...query, createdTo: bound };
  const farWhere = sql`${conditions(far)} and o.paid_late`;
  const {
    rows: [farther],
  } = await sql<{ count: bigint }>`select count(*) as count from orders o where ${farWhere}`.execute(on);
  const farCount = Number(farther?.count ?? 0);
  const parts = [
    { query: near, where: conditions(near), count: totals.count - farCount },
    { query: far, where: farWhere, count: farCount },
  ];
  const rows: ListedOrder[] = [];
  let skip = offset;
  for (const part of query.order === 'desc' ? parts : parts.toReversed()) {
    const limit = query.limit - rows.length;
    if (limit > 0 && skip < part.count) rows.push(...(await selectRows(on, { ...part.query, limit }, { where: part.where, offset: skip })));
    skip = Math.max(0, skip - part.count);
  }
  return rows;
}

async function selectRows(on: Queryable, query: OrderQuery, { where, offset }: { where: RawBuilder<unknown>; offset: number }): Promise<ListedOrder[]> {
  const order = orderOf(query);
  const { rows } = await sql<ListedOrder>`
    select ${listed}
    from (select * from orders o where ${where} order by ${order} limit ${query.limit} offset ${offset}) o ${withCallbacks}
    order by ${order}`.execute(on);
  return rows;
}

function rowsWhere(query: OrderQuery, where: RawBuilder<unknown>): RawBuilder<ListedOrder> {
  return sql<ListedOrder>`select ${listed} from orders o ${withCallbacks} where ${where} order by ${orderOf(query)}`;
}

const listed = sql`o.system_no as "systemNo", o.order_no as "orderNo", o.kind, o.channel_id as "channelId", o.amount as "amountMinor", o.fee as "feeMinor", o.status,
  coalesce(c.status, 'none') as "notifyStatus", o.created_at as "createdAt", o.paid_at as "paidAt"`;
const withCallbacks = sql`left join callbacks c on c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin'`;

function orderOf(query: OrderQuery): RawBuilder<unknown> {
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  // Without nulls the payment's index has this very order.
  const nulls = query.status === 'success' ? sql`` : sql`nulls last`;
  return query.sort === 'paidAt' ? sql`o.paid_at ${direction} ${nulls}, o.system_no ${direction}` : sql`o.system_no ${direction}`;
}

async function sumRaw(on: Queryable, query: OrderQuery, candidates: readonly bigint[] | undefined): Promise<OrderTotals> {
  const { rows } = await sql<{ count: bigint; successCount: bigint; amount: string; successAmount: string; fee: string }>`
    select count(*) as count, count(*) filter (where paid) as "successCount", coalesce(sum(amount), 0) as amount,
      coalesce(sum(amount) filter (where paid), 0) as "successAmount", coalesce(sum(fee) filter (where paid), 0) as fee
    from (select o.amount, o.fee, o.status in ('success', 'reversed') as paid from orders o where ${conditions(query, candidates)}
      order by o.system_no ${query.sort === 'createdAt' && query.order === 'asc' ? sql`asc` : sql`desc`} limit ${COUNT_CAP + 1}) o`.execute(on);
  const found = rows[0];
  const count = Number(found?.count ?? 0);
  return {
    count: Math.min(count, COUNT_CAP),
    capped: count > COUNT_CAP,
    successCount: Number(found?.successCount ?? 0),
    amountMinor: BigInt(found?.amount ?? 0),
    successAmountMinor: BigInt(found?.successAmount ?? 0),
    feeMinor: BigInt(found?.fee ?? 0),
  };
}
