/**
 * Counts, sums and positions from the roll-ups: whole days, then whole hours at both ends, then raw rows for the minutes
 * that no hour covers. Exact, because roll-ups are written with the orders.
 */
import { sql, type RawBuilder } from 'kysely';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Queryable } from '#foundation/server/database.ts';
import { conditions, type OrderQuery, type OrderTotals } from './filter.ts';

/** Which time a filter or an order is about. */
type Basis = 'created' | 'paid';

interface Sums {
  count: bigint;
  successCount: bigint;
  amount: bigint;
  successAmount: bigint;
  fee: bigint;
}

export async function sumCovered(on: Queryable, query: OrderQuery, timeZone: string): Promise<OrderTotals> {
  const basis: Basis = (query.paidFrom ?? query.paidTo) === undefined ? 'created' : 'paid';
  const from = basis === 'paid' ? query.paidFrom : query.createdFrom;
  const to = basis === 'paid' ? query.paidTo : query.createdTo;
  if (basis === 'paid' && query.status !== 'all' && query.status !== 'success') return totalsOf([]);
  const pieces = piecesOf(from, to, timeZone);
  const found = await Promise.all([
    ...pieces.rolled.map((piece) => sumRollups(on, query, basis, piece)),
    ...pieces.raw.map((piece) => sumRows(on, query, basis, piece)),
  ]);
  return totalsOf(found);
}

/** Where a page begins: a range that starts at the right hour, and the few rows to step over inside it. */
export async function findOffset(
  on: Queryable,
  query: OrderQuery,
  offset: number,
  timeZone: string,
  smallOffset = SMALL_OFFSET,
): Promise<{ range: Partial<OrderQuery>; offset: number }> {
  if (offset < smallOffset) return { range: {}, offset };
  const basis: Basis = query.sort === 'paidAt' ? 'paid' : 'created';
  if (basis === 'created' ? (query.paidFrom ?? query.paidTo) !== undefined : (query.createdFrom ?? query.createdTo) !== undefined) return { range: {}, offset };
  const descending = query.order === 'desc';
  const from = basis === 'paid' ? query.paidFrom : query.createdFrom;
  const to = basis === 'paid' ? query.paidTo : query.createdTo;
  const near = descending ? to : from;

  // The broken hour at the near end first, then whole days, then the hours of the day in which the page begins.
  let left = offset;
  let edge = near;
  const step = async (bucketSpan: 'hour' | 'day', within: { from?: Date | undefined; to?: Date | undefined }): Promise<Date | undefined> => {
    const { rows } = await sql<{ bucket: Date; before: bigint; count: bigint }>`
      select bucket, before, count from (
        select bucket, count, sum(count) over (order by bucket ${descending ? sql`desc` : sql`asc`})::bigint - count as before
        from (select bucket, sum(${countColumn(query, basis)})::bigint as count from order_rollups r
          where ${rollupPlace(query, bucketSpan)} ${within.from ? sql`and bucket >= ${within.from}` : sql``} ${within.to ? sql`and bucket < ${within.to}` : sql``}
          group by bucket) b) s
      where before + count > ${left} order by bucket ${descending ? sql`desc` : sql`asc`} limit 1`.execute(on);
    const found = rows[0];
    if (!found) return undefined;
    left -= Number(found.before);
    return found.bucket;
  };

  if (near) {
    const broken = brokenEnds(near, descending, timeZone);
    const ragged = Number((await sumRows(on, query, basis, broken.raw)).count);
    if (left < ragged) return { range: {}, offset };
    left -= ragged;
    const hours = Number((await sumRollups(on, query, basis, { span: 'hour', ...broken.hours })).count);
    if (left < hours) {
      const hour = await step('hour', broken.hours);
      return { range: rangeFrom(basis, descending, hour), offset: left };
    }
    left -= hours;
    edge = descending ? broken.hours.from : broken.hours.to;
  }
  const day = await step('day', descending ? { to: edge, from: undefined } : { from: edge, to: undefined });
  if (!day) return { range: {}, offset };
  const nextDay = startOfDay(addDays(dayOf(day, timeZone), 1), timeZone);
  if (!isWholeHour(day) || !isWholeHour(nextDay)) return { range: rangeFrom(basis, descending, day, nextDay), offset: left };
  const hour = await step('hour', { from: day, to: nextDay });
  return { range: rangeFrom(basis, descending, hour), offset: left };
}

const SMALL_OFFSET = 500;
const HOUR_MS = 3_600_000;

interface Piece {
  from?: Date | undefined;
  to?: Date | undefined;
}
interface RolledPiece extends Piece {
  span: 'hour' | 'day';
}

/** Cuts a range into whole days, whole hours beside them, and raw ends. */
function piecesOf(from: Date | undefined, to: Date | undefined, timeZone: string): { rolled: RolledPiece[]; raw: Required<Piece>[] } {
  const firstDay = from && firstDayFrom(from, timeZone);
  const lastDay = to && startOfDay(dayOf(to, timeZone), timeZone);
  if (firstDay && lastDay && firstDay >= lastDay) return from && to ? hoursAndRaw(from, to) : { rolled: [], raw: [] };
  const head = from && firstDay ? hoursAndRaw(from, firstDay) : { rolled: [], raw: [] };
  const tail = to && lastDay ? hoursAndRaw(lastDay, to) : { rolled: [], raw: [] };
  return { rolled: [...head.rolled, { span: 'day', from: firstDay, to: lastDay }, ...tail.rolled], raw: [...head.raw, ...tail.raw] };
}

