/**
 * The order list: a page, its count and its sums. Counts and sums come from the roll-ups when the filter allows it,
 * with raw rows only for the partial hours at the range's ends. A deep page is found by its hour, never by skipping
 * rows. A filter that no roll-up covers looks back at most 31 days and counts up to a cap, and the result says so.
 */
import { systemNoTime } from '#foundation/core/system-number.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { NotifyStatus, OrderKind, OrderStatus } from '../statuses.ts';
import { MAX_COUNTED, MAX_OPEN_MS, UNCOVERED_WINDOW_DAYS } from '../rules.ts';
import { type Basis, type Place, survey, surveyTotals } from './page-survey.ts';
import {
  areRareNotify,
  areReversed,
  conditions,
  COUNTED_STATUSES,
  ofOrder,
  type OrderQuery,
  type OrderTotals,
  sourceOf,
  totalsOf,
  type TotalsRow,
} from './filter.ts';
import { type Candidates, candidatesOf } from './searching.ts';

export interface ListedOrder {
  systemNo: bigint;
  orderNo: string;
  kind: OrderKind;
  channelId: number;
  amountMinor: bigint;
  feeMinor: bigint;
  status: OrderStatus;
  notifyStatus: NotifyStatus;
  /** Of a pending callback that has failed: its attempts so far. Else 0; absent where orders are copies. */
  notifyAttempts?: number;
  createdAt: Date;
  paidAt: Date | null;
}

export interface OrderPage {
  rows: ListedOrder[];
  totals: OrderTotals;
  /** How far the list looks back; null when its filter sets no limit. */
  lookedFrom: Date | null;
}

type Reads = Pick<Database, 'query' | 'planned'>;

export async function selectOrderPage(
  db: Reads,
  query: OrderQuery,
  buckets: { timeZone: string; now: Date },
): Promise<OrderPage> {
  if (usesRollups(query)) return { ...(await selectRolledPage(db, query, buckets)), lookedFrom: null };
  const narrowed = narrow(query, buckets.now);
  const candidates = await candidatesOf(db, narrowed.query);
  const [rows, totals] = await (candidates?.all
    ? selectOrdersBySystemNo(db.planned, query, candidates)
    : Promise.all([
        selectRows(db, narrowed.query, {
          candidates: candidates?.systemNos,
          offset: (query.page - 1) * query.limit,
        }),
        sumRaw(db, narrowed.query, candidates?.systemNos),
      ]));
  return {
    rows,
    totals: { ...totals, capped: totals.capped || (candidates?.capped ?? false) },
    lookedFrom: narrowed.lookedFrom,
  };
}

/**
 * Selects by numbers alone: there are few SQL texts, and planning for a thousand numbers takes as long as reading the
 * orders.
 */
function selectOrdersBySystemNo(
  planned: Queryable,
  { memberNo, source, sort, order, page, limit }: OrderQuery,
  { systemNos, totals }: Pick<Candidates, 'systemNos' | 'totals'>,
): Promise<[ListedOrder[], OrderTotals]> {
  const query: OrderQuery = { memberNo, source, sort, order, page, limit, statuses: COUNTED_STATUSES };
  const rows =
    sort === 'createdAt'
      ? selectRows(planned, query, { candidates: pageOf(systemNos, query), offset: 0 })
      : selectRows(planned, query, { candidates: systemNos, offset: (page - 1) * limit });
  return Promise.all([rows, totals ?? sumRaw(planned, query, systemNos)]);
}

function pageOf(systemNos: readonly bigint[], { order, page, limit }: OrderQuery): bigint[] {
  const inOrder = systemNos.toSorted((a, b) => (a < b ? -1 : 1));
  return (order === 'desc' ? inOrder.reverse() : inOrder).slice((page - 1) * limit, page * limit);
}

export interface OrderRows {
  /** The count, capped at `max` + 1. */
  count: number;
  /** All rows, in list order. */
  rows: Sql<ListedOrder>;
}

