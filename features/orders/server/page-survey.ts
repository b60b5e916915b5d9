/**
 * What the roll-ups can answer about a filter: how many orders match, their sums, and where a page begins. They are
 * read by whole days, then by whole hours at both ends, then row by row for the minutes that no hour covers. The result
 * is exact, because roll-ups are written in the same transaction as the orders.
 */
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { OrderStatus } from '../statuses.ts';
import {
  conditions,
  hasEveryStatus,
  type OrderQuery,
  type OrderTotals,
  sourceOf,
  totalsOf,
  type TotalsRow,
} from './filter.ts';

/** Which of an order's times a filter or a sort order uses. */
export type Basis = 'created' | 'paid';

/**
 * Where a page's rows are: all of them are within these two instants, and the first one is `offset` rows from the
 * nearer end.
 */
export interface Place {
  from: Date;
  /** Exclusive. */
  to: Date;
  offset: number;
}

export interface PageSurvey {
  /** Totals of the whole filter. */
  totals: OrderTotals;
  /** Undefined when the list has no rows at that offset. */
  place: Place | undefined;
}

export interface SurveyOptions {
  basis: Basis;
  timeZone: string;
  /** Offset of the page. */
  offset: number;
  limit: number;
  /** Up to this offset, skipping rows is faster than another query. */
  smallOffset?: number;
}

const SMALL_OFFSET = 500;

/**
 * Uses the query's range of `basis`; the query must not restrict the other time. `on` can be for planned reads: there
 * are only a few different SQL texts.
 */
export async function survey(on: Queryable, query: OrderQuery, page: SurveyOptions): Promise<PageSurvey> {
  const { basis, timeZone, offset, limit, smallOffset = SMALL_OFFSET } = page;
  const pieces = piecesFor(query, basis, timeZone);
  const { totals, ends } = await surveyPieces(on, query, basis, pieces, { offset, limit });
  if (!ends) return { totals, place: undefined };
  const first = spanOf(ends.first, pieces, timeZone);
  const last = spanOf(ends.last, pieces, timeZone);
  const left = offset - ends.before;
  const between = query.order === 'desc' ? { from: last.from, to: first.to } : { from: first.from, to: last.to };
  if (left < smallOffset || first.isRaw || ![first.from, first.to].every(isWholeHour))
    return { totals, place: { ...between, offset: left } };
  // The page begins within this day; find the hour.
  const hours = await surveyPieces(
    on,
    query,
    basis,
    { rolled: [{ span: 'hour', from: first.from, to: first.to }], raw: [] },
    { offset: left, limit: 1 },
  );
  if (!hours.ends) return { totals, place: { ...between, offset: left } };
  const near =
    query.order === 'desc' ? { to: new Date(hours.ends.first.getTime() + HOUR_MS) } : { from: hours.ends.first };
  return { totals, place: { ...between, ...near, offset: left - hours.ends.before } };
}

/** The survey's totals without a place. Summing takes half as long as also counting each day's rows. */
export async function surveyTotals(
  on: Queryable,
  query: OrderQuery,
  { basis, timeZone }: Pick<SurveyOptions, 'basis' | 'timeZone'>,
): Promise<OrderTotals> {
  const { rolled, raw } = piecesFor(query, basis, timeZone);
  const parts = [
    ...rolled.map((piece) => rolledSums(query, basis, piece)),
    ...raw.map((piece) => rawPiece(query, basis, piece)),
  ];
  if (parts.length === 0) return nothing;
  const { rows } = await sql<TotalsRow>`select ${summedUp(query)} from (${sql.join(parts, ' union all ')}) s`.execute(
    on,
  );
  const [found] = rows;
  if (!found) throw new Error('an aggregate without a row');
  return totalsOf(found);
}

const HOUR_MS = 3_600_000;

interface Piece {
  from?: Date | undefined;
  to?: Date | undefined;
}
interface RolledPiece extends Piece {
  span: 'hour' | 'day';
}
interface RawPiece {
  from: Date;
  to: Date;
}
interface Pieces {
  rolled: RolledPiece[];
  raw: RawPiece[];
}
const noPieces: Pieces = { rolled: [], raw: [] };

