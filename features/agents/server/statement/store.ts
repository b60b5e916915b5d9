/**
 * SQL of the commission statement: sums from the roll-ups of the agent, and row by row only for the parts of a day at a
 * range's ends.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { startOfDay, dayOf } from '#foundation/core/time-zone.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import type { commissionGroups } from '../../order-contract.ts';
import { startOfMonth } from '../../months.ts';
import { ownedOrders } from '../orders/source.ts';
import type { Place } from '../places.ts';
import { ALL_CHANNELS, WHOLE_TREE } from '../projection/row.ts';
import { signedColumns } from './signed-columns.ts';
import {
  type BookingPieces,
  bookingPieces,
  type BookingRange,
  coveringPieces,
  type RolledPiece,
  type Sign,
} from './pieces.ts';

export interface Statement extends BookingRange {
  agentNo: bigint;
  place: Place;
  channelId: number | undefined;
  timeZone: string;
}

export type CommissionGroup = (typeof commissionGroups)[number];

export interface CommissionSums {
  orders: bigint;
  amountMinor: bigint;
  earnedMinor: bigint;
  returnedCount: bigint;
  returnedMinor: bigint;
}

export interface GroupSums extends CommissionSums {
  /** The moment at which a day or month begins, in milliseconds; a member number; or a channel's id. */
  key: bigint;
  groups: bigint;
}

interface SumsRow {
  orders: bigint;
  amount: string;
  earned: string;
  returnedCount: bigint;
  returned: string;
}

export interface Paging {
  page: number;
  limit: number;
  order: 'asc' | 'desc';
}

type Reads = Pick<Database, 'query' | 'planned'>;

/** A page of groups that have bookings, by their key. */
export async function selectGroups(
  db: Reads,
  statement: Statement,
  group: CommissionGroup,
  { page, limit, order }: Paging,
): Promise<GroupSums[]> {
  const { parts, on } = partsOf(db, statement, group);
  if (parts.length === 0) return [];
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<SumsRow & { key: bigint; groups: bigint }>`
    select key, ${summed}, count(*) over () as groups from (${sql.join(parts, ' union all ')}) s
    group by key having sum(earned_count) > 0 or sum(returned_count) > 0
    order by key ${direction} limit ${limit} offset ${(page - 1) * limit}`.execute(on);
  return rows.map((row) => ({ key: row.key, groups: row.groups, ...sumsOf(row) }));
}

/** The sums of all groups, and how many there are. */
export async function selectTotals(db: Reads, statement: Statement): Promise<CommissionSums> {
  const { parts, on } = partsOf(db, statement, 'all');
  if (parts.length === 0) return { orders: 0n, amountMinor: 0n, earnedMinor: 0n, returnedCount: 0n, returnedMinor: 0n };
  const { rows } = await sql<SumsRow>`select ${summed} from (${sql.join(parts, ' union all ')}) s`.execute(on);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return sumsOf(row);
}