function hoursAndRaw(from: Date, to: Date): { rolled: RolledPiece[]; raw: Required<Piece>[] } {
  if (from >= to) return { rolled: [], raw: [] };
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

/** The part of the near end that whole days don't cover: raw minutes, then hours up to the day's edge. */
function brokenEnds(near: Date, descending: boolean, timeZone: string): { raw: Required<Piece>; hours: Required<Piece> } {
  if (descending) {
    const hour = new Date(Math.floor(near.getTime() / HOUR_MS) * HOUR_MS);
    const day = startOfDay(dayOf(near, timeZone), timeZone);
    return hour < day ? { raw: { from: day, to: near }, hours: { from: day, to: day } } : { raw: { from: hour, to: near }, hours: { from: day, to: hour } };
  }
  const hour = new Date(Math.ceil(near.getTime() / HOUR_MS) * HOUR_MS);
  const day = firstDayFrom(near, timeZone);
  return hour > day ? { raw: { from: near, to: day }, hours: { from: day, to: day } } : { raw: { from: near, to: hour }, hours: { from: hour, to: day } };
}

function rangeFrom(basis: Basis, descending: boolean, bucket: Date | undefined, end?: Date): Partial<OrderQuery> {
  if (!bucket) return {};
  const edge = descending ? (end ?? new Date(bucket.getTime() + HOUR_MS)) : bucket;
  if (basis === 'paid') return descending ? { paidTo: edge } : { paidFrom: edge };
  return descending ? { createdTo: edge } : { createdFrom: edge };
}

function isWholeHour(at: Date): boolean {
  return at.getTime() % HOUR_MS === 0;
}

async function sumRollups(on: Queryable, query: OrderQuery, basis: Basis, { span, from, to }: RolledPiece): Promise<Sums> {
  const { rows } = await sql<Record<keyof Sums, string>>`
    select coalesce(sum(${countColumn(query, basis)}), 0) as count, ${sumColumns(query, basis)}
    from order_rollups r where ${rollupPlace(query, span)} ${from ? sql`and bucket >= ${from}` : sql``} ${to ? sql`and bucket < ${to}` : sql``}`.execute(on);
  return sumsOf(rows[0]);
}

async function sumRows(on: Queryable, query: OrderQuery, basis: Basis, { from, to }: Required<Piece>): Promise<Sums> {
  const range = basis === 'paid' ? { paidFrom: from, paidTo: to } : { createdFrom: from, createdTo: to };
  const { rows } = await sql<Record<keyof Sums, string>>`
    select count(*) as count, count(*) filter (where o.paid_at is not null) as "successCount", coalesce(sum(o.amount), 0) as amount,
      coalesce(sum(o.amount) filter (where o.paid_at is not null), 0) as "successAmount", coalesce(sum(o.fee) filter (where o.paid_at is not null), 0) as fee
    from orders o where ${conditions({ ...query, ...range })}`.execute(on);
  return sumsOf(rows[0]);
}

function rollupPlace(query: OrderQuery, span: 'hour' | 'day'): RawBuilder<unknown> {
  const channel = query.channelId === undefined ? sql`` : sql`and r.channel_id = ${query.channelId}`;
  return sql`r.member_no = ${query.memberNo} and r.span = ${span} ${channel}`;
}

/** How many orders of the filter's status a bucket has. */
function countColumn({ status }: OrderQuery, basis: Basis): RawBuilder<unknown> {
  if (basis === 'paid') return sql`r.paid_count`;
  if (status === 'success') return sql`r.success_count`;
  if (status === 'expired') return sql`r.expired_count`;
  if (status === 'unpaid') return sql`r.created_count - r.success_count - r.expired_count`;
  if (status === 'open') return sql`r.created_count - r.success_count`;
  return sql`r.created_count`;
}

function sumColumns({ status }: OrderQuery, basis: Basis): RawBuilder<unknown> {
  const columns = (successCount: string, amount: string, successAmount: string, fee: string): RawBuilder<unknown> =>
    sql.raw(
      `coalesce(sum(${successCount}), 0) as "successCount", coalesce(sum(${amount}), 0) as amount, coalesce(sum(${successAmount}), 0) as "successAmount", coalesce(sum(${fee}), 0) as fee`,
    );
  if (basis === 'paid') return columns('r.paid_count', 'r.paid_amount', 'r.paid_amount', 'r.paid_fee');
  if (status === 'success') return columns('r.success_count', 'r.success_amount', 'r.success_amount', 'r.success_fee');
  if (status === 'expired') return columns('0', 'r.expired_amount', '0', '0');
  if (status === 'open') return columns('0', 'r.created_amount - r.success_amount', '0', '0');
  if (status === 'unpaid') return columns('0', 'r.created_amount - r.success_amount - r.expired_amount', '0', '0');
  return columns('r.success_count', 'r.created_amount', 'r.success_amount', 'r.success_fee');
}

function sumsOf(row: Record<keyof Sums, string | bigint> | undefined): Sums {
  const value = (name: keyof Sums): bigint => BigInt(row?.[name] ?? 0);
  return { count: value('count'), successCount: value('successCount'), amount: value('amount'), successAmount: value('successAmount'), fee: value('fee') };
}

function totalsOf(found: readonly Sums[]): OrderTotals {
  const total = (name: keyof Sums): bigint => found.reduce((sum, one) => sum + one[name], 0n);
  return {
    count: Number(total('count')),
    capped: false,
    successCount: Number(total('successCount')),
    amountMinor: total('amount'),
    successAmountMinor: total('successAmount'),
    feeMinor: total('fee'),
  };
}
