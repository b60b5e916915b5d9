/**
 * Finds orders by a typed number, a rare notify status or a range of amounts, with the index for it: up to a cap,
 * newest first.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { sum } from '#foundation/core/money.ts';
import { firstSystemNo, systemNoMonths, systemNoPrefixRange } from '#foundation/core/system-number.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import { MAX_COUNTED, MAX_BY_AMOUNT } from '../rules.ts';
import {
  areRareNotify,
  areReversed,
  hasEveryStatus,
  hasNotifyStatus,
  type OrderQuery,
  type OrderTotals,
  type RareNotifyStatus,
  sourceOf,
} from './filter.ts';

export interface Candidates {
  systemNos: bigint[];
  /** More orders match than were read. */
  capped: boolean;
  /** The filter has no other condition: exactly these orders match. */
  all: boolean;
  /** Their totals, when the search already read them. */
  totals?: OrderTotals;
}
type Found = Omit<Candidates, 'all'>;

/** Returns undefined when no index narrows the filter enough; walking back finds its orders soon enough. */
export async function candidatesOf(
  db: Pick<Database, 'query' | 'planned'>,
  query: OrderQuery,
): Promise<Candidates | undefined> {
  const { q, channelIds, notifyStatuses, amountFromMinor, amountToMinor, createdFrom, createdTo } = query;
  const hasAmount = (amountFromMinor ?? amountToMinor) !== undefined;
  const all = hasEveryStatus(query) && channelIds === undefined && (query.paidFrom ?? query.paidTo) === undefined;
  if (q) {
    const nothingElse = notifyStatuses === undefined && !hasAmount && (createdFrom ?? createdTo) === undefined;
    return { ...(await selectByNumber(db, query, q)), all: all && nothingElse };
  }
  if (notifyStatuses && areRareNotify(notifyStatuses)) {
    const parts = await Promise.all(notifyStatuses.map((status) => selectByNotifyStatus(db.planned, query, status)));
    return { ...together(parts, query), all: all && !hasAmount };
  }
  if (areReversed(query)) return { ...(await selectReversed(db.planned, query)), all: false };
  const found =
    hasAmount && createdFrom && createdTo
      ? await selectByAmount(db, query, { from: createdFrom, to: createdTo })
      : undefined;
  return found && { ...found, all: all && notifyStatuses === undefined };
}

async function selectByNotifyStatus(planned: Queryable, query: OrderQuery, status: RareNotifyStatus): Promise<Found> {
  if (sourceOf(query).hasNotifyStatus) return selectByOwnNotifyStatus(planned, query, status);
  const { rows } = await sql<{ system_no: bigint; amount: bigint; fee: bigint }>`
    select c.system_no, c.amount, c.fee from callbacks c
    where c.member_no = ${query.memberNo} and c.subject = 'payin' and ${hasNotifyStatus(status)} ${createdWithin(query, sql`c`)}
    order by c.system_no ${direction(query)} limit ${sql.lit(MAX_COUNTED + 1)}`.execute(planned);
  const found = capped(rows);
  const count = found.systemNos.length;
  const sumOf = (column: 'amount' | 'fee'): bigint => sum(rows.slice(0, count).map((row) => row[column]));
  const amountMinor = sumOf('amount');
  // Only paid orders have callbacks.
  const totals = {
    count,
    capped: found.capped,
    successCount: count,
    amountMinor,
    successAmountMinor: amountMinor,
    feeMinor: sumOf('fee'),
    moreMinor: 0n,
  };
  return { ...found, totals };
}

async function selectByOwnNotifyStatus(
  planned: Queryable,
  query: OrderQuery,
  status: RareNotifyStatus,
): Promise<Found> {
  const { orders, owned } = sourceOf(query);
  const { rows } = await sql<{ system_no: bigint }>`
    select o.system_no from ${orders} o where ${owned} and o.notify_status = ${sql.lit(status)} ${createdWithin(query)}
    order by o.system_no ${direction(query)} limit ${sql.lit(MAX_COUNTED + 1)}`.execute(planned);
  return capped(rows);
}

