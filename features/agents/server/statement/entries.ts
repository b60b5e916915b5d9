/**
 * The bookings behind a commission statement, by their time: each order once when its commission was booked, and once
 * more when it was taken back. A deep page is found by its day, never by skipping rows from the start.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import { ALL_CHANNELS, type KeptRate, WHOLE_TREE } from '../projection/row.ts';
import { bookingPieces } from './pieces.ts';
import { bookedOrders, numberAfter, type Paging, type Statement } from './store.ts';

export interface Booking {
  systemNo: bigint;
  merchantNo: bigint;
  channelId: number;
  amountMinor: bigint;
  commissionMinor: bigint;
  heldMinor: bigint;
  releaseAt: Date | null;
  paidAt: Date;
  /** Of this entry. */
  at: Date;
  isReturn: boolean;
  returnedAt: Date | null;
  rates: { below: KeptRate; own: KeptRate } | null;
}

export async function selectBookingPage(
  db: Pick<Database, 'query' | 'planned'>,
  statement: Statement,
  paging: Paging,
): Promise<Booking[]> {
  // Of the whole tree, the index of bookings is right for any values. Of a member, it depends on how many it has.
  const on = statement.place.subjectNo === WHOLE_TREE ? db.planned : db;
  const start = await selectStart(on, statement, paging);
  return start ? selectBookings(on, { ...statement, ...start.range }, paging, start.skip) : [];
}

interface Start {
  range: { from?: Date | undefined; to?: Date | undefined };
  skip: number;
}

/** The day that holds the page's first entry, as a bound of the range, and how many entries of that day come before it. */
async function selectStart(
  on: Queryable,
  statement: Statement,
  { page, limit, order }: Paging,
): Promise<Start | undefined> {
  const { agentNo, place, channelId, timeZone } = statement;
  const offset = (page - 1) * limit;
  const { rolled, raw } = bookingPieces(statement, timeZone);
  const parts = [
    ...rolled.map(
      ({ from, to }) => sql`(
        select bucket as start, sum(earned_count + returned_count)::bigint as count from agent_rollups
        where member_no = ${agentNo} and span = 'day' and subject_no = ${place.subjectNo} and channel_id = ${channelId ?? ALL_CHANNELS}
          and bucket >= ${from ?? '-infinity'}::timestamptz and bucket < ${to ?? 'infinity'}::timestamptz
        group by bucket having sum(earned_count + returned_count) > 0)`,
    ),
    ...raw.map(
      ({ from, to }) => sql`(
        select ${from}::timestamptz as start, (${countOf(statement, sql`o.booked_at`, from, to)}) + (${countOf(statement, sql`o.returned_at`, from, to)}) as count)`,
    ),
  ];
  if (parts.length === 0) return undefined;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ start: Date; before: bigint }>`
    select start, through - count as before
    from (select start, count, (sum(count) over (order by start ${direction}))::bigint as through from (${sql.join(parts, ' union all ')}) p) s
    where through > ${offset} order by start ${direction} limit 1`.execute(on);
  const [found] = rows;
  if (!found) return undefined;
  const skip = offset - Number(found.before);
  if (order === 'asc') return { range: { from: found.start, to: statement.to }, skip };
  const end = startOfDay(addDays(dayOf(found.start, timeZone), 1), timeZone);
  return { range: { from: statement.from, to: statement.to && statement.to < end ? statement.to : end }, skip };
}

function countOf(statement: Statement, at: Sql, from: Date, to: Date): Sql {
  return sql`select count(*) from agent_orders o
    where ${bookedOrders(statement, at)} and ${at} >= ${from} and ${at} < ${to} and o.system_no < ${numberAfter(to)}`;
}

async function selectBookings(
  on: Queryable,
  statement: Statement,
  { limit, order }: Paging,
  skip: number,
): Promise<Booking[]> {
  const { rows } =
    await sql<Booking>`${bookings(statement, order, skip + limit)} limit ${limit} offset ${skip}`.execute(on);
  return rows;
}

/** All entries of the statement, in order; of each kind at most `most`, if given. */
export function bookings(statement: Statement, order: 'asc' | 'desc', most?: number): Sql<Booking> {
  const { from, to } = statement;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const part = (at: Sql, isReturn: boolean): Sql => sql`(
    select o.system_no as "systemNo", o.merchant_no as "merchantNo", o.channel_id as "channelId", o.amount as "amountMinor", o.commission as "commissionMinor",
      o.held as "heldMinor", o.release_at as "releaseAt", o.paid_at as "paidAt", ${at} as at, ${sql.lit(isReturn)}::boolean as "isReturn", o.returned_at as "returnedAt", o.rates
    from agent_orders o
    where ${bookedOrders(statement, at)} ${from ? sql`and ${at} >= ${from}` : sql``} ${to ? sql`and ${at} < ${to} and o.system_no < ${numberAfter(to)}` : sql``}
    order by ${at} ${direction}, o.system_no ${direction} ${most === undefined ? sql`` : sql`limit ${most}`})`;
  return sql<Booking>`
    select * from (${part(sql`o.booked_at`, false)} union all ${part(sql`o.returned_at`, true)}) b
    order by at ${direction}, "systemNo" ${direction}, "isReturn" ${direction}`;
}
