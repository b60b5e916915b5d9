/**
 * The operators' list of all members' orders. A page walks `orders_of_all`, newest first, between two times: without a
 * number or a member it looks back a few days. A typed number is found whole, by the indexes of the merchants' and the
 * upstreams' numbers, and an amount that few orders have by the index of amounts. Counts and sums stop at a cap.
 */
import type { NotifyFilter, OrderKind, NotifyStatus, OrderStatus } from '#features/orders/statuses.ts';
import type { AccountKind, JournalKind } from '#features/ledger/rules.ts';
import { firstSystemNo, parseSystemNo, systemNoMonths } from '#foundation/core/system-number.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';

/** Orders are counted and summed up to this many, newest first. */
export const MAX_COUNTED = 10_000;
/** A number that many orders have, such as `1`, shows the newest of so many. */
const MAX_FOUND = 200;
const MAX_BIGINT = 2n ** 63n - 1n;

export interface OrderQuery {
  q: string | undefined;
  memberNo: bigint | undefined;
  statuses: readonly OrderStatus[];
  channelIds: readonly number[] | undefined;
  upstreamId: number | undefined;
  notifyStatus: NotifyFilter | undefined;
  amountFromMinor: bigint | undefined;
  amountToMinor: bigint | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export interface ListedOrder {
  memberNo: bigint;
  memberName: string;
  systemNo: bigint;
  orderNo: string;
  kind: OrderKind;
  channelId: number;
  upstreamId: number;
  upstreamNo: string | null;
  amountMinor: bigint;
  feeMinor: bigint;
  costMinor: bigint;
  status: OrderStatus;
  notifyStatus: NotifyStatus;
  /** Of a pending callback that has failed: its attempts so far. Else 0. */
  notifyAttempts: number;
  createdAt: Date;
  paidAt: Date | null;
}

/** System numbers of all orders that can match the filter; undefined if no index narrows it enough. */
export async function candidatesOf(on: Queryable, query: OrderQuery, now: Date): Promise<bigint[] | undefined> {
  const { q, memberNo, amountFromMinor, amountToMinor, from, to } = query;
  if (q !== undefined) return findNumbers(on, q);
  if (memberNo !== undefined || (amountFromMinor ?? amountToMinor) === undefined || !from) return undefined;
  const { rows } = await sql<Found>`
    select system_no from order_numbers
    where system_no / 1000000000000000 = any(${systemNoMonths(from, to ?? now)}::bigint[])
      and amount between ${amountFromMinor ?? 0n} and ${amountToMinor ?? MAX_BIGINT}
      and system_no >= ${firstSystemNo(from)} ${to === undefined ? sql`` : sql`and system_no < ${firstSystemNo(to)}`}
    limit ${MAX_COUNTED + 1}`.execute(on);
  // So many are found soon by walking back.
  return rows.length > MAX_COUNTED ? undefined : rows.map(({ system_no }) => system_no);
}

/** The orders that have this whole number: the system's, a merchant's or an upstream's. */
async function findNumbers(on: Queryable, typed: string): Promise<bigint[]> {
  const systemNo = parseSystemNo(typed);
  const found = await Promise.all([
    systemNo === undefined ? [] : selectBySystemNo(on, systemNo),
    selectByOrderNo(on, typed),
    selectByUpstreamNo(on, typed),
  ]);
  return [...new Set(found.flat())];
}

type Found = { system_no: bigint };

async function selectBySystemNo(on: Queryable, systemNo: bigint): Promise<bigint[]> {
  const { rows } = await sql<Found>`select system_no from orders where system_no = ${systemNo}`.execute(on);
  return rows.map(({ system_no }) => system_no);
}

async function selectByOrderNo(on: Queryable, orderNo: string): Promise<bigint[]> {
  const { rows } =
    await sql<Found>`select system_no from order_numbers where order_no = ${orderNo} limit ${MAX_FOUND}`.execute(on);
  return rows.map(({ system_no }) => system_no);
}

async function selectByUpstreamNo(on: Queryable, upstreamNo: string): Promise<bigint[]> {
  const { rows } =
    await sql<Found>`select system_no from orders where upstream_no = ${upstreamNo} limit ${MAX_FOUND}`.execute(on);
  return rows.map(({ system_no }) => system_no);
}

const columns = sql`o.member_no as "memberNo", m.name as "memberName", o.system_no as "systemNo", o.order_no as "orderNo", o.kind,
  o.channel_id as "channelId", o.upstream_id as "upstreamId", o.upstream_no as "upstreamNo", o.amount as "amountMinor", o.fee as "feeMinor", o.status,
  coalesce(c.status, 'none') as "notifyStatus",
  case when c.status = 'pending' and c.attempts > 0 then greatest(c.tries, c.attempts) else 0 end as "notifyAttempts", o.created_at as "createdAt", o.paid_at as "paidAt", o.cost as "costMinor"`;

/** For a file: the rows after `after` in the order of their numbers, by the same index. */
export async function selectOrdersAfter(
  on: Queryable,
  query: OrderQuery,
  numbers: readonly bigint[] | undefined,
  {
    newestFirst,
    limit,
    after,
  }: { newestFirst: boolean; limit: number; after: Pick<ListedOrder, 'systemNo' | 'memberNo'> | undefined },
): Promise<ListedOrder[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const isAfter = after
    ? sql`(o.system_no, o.member_no) ${sql.raw(newestFirst ? '<' : '>')} (${after.systemNo}::bigint, ${after.memberNo}::bigint)`
    : sql`true`;
  const { rows } = await sql<ListedOrder>`
    select ${columns}
    from (
      select * from orders o where ${conditions(query, numbers)} and ${isAfter}
      order by o.system_no ${direction}, o.member_no ${direction} limit ${limit}) o
    join members m on m.member_no = o.member_no
    left join callbacks c on c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin'
    order by o.system_no ${direction}, o.member_no ${direction}`.execute(on);
  return rows;
}

/** At most `most`. */
export async function countAllOrders(
  on: Queryable,
  query: OrderQuery,
  numbers: readonly bigint[] | undefined,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from orders o where ${conditions(query, numbers)} limit ${most}) o`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

/** `numbers`: only these. */
export async function selectAllOrders(
  on: Queryable,
  query: OrderQuery,
  numbers: readonly bigint[] | undefined,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<ListedOrder[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<ListedOrder>`
    select ${columns}
    from (
      select * from orders o where ${conditions(query, numbers)}
      order by o.system_no ${direction} limit ${limit} offset ${offset}) o
    join members m on m.member_no = o.member_no
    left join callbacks c on c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin'
    order by o.system_no ${direction}`.execute(on);
  return rows;
}

export interface OrderSums {
  count: number;
  capped: boolean;
  amountMinor: bigint;
  paidCount: number;
  paidMinor: bigint;
  feeMinor: bigint;
  costMinor: bigint;
}

export async function sumAllOrders(
  on: Queryable,
  query: OrderQuery,
  numbers: readonly bigint[] | undefined,
): Promise<OrderSums> {
  const { rows } = await sql<
    Record<'count' | 'paidCount', number> & Record<'amountMinor' | 'paidMinor' | 'feeMinor' | 'costMinor', string>
  >`
    select count(*)::integer as count, coalesce(sum(amount), 0) as "amountMinor", (count(*) filter (where paid))::integer as "paidCount",
      coalesce(sum(amount) filter (where paid), 0) as "paidMinor", coalesce(sum(fee) filter (where paid), 0) as "feeMinor",
      coalesce(sum(cost) filter (where paid), 0) as "costMinor"
    from (
      select o.amount, o.fee, o.cost, o.status in ('success', 'reversed') as paid from orders o where ${conditions(query, numbers)}
      order by o.system_no desc limit ${MAX_COUNTED}) o`.execute(on);
  const [found] = rows;
  if (!found) throw new Error('an aggregate without a row');
  return {
    count: found.count,
    capped: found.count === MAX_COUNTED,
    amountMinor: BigInt(found.amountMinor),
    paidCount: found.paidCount,
    paidMinor: BigInt(found.paidMinor),
    feeMinor: BigInt(found.feeMinor),
    costMinor: BigInt(found.costMinor),
  };
}

function conditions(query: OrderQuery, numbers: readonly bigint[] | undefined): Sql {
  const { memberNo, statuses, channelIds, upstreamId, notifyStatus, amountFromMinor, amountToMinor, from, to } = query;
  const parts: Sql[] = [sql`true`];
  if (numbers !== undefined) parts.push(sql`o.system_no = any(${arrayLiteral(numbers)}::bigint[])`);
  if (memberNo !== undefined) parts.push(sql`o.member_no = ${memberNo}`);
  if (statuses.length > 0) parts.push(sql`o.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`);
  if (channelIds !== undefined) parts.push(sql`o.channel_id = any(${[...channelIds]}::integer[])`);
  if (upstreamId !== undefined) parts.push(sql`o.upstream_id = ${upstreamId}`);
  if (amountFromMinor !== undefined) parts.push(sql`o.amount >= ${amountFromMinor}`);
  if (amountToMinor !== undefined) parts.push(sql`o.amount <= ${amountToMinor}`);
  if (from !== undefined) parts.push(sql`o.system_no >= ${firstSystemNo(from)}`);
  if (to !== undefined) parts.push(sql`o.system_no < ${firstSystemNo(to)}`);
  if (notifyStatus !== undefined) parts.push(withCallback(notifyStatus));
  return sql.join(parts, ' and ');
}

/** Literals, so that the planner can use the partial indexes of the rare states. */
function withCallback(status: NotifyFilter): Sql {
  const own = sql`select from callbacks c where c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin'`;
  if (status === 'none') return sql`not exists (${own})`;
  if (status === 'retrying') return sql`exists (${own} and c.status = 'pending' and c.attempts > 0)`;
  return sql`exists (${own} and c.status = ${sql.lit(status)})`;
}

export interface JournalEntry {
  at: Date;
  kind: JournalKind;
  legs: Readonly<Record<AccountKind, bigint | null>>;
}

/** What was booked about one order on its member's accounts, oldest first. */
export async function selectJournals(on: Queryable, memberNo: bigint, systemNo: bigint): Promise<JournalEntry[]> {
  const { rows } = await sql<Record<AccountKind, bigint | null> & { at: Date; kind: JournalKind }>`
    select created_at as at, kind, wallet, transit, clearing, fees, commission, adjustment, inter_member as "interMember"
    from journals where member_no = ${memberNo} and reference = ${systemNo} order by created_at, kind`.execute(on);
  return rows.map(({ at, kind, ...legs }) => ({ at, kind, legs }));
}