function piecesFor(query: OrderQuery, basis: Basis, timeZone: string): Pieces {
  if (basis === 'created') return piecesOf(query.createdFrom, query.createdTo, timeZone);
  return query.statuses.includes('success') ? piecesOf(query.paidFrom, query.paidTo, timeZone) : noPieces;
}

/** Splits a range into whole days, whole hours around them, and raw ends. */
function piecesOf(from: Date | undefined, to: Date | undefined, timeZone: string): Pieces {
  const firstDay = from && firstDayFrom(from, timeZone);
  const lastDay = to && startOfDay(dayOf(to, timeZone), timeZone);
  if (firstDay && lastDay && firstDay >= lastDay) return from && to ? hoursAndRaw(from, to) : noPieces;
  const head = from && firstDay ? hoursAndRaw(from, firstDay) : noPieces;
  const tail = to && lastDay ? hoursAndRaw(lastDay, to) : noPieces;
  return {
    rolled: [...head.rolled, { span: 'day', from: firstDay, to: lastDay }, ...tail.rolled],
    raw: [...head.raw, ...tail.raw],
  };
}

function hoursAndRaw(from: Date, to: Date): Pieces {
  if (from >= to) return noPieces;
  const firstHour = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  const lastHour = new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS);
  if (firstHour >= lastHour) return { rolled: [], raw: [{ from, to }] };
  const raw = [
    { from, to: firstHour },
    { from: lastHour, to },
  ].filter((piece) => piece.from < piece.to);
  return { rolled: [{ span: 'hour', from: firstHour, to: lastHour }], raw };
}

function firstDayFrom(at: Date, timeZone: string): Date {
  const start = startOfDay(dayOf(at, timeZone), timeZone);
  return start.getTime() === at.getTime() ? start : startOfDay(addDays(dayOf(at, timeZone), 1), timeZone);
}

function isWholeHour(at: Date): boolean {
  return at.getTime() % HOUR_MS === 0;
}

/** The day, hour or raw end of the pieces that begins at `from`. */
function spanOf(from: Date, { rolled, raw }: Pieces, timeZone: string): { from: Date; to: Date; isRaw: boolean } {
  const end = raw.find((piece) => piece.from.getTime() === from.getTime());
  if (end) return { ...end, isRaw: true };
  const piece = rolled.find((one) => (!one.from || from >= one.from) && (!one.to || from < one.to));
  if (!piece) throw new Error('no piece of the survey begins there');
  const to =
    piece.span === 'day' ? startOfDay(addDays(dayOf(from, timeZone), 1), timeZone) : new Date(from.getTime() + HOUR_MS);
  return { from, to, isRaw: false };
}

/**
 * The starts of the buckets that hold a page's first and last row, in list order, and how many orders come before the
 * first bucket.
 */
interface PageEnds {
  first: Date;
  last: Date;
  before: number;
}

interface SurveyRow extends TotalsRow {
  first: Date | null;
  last: Date | null;
  before: bigint;
}

/** Returns one row for any number of buckets: reading them takes longer than summing them in the database. */
async function surveyPieces(
  on: Queryable,
  query: OrderQuery,
  basis: Basis,
  { rolled, raw }: Pieces,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ totals: OrderTotals; ends: PageEnds | undefined }> {
  const parts = [
    ...rolled.map((piece) => rolledPiece(query, basis, piece)),
    ...raw.map((piece) => rawPiece(query, basis, piece)),
  ];
  if (parts.length === 0) return { totals: nothing, ends: undefined };
  const [direction, nearest, farthest] =
    query.order === 'desc' ? [sql`desc`, sql`max`, sql`min`] : [sql`asc`, sql`min`, sql`max`];
  const { rows } = await sql<SurveyRow>`
    select ${summedUp(query)}, ${nearest}(start) filter (where through > ${offset}) as first,
      coalesce(${nearest}(start) filter (where through >= ${offset + limit}), ${farthest}(start)) as last,
      coalesce(max(through) filter (where through <= ${offset}), 0)::bigint as before
    from (select *, sum(count) over (order by start ${direction}) as through from (${sql.join(parts, ' union all ')}) stretch) s`.execute(
    on,
  );
  const [found] = rows;
  if (!found) throw new Error('an aggregate without a row');
  const { first, last, before } = found;
  return { totals: totalsOf(found), ends: first && last ? { first, last, before: Number(before) } : undefined };
}