async function selectReversed(planned: Queryable, query: OrderQuery): Promise<Found> {
  const { orders, owned } = sourceOf(query);
  const { rows } = await sql<{ system_no: bigint }>`
    select o.system_no from ${orders} o where ${owned} and o.status = 'reversed' ${createdWithin(query)}
    order by o.system_no ${direction(query)} limit ${sql.lit(MAX_COUNTED + 1)}`.execute(planned);
  return capped(rows);
}

/** Orders under different statuses, in list order. */
function together(parts: readonly Found[], query: OrderQuery): Found {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const isOldestFirst = query.sort === 'createdAt' && query.order === 'asc';
  const found = [...new Set(parts.flatMap(({ systemNos }) => systemNos))].toSorted((a, b) => (a < b ? -1 : 1));
  const systemNos = (isOldestFirst ? found : found.toReversed()).slice(0, MAX_COUNTED);
  return { systemNos, capped: found.length > MAX_COUNTED || parts.some((part) => part.capped) };
}

/** Matches either number, by the whole or by a prefix. */
async function selectByNumber(on: Queryable, query: OrderQuery, typed: string): Promise<Found> {
  const range = systemNoPrefixRange(typed);
  const { orders, owned, numbered } = sourceOf(query);
  const [byOrderNo, bySystemNo] = await Promise.all([
    sql<{ system_no: bigint }>`
      select o.system_no from ${numbered} and o.order_no like ${likeBeginning(typed)}
      order by o.order_no using ~>~ limit ${MAX_COUNTED + 1}`.execute(on),
    range
      ? sql<{ system_no: bigint }>`
        select o.system_no from ${orders} o where ${owned} and o.system_no >= ${range.from} and o.system_no < ${range.to}
        order by o.system_no desc limit ${MAX_COUNTED + 1}`.execute(on)
      : { rows: [] },
  ]);
  const found = new Set([...byOrderNo.rows, ...bySystemNo.rows].map(({ system_no }) => system_no));
  return { systemNos: [...found], capped: byOrderNo.rows.length > MAX_COUNTED || bySystemNo.rows.length > MAX_COUNTED };
}

async function selectByAmount(
  on: Queryable,
  query: OrderQuery,
  created: { from: Date; to: Date },
): Promise<Found | undefined> {
  const { source, amountFromMinor = 0n, amountToMinor = 2n ** 62n } = query;
  // The months of numbers have an index, the months of orders are partitions.
  const inMonths = source
    ? createdWithin(query)
    : sql`and o.system_no / 1000000000000000 = any(${systemNoMonths(created.from, created.to)}::bigint[])`;
  const inRange = sql`
    from ${sourceOf(query).numbered} ${inMonths}
      and o.amount between ${amountFromMinor} and ${amountToMinor}`;
  const {
    rows: [found],
  } = await sql<{
    count: bigint;
  }>`select count(*) as count from (select 1 ${inRange} limit ${MAX_BY_AMOUNT + 1}) n`.execute(on);
  if (Number(found?.count ?? 0) > MAX_BY_AMOUNT) return undefined;
  const { rows } = await sql<{ system_no: bigint }>`
    select o.system_no ${inRange} ${createdWithin(query)} order by o.system_no ${direction(query)} limit ${MAX_COUNTED + 1}`.execute(
    on,
  );
  return capped(rows);
}

function capped(rows: readonly { system_no: bigint }[]): Found {
  return { systemNos: rows.slice(0, MAX_COUNTED).map(({ system_no }) => system_no), capped: rows.length > MAX_COUNTED };
}

function createdWithin({ createdFrom, createdTo }: OrderQuery, table = sql`o`): Sql {
  return sql`${createdFrom ? sql`and ${table}.system_no >= ${firstSystemNo(createdFrom)}` : sql``} ${createdTo ? sql`and ${table}.system_no < ${firstSystemNo(createdTo)}` : sql``}`;
}

/** A list with the oldest first reads the oldest candidates. */
function direction({ sort, order }: OrderQuery): Sql {
  return sort === 'createdAt' && order === 'asc' ? sql`asc` : sql`desc`;
}