export async function countGroups(db: Reads, statement: Statement, group: CommissionGroup): Promise<number> {
  const { parts, on } = partsOf(db, statement, group);
  if (parts.length === 0) return 0;
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select from (${sql.join(parts, ' union all ')}) s group by key having sum(earned_count) > 0 or sum(returned_count) > 0) g`.execute(
    on,
  );
  return Number(rows[0]?.count ?? 0);
}

/** What is held after `now`, by the moment of release. */
export async function selectHolds(
  on: Queryable,
  { agentNo, place, channelId }: Pick<Statement, 'agentNo' | 'place' | 'channelId'>,
  now: Date,
): Promise<{ at: Date; amountMinor: bigint }[]> {
  const { rows } = await sql<{ at: Date; amountMinor: string }>`
    select bucket as at, sum(held) as "amountMinor" from agent_rollups
    where member_no = ${agentNo} and span = 'release' and subject_no = ${place.subjectNo} and channel_id = ${channelId ?? ALL_CHANNELS} and bucket > ${now}
    group by bucket having sum(held) <> 0 order by bucket`.execute(on);
  return rows.map(({ at, amountMinor }) => ({ at, amountMinor: BigInt(amountMinor) }));
}

const summed = sql`coalesce(sum(earned_count), 0)::bigint as orders, coalesce(sum(earned_amount), 0) as amount, coalesce(sum(earned), 0) as earned,
  coalesce(sum(returned_count), 0)::bigint as "returnedCount", coalesce(sum(returned), 0) as returned`;

function sumsOf({ orders, amount, earned, returnedCount, returned }: SumsRow): CommissionSums {
  return {
    orders,
    amountMinor: BigInt(amount),
    earnedMinor: BigInt(earned),
    returnedCount,
    returnedMinor: BigInt(returned),
  };
}

type Grouping = CommissionGroup | 'all';

/** The parts, and where to send them: those that read rows of all months are planned for any values. */
function partsOf(db: Reads, statement: Statement, group: Grouping): { parts: Sql[]; on: Queryable } {
  const { rolled, raw } = (group === 'day' ? bookingPieces : coveringPieces)(statement, statement.timeZone);
  const parts = [
    ...rolled.flatMap((piece) => rolledParts(statement, group, piece)),
    ...raw.map((piece) => rawPart(statement, group, piece)),
  ];
  return { parts, on: raw.length > 0 ? db.planned : db };
}

function rolledParts(statement: Statement, group: Grouping, piece: RolledPiece): Sql[] {
  const { agentNo, place, channelId, timeZone } = statement;
  const { span, from, to, sign } = piece;
  const part = (key: Sql, what: Sql, times: Sign = 1): Sql => sql`(
    select ${key} as key, ${signedColumns(sumColumns, (sign * times) as Sign)} from agent_rollups
    where member_no = ${agentNo} and span = ${sql.lit(span)} and ${what}
      and bucket >= ${from ?? '-infinity'}::timestamptz and bucket < ${to ?? 'infinity'}::timestamptz and (earned_count > 0 or returned_count > 0))`;
  const ofChannel = sql`channel_id = ${channelId ?? ALL_CHANNELS}`;
  const ofSubject = sql`subject_no = ${place.subjectNo} and ${ofChannel}`;
  switch (group) {
    case 'all':
      return [part(sql`0::bigint`, ofSubject)];
    case 'day':
      return [part(millisecondsOf(sql`bucket`), ofSubject)];
    case 'month':
      // A piece of days lies within one month.
      return [
        part(
          span === 'month' || !from
            ? millisecondsOf(sql`bucket`)
            : sql`${startOfMonth(from, timeZone).getTime()}::bigint`,
          ofSubject,
        ),
      ];
    case 'channel':
      return [
        part(
          sql`channel_id::bigint`,
          channelId === undefined ? sql`subject_no = ${place.subjectNo} and channel_id <> ${ALL_CHANNELS}` : ofSubject,
        ),
      ];
    case 'member': {
      const below = part(
        sql`subject_no`,
        sql`parent_no = ${place.subjectNo === WHOLE_TREE ? agentNo : place.subjectNo} and ${ofChannel}`,
      );
      if (place.subjectNo === WHOLE_TREE) return [below];
      // What no member below it earned is the member's own.
      const own = part(sql`${place.subjectNo}::bigint`, ofSubject);
      return place.kind === 'merchant'
        ? [own]
        : [below, own, part(sql`${place.subjectNo}::bigint`, sql`parent_no = ${place.subjectNo} and ${ofChannel}`, -1)];
    }
  }
}

const sumColumns = ['earned_count', 'earned_amount', 'earned', 'returned_count', 'returned'];

function millisecondsOf(at: Sql): Sql {
  return sql`(extract(epoch from ${at}) * 1000)::bigint`;
}

/** The bookings of a part of a day. */
function rawPart(statement: Statement, group: Grouping, { from, to, sign }: BookingPieces['raw'][number]): Sql {
  const { timeZone } = statement;
  const key = rawKey(statement, group, startOfDay(dayOf(from, timeZone), timeZone));
  const times = sql.lit(sign);
  const part = (at: Sql, columns: Sql): Sql => sql`
    select ${key} as key, ${columns} from agent_orders o
    where ${bookedOrders(statement, at)} and ${at} >= ${from} and ${at} < ${to} and o.system_no < ${numberAfter(to)}`;
  return sql`(
    ${part(sql`o.booked_at`, sql`${times}::bigint as earned_count, ${times} * o.amount as earned_amount, ${times} * o.commission as earned, 0::bigint as returned_count, 0::bigint as returned`)}
    union all ${part(sql`o.returned_at`, sql`0, 0, 0, ${times}, ${times} * o.commission`)})`;
}

/** The condition that row `o` has a booking of the statement at the time `at`. */
export function bookedOrders({ agentNo, place, channelId }: Statement, at: Sql): Sql {
  return sql`${ownedOrders(agentNo, place)} and ${at} is not null ${channelId === undefined ? sql`` : sql`and o.channel_id = ${channelId}`}`;
}

/** No order that was booked before this moment has a higher number, even if clocks differ. */
export function numberAfter(at: Date): bigint {
  return firstSystemNo(new Date(at.getTime() + CLOCKS_APART_MS));
}
const CLOCKS_APART_MS = 3_600_000;

function rawKey({ place, timeZone }: Statement, group: Grouping, day: Date): Sql {
  switch (group) {
    case 'all':
      return sql`0::bigint`;
    case 'day':
      return sql`${day.getTime()}::bigint`;
    case 'month':
      return sql`${startOfMonth(day, timeZone).getTime()}::bigint`;
    case 'channel':
      return sql`o.channel_id::bigint`;
    case 'member':
      if (place.subjectNo === WHOLE_TREE) return sql`o.via[1]`;
      if (place.kind === 'merchant') return sql`o.merchant_no`;
      // The member after the one looked at, on the way to the merchant.
      return sql`coalesce(o.via[array_position(o.via, ${place.subjectNo}::bigint) + 1], ${place.subjectNo}::bigint)`;
  }
}