function summedUp(query: OrderQuery): Sql {
  return sql`
  coalesce(sum(count), 0)::bigint as count, coalesce(sum(success_count), 0)::bigint as "successCount", coalesce(sum(amount), 0) as amount,
  coalesce(sum(success_amount), 0) as "successAmount", coalesce(sum(fee), 0) as fee
  ${sourceOf(query).more ? sql`, coalesce(sum(more), 0) as more` : sql``}`;
}

const nothing: OrderTotals = {
  count: 0,
  capped: false,
  successCount: 0,
  amountMinor: 0n,
  successAmountMinor: 0n,
  feeMinor: 0n,
  moreMinor: 0n,
};

/** One row per bucket. */
function rolledPiece(query: OrderQuery, basis: Basis, piece: RolledPiece): Sql {
  const { count } = columnsOf(query, basis);
  return sql`(select bucket as start, ${rolledSum(query, basis, piece)} group by bucket having sum(${sql.raw(count)}) > 0)`;
}

/** One row in total. */
function rolledSums(query: OrderQuery, basis: Basis, piece: RolledPiece): Sql {
  return sql`(select ${piece.from ?? null}::timestamptz as start, ${rolledSum(query, basis, piece)})`;
}

function rolledSum(query: OrderQuery, basis: Basis, { span, from, to }: RolledPiece): Sql {
  const { count, successCount, amount, successAmount, fee, more } = columnsOf(query, basis);
  const source = sourceOf(query);
  const sumOf = (column: string): Sql => sql.raw(`sum(${column})`);
  return sql`
    ${sumOf(count)}::bigint as count, ${sumOf(successCount)}::bigint as success_count,
      ${sumOf(amount)} as amount, ${sumOf(successAmount)} as success_amount, ${sumOf(fee)} as fee ${source.more ? sql`, ${sumOf(more)} as more` : sql``}
    from ${source.rollups(query.channelIds)}
      and span = ${sql.lit(span)} and bucket >= ${from ?? '-infinity'}::timestamptz and bucket < ${to ?? 'infinity'}::timestamptz`;
}

function rawPiece(query: OrderQuery, basis: Basis, { from, to }: RawPiece): Sql {
  const range = basis === 'paid' ? { paidFrom: from, paidTo: to } : { createdFrom: from, createdTo: to };
  const { orders, more } = sourceOf(query);
  return sql`(
    select ${from}::timestamptz as start, count(*) as count, count(*) filter (where o.paid_at is not null) as success_count, sum(o.amount) as amount,
      coalesce(sum(o.amount) filter (where o.paid_at is not null), 0) as success_amount, coalesce(sum(o.fee) filter (where o.paid_at is not null), 0) as fee
      ${more ? sql`, coalesce(sum(${more.row}), 0) as more` : sql``}
    from ${orders} o where ${conditions({ ...query, ...range })} having count(*) > 0)`;
}

/** The roll-up columns for the filter's status. */
function columnsOf(
  query: OrderQuery,
  basis: Basis,
): Record<'count' | 'successCount' | 'amount' | 'successAmount' | 'fee' | 'more', string> {
  const { statuses } = query;
  const { more } = sourceOf(query);
  const none = { successCount: '0', successAmount: '0', fee: '0', more: '0' };
  if (basis === 'paid')
    return {
      count: 'paid_count',
      successCount: 'paid_count',
      amount: 'paid_amount',
      successAmount: 'paid_amount',
      fee: 'paid_fee',
      more: more?.paid ?? '0',
    };
  const sumOf = (what: 'count' | 'amount'): string =>
    hasEveryStatus(query) ? `created_${what}` : statuses.map((status) => rolledOf(status, what)).join(' + ');
  const success = {
    successCount: 'success_count',
    successAmount: 'success_amount',
    fee: 'success_fee',
    more: more?.created ?? '0',
  };
  return { count: sumOf('count'), amount: sumOf('amount'), ...(statuses.includes('success') ? success : none) };
}

/** What the roll-ups have of one status. */
function rolledOf(status: OrderStatus, what: 'count' | 'amount'): string {
  switch (status) {
    case 'success':
      return `success_${what}`;
    case 'expired':
      return `expired_${what}`;
    case 'unpaid':
      return `created_${what} - success_${what} - expired_${what}`;
    case 'reversed':
      throw new Error('no roll-up counts reversed orders');
  }
}