/** All rows that the list shows page by page. */
export async function orderRows(
  db: Reads,
  query: OrderQuery,
  { timeZone, now, max }: { timeZone: string; now: Date; max: number },
): Promise<OrderRows> {
  if (usesRollups(query))
    return {
      count: (await surveyTotals(db.planned, query, { basis: basisOf(query), timeZone })).count,
      rows: rowsWhere(query),
    };
  const narrowed = narrow(query, now).query;
  const systemNos = (await candidatesOf(db, narrowed))?.systemNos;
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from (select 1 from ${sourceOf(query).orders} o where ${conditions(narrowed, systemNos)} limit ${max + 1}) o`.execute(
    db,
  );
  return { count: rows[0]?.count ?? 0, rows: rowsWhere(narrowed, systemNos) };
}

/** Whether the filter uses only member, status, channel and one time range: then the roll-ups cover it. */
function usesRollups(query: OrderQuery): boolean {
  const both = (query.createdFrom ?? query.createdTo) !== undefined && (query.paidFrom ?? query.paidTo) !== undefined;
  return (
    !query.q &&
    !query.statuses.includes('reversed') &&
    query.notifyStatuses === undefined &&
    query.amountFromMinor === undefined &&
    query.amountToMinor === undefined &&
    !both
  );
}

function isRare(query: OrderQuery): boolean {
  return areReversed(query) || (query.notifyStatuses !== undefined && areRareNotify(query.notifyStatuses));
}

function basisOf(query: OrderQuery): Basis {
  return (query.paidFrom ?? query.paidTo) === undefined ? 'created' : 'paid';
}

/** A typed number and the rare statuses have their own index; any other filter is limited to a window. */
function narrow(query: OrderQuery, now: Date): { query: OrderQuery; lookedFrom: Date | null } {
  if (query.q || isRare(query)) return { query, lookedFrom: null };
  // No order is newer than now, so an end in the far future does not move the window past the orders.
  const end = earliestOf(query.createdTo ?? query.paidTo ?? now, now);
  const lookedFrom = new Date(end.getTime() - UNCOVERED_WINDOW_DAYS * DAY_MS);
  const bounded = { ...query, createdTo: earliestOf(query.createdTo ?? later(query.paidTo ?? now), later(now)) };
  return query.createdFrom && query.createdFrom >= lookedFrom
    ? { query: bounded, lookedFrom: null }
    : { query: { ...bounded, createdFrom: lookedFrom }, lookedFrom };
}

const DAY_MS = 86_400_000;
const CLOCKS_APART_MS = 3_600_000;

function earliestOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** No order that was paid or requested before `at` is created after this time, even if clocks differ. */
function later(at: Date): Date {
  return new Date(at.getTime() + CLOCKS_APART_MS);
}

/** The position in the list: `offset` rows from its start; `timeZone` is the platform's. */
interface At {
  offset: number;
  timeZone: string;
  now: Date;
}

async function selectRolledPage(
  db: Reads,
  query: OrderQuery,
  { timeZone, now }: Omit<At, 'offset'>,
): Promise<Pick<OrderPage, 'rows' | 'totals'>> {
  const at = { offset: (query.page - 1) * query.limit, timeZone, now };
  const basis = basisOf(query);
  if (basis === 'paid' && query.sort === 'createdAt') return selectPaidByCreation(db, query, at);
  if (query.sort === 'createdAt') {
    const { totals, place } = await survey(db.planned, query, { ...at, basis, limit: query.limit });
    return { rows: await selectByCreation(db, query, place), totals };
  }
  const whole = surveyTotals(db.planned, query, { basis, timeZone });
  const [totals, rows] = await Promise.all([whole, selectByPayment(db, query, whole, at)]);
  return { rows, totals };
}

async function selectByCreation(db: Reads, query: OrderQuery, place: Place | undefined): Promise<ListedOrder[]> {
  return place
    ? selectRows(db, { ...query, createdFrom: place.from, createdTo: place.to }, { offset: place.offset })
    : [];
}

/** Paid orders by payment time, then the others by creation. */
async function selectByPayment(
  db: Reads,
  query: OrderQuery,
  whole: Promise<OrderTotals>,
  at: At,
): Promise<ListedOrder[]> {
  const open = query.statuses.filter((status) => status !== 'success');
  const isPaid = query.statuses.includes('success');
  const first = isPaid ? await selectPaidByPayment(db, { ...query, statuses: ['success'] }, at) : [];
  if (first.length === query.limit || basisOf(query) === 'paid' || open.length === 0) return first;
  const { successCount } = await whole;
  const rest = {
    ...query,
    sort: 'createdAt' as const,
    limit: query.limit - first.length,
    statuses: open,
  };
  const offset = Math.max(0, at.offset - successCount);
  const { place } = await survey(db.planned, rest, { ...at, basis: 'created', offset, limit: rest.limit });
  return [...first, ...(await selectByCreation(db, rest, place))];
}

async function selectPaidByPayment(db: Reads, query: OrderQuery, at: At): Promise<ListedOrder[]> {
  // No roll-up covers both times.
  if (query.createdFrom ?? query.createdTo) return selectRows(db, query, { offset: at.offset });
  const { place } = await survey(db.planned, query, { ...at, basis: 'paid', limit: query.limit });
  if (!place) return [];
  const within = { ...query, paidFrom: place.from, paidTo: place.to };
  const { earliest } = await selectPaidLate(db, within);
  const bound = new Date(Math.min(place.from.getTime() - MAX_OPEN_MS, earliest?.getTime() ?? Infinity));
  return selectRows(db, { ...within, createdFrom: bound, createdTo: later(place.to) }, { offset: place.offset });
}

/**
 * Orders paid in a range, sorted by creation. All except the late ones were created at most a day before payment, which
 * bounds the walk. The late ones created earlier are few, have an index, and all come before the others.
 */
async function selectPaidByCreation(db: Reads, query: OrderQuery, at: At): Promise<Pick<OrderPage, 'rows' | 'totals'>> {
  const bound = query.paidFrom && new Date(query.paidFrom.getTime() - MAX_OPEN_MS);
  const [late, far] = await Promise.all([
    selectPaidLate(db, query),
    bound ? selectPaidLate(db, { ...query, createdTo: bound }) : NO_LATE_PAYMENTS,
  ]);
  // An order paid on time was created at most a day from its payment. So it is enough to walk the orders paid near the
  // start of the list, plus that day.
  const needed = at.offset + query.limit + late.count;
  const { totals, place } = await survey(db.planned, query, { ...at, basis: 'paid', offset: 0, limit: needed });
  if (!place) return { rows: [], totals };
  const near =
    query.order === 'desc'
      ? { createdFrom: new Date(place.from.getTime() - MAX_OPEN_MS), createdTo: later(query.paidTo ?? at.now) }
      : { createdFrom: bound, createdTo: later(place.to) };
  // With many more orders than needed, walk to the page; with few, find them by payment and sort.
  const [within, and] =
    totals.count > MANY_PAGES * needed
      ? [{ ...query, paidFrom: undefined, paidTo: undefined }, paidWithin(query)]
      : [query];
  const parts: { count: number; select: (offset: number, limit: number) => Promise<ListedOrder[]> }[] = [
    {
      count: totals.count - far.count,
      select: (offset, limit) => selectRows(db, { ...within, ...near, limit }, { offset, and }),
    },
    {
      count: far.count,
      select: (offset, limit) =>
        selectRows(
          db,
          { ...query, limit, createdFrom: far.earliest, createdTo: bound },
          { offset, and: sql`o.paid_late` },
        ),
    },
  ];
  const rows: ListedOrder[] = [];
  let skip = at.offset;
  for (const part of query.order === 'desc' ? parts : parts.toReversed()) {
    const limit = query.limit - rows.length;
    if (limit > 0 && skip < part.count) rows.push(...(await part.select(skip, limit)));
    skip = Math.max(0, skip - part.count);
  }
  return { rows, totals };
}

const MANY_PAGES = 10;

/**
 * Written so that no index matches: the planner expects few payments in the first days of a month, and would sort them
 * all instead of walking.
 */
function paidWithin({ paidFrom, paidTo }: OrderQuery): Sql {
  return sql`(o.paid_at >= ${paidFrom ?? '-infinity'}::timestamptz and o.paid_at < ${paidTo ?? 'infinity'}::timestamptz) is true`;
}

interface LatePayments {
  count: number;
  earliest: Date | undefined;
}
const NO_LATE_PAYMENTS: LatePayments = { count: 0, earliest: undefined };

async function selectPaidLate({ planned }: Reads, query: OrderQuery): Promise<LatePayments> {
  const { rows } = await sql<{ count: bigint; earliest: bigint | null }>`
    select count(*) as count, min(o.system_no) as earliest from ${sourceOf(query).orders} o where ${conditions(query)} and o.paid_late`.execute(
    planned,
  );
  const found = rows[0];
  return found?.earliest ? { count: Number(found.count), earliest: systemNoTime(found.earliest) } : NO_LATE_PAYMENTS;
}

interface RowsPart {
  offset: number;
  candidates?: readonly bigint[] | undefined;
  /** An extra condition. */
  and?: Sql | undefined;
}

async function selectRows(
  on: Queryable,
  query: OrderQuery,
  { offset, candidates, and }: RowsPart,
): Promise<ListedOrder[]> {
  const order = orderOf(query);
  const where = sql`${conditions(query, candidates)} ${and ? sql`and ${and}` : sql``}`;
  const { rows } = await sql<ListedOrder>`
    select ${listed(query)}
    from (select * from ${sourceOf(query).orders} o where ${where} order by ${order} limit ${query.limit} offset ${offset}) o ${withCallbacks(query, candidates)}
    order by ${order}`.execute(on);
  return rows;
}

function rowsWhere(query: OrderQuery, candidates?: readonly bigint[]): Sql<ListedOrder> {
  return sql<ListedOrder>`select ${listed(query)} from ${sourceOf(query).orders} o ${withCallbacks(query, candidates)} where ${conditions(query, candidates)} order by ${orderOf(query)}`;
}

function listed(query: OrderQuery): Sql {
  return sql`o.system_no as "systemNo", o.order_no as "orderNo", o.kind, o.channel_id as "channelId", o.amount as "amountMinor", o.fee as "feeMinor", o.status,
  ${sourceOf(query).hasNotifyStatus ? sql`o.notify_status` : ofCallback} as "notifyStatus", o.created_at as "createdAt", o.paid_at as "paidAt"`;
}

/** Its status, and how often a pending one that has failed was tried. */
const ofCallback = sql`case when c.status = 'pending' and c.attempts > 0 then greatest(c.tries, c.attempts) else 0 end as "notifyAttempts", coalesce(c.status, 'none')`;

function withCallbacks(query: OrderQuery, candidates?: readonly bigint[]): Sql {
  return sourceOf(query).hasNotifyStatus ? sql`` : sql`left join callbacks c on ${ofOrder(query, candidates)}`;
}

function orderOf(query: OrderQuery): Sql {
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  // Without nulls, the payment index has exactly this order.
  const nulls = query.statuses.every((status) => status === 'success') ? sql`` : sql`nulls last`;
  return query.sort === 'paidAt'
    ? sql`o.paid_at ${direction} ${nulls}, o.system_no ${direction}`
    : sql`o.system_no ${direction}`;
}

async function sumRaw(
  on: Queryable,
  query: OrderQuery,
  candidates: readonly bigint[] | undefined,
): Promise<OrderTotals> {
  const { orders, more } = sourceOf(query);
  const { rows } = await sql<TotalsRow>`
    select count(*) as count, count(*) filter (where paid) as "successCount", coalesce(sum(amount), 0) as amount,
      coalesce(sum(amount) filter (where paid), 0) as "successAmount", coalesce(sum(fee) filter (where paid), 0) as fee
      ${more ? sql`, coalesce(sum(more), 0) as more` : sql``}
    from (select o.amount, o.fee, o.status in ('success', 'reversed') as paid ${more ? sql`, ${more.row} as more` : sql``} from ${orders} o where ${conditions(query, candidates)}
      order by o.system_no ${query.sort === 'createdAt' && query.order === 'asc' ? sql`asc` : sql`desc`} limit ${MAX_COUNTED + 1}) o`.execute(
    on,
  );
  const [found] = rows;
  if (!found) throw new Error('an aggregate without a row');
  const totals = totalsOf(found);
  return { ...totals, count: Math.min(totals.count, MAX_COUNTED), capped: totals.count > MAX_COUNTED };
}
