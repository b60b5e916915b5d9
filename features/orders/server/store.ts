/**
 * The order tables, one statement per function, by arrays: a batch of any size is one statement. Only this file,
 * rollups.ts and costs-store.ts write orders, order_numbers and order_rollups. Functions that lock need a `Tx`.
 */
import { sum } from '#foundation/core/money.ts';
import {
  arrayLiteral,
  bytesLiteral,
  type ColumnsOf,
  newRowValues,
  rowsLiteral,
  rowSource,
  selectList,
} from '#foundation/server/postgres/array-literals.ts';
import { PREPARED, type Queryable, type Tx, type Write } from '#foundation/server/postgres/database.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { OrderSignType } from '../order.ts';
import type { OrderKind, OrderStatus } from '../statuses.ts';

export interface OrderRecord {
  memberNo: bigint;
  systemNo: bigint;
  orderNo: string;
  kind: OrderKind;
  channelId: number;
  upstreamId: number;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  /** What the upstream charges; internal to the platform. */
  costMinor: bigint;
  status: OrderStatus;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  paidLate: boolean;
  commissions: { agentNo: string; amount: string }[] | null;
  subject: string | null;
  notifyUrl: string | null;
  returnUrl: string | null;
  attach: string | null;
  clientIp: string | null;
  signType: OrderSignType;
  requestHash: Uint8Array;
  upstreamNo: string | null;
  payUrl: string | null;
  qrContent: string | null;
  upstreamError: string | null;
}

export interface OrderKey {
  memberNo: bigint;
  kind: OrderKind;
  orderNo: string;
}

const columns: ColumnsOf<OrderRecord> = {
  memberNo: 'member_no',
  systemNo: 'system_no',
  orderNo: 'order_no',
  kind: 'kind',
  channelId: 'channel_id',
  upstreamId: 'upstream_id',
  currency: 'currency',
  amountMinor: 'amount',
  feeMinor: 'fee',
  costMinor: 'cost',
  status: 'status',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  paidAt: { name: 'paid_at', later: true },
  paidLate: { name: 'paid_late', later: true },
  commissions: { name: 'commissions', write: (shares) => shares && JSON.stringify(shares) },
  subject: 'subject',
  notifyUrl: 'notify_url',
  returnUrl: 'return_url',
  attach: 'attach',
  clientIp: { name: 'client_ip', read: (column) => `host(${column})` },
  signType: 'sign_type',
  requestHash: { name: 'request_hash', write: bytesLiteral },
  upstreamNo: 'upstream_no',
  payUrl: 'pay_url',
  qrContent: 'qr_content',
  upstreamError: { name: 'upstream_error', later: true },
};
const orderColumns = selectList(columns, 'o');
const newOrders = rowSource<OrderRecord>('placed_order', {
  ...newRowValues(columns),
  commission: ({ commissions }) => sum((commissions ?? []).map(({ amount }) => BigInt(amount))),
});

/**
 * Claims merchants' numbers in key order and returns those that were free. Waits for a number that another transaction
 * is claiming.
 */
export async function insertOrderNumbers(
  tx: Tx,
  keys: readonly (OrderKey & { systemNo: bigint; amountMinor: bigint })[],
): Promise<Set<bigint>> {
  const rows = rowsLiteral(
    keys.map(({ memberNo, kind, orderNo, systemNo, amountMinor }) => [memberNo, kind, orderNo, systemNo, amountMinor]),
  );
  const free = await sql<{ system_no: bigint }>`${PREPARED}
    insert into order_numbers (member_no, kind, order_no, system_no, amount)
    select * from unnest(${rows}::new_order_number[])
    on conflict do nothing returning system_no`.execute(tx);
  return new Set(free.rows.map(({ system_no }) => system_no));
}

/** Frees the numbers of refused orders. */
export function releasedNumberWrites(keys: readonly OrderKey[]): Write[] {
  if (keys.length === 0) return [];
  const deletion = sql`
    delete from order_numbers n
    using unnest(${arrayLiteral(keys.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(keys.map(({ kind }) => kind))}::text[],
      ${arrayLiteral(keys.map(({ orderNo }) => orderNo))}::text[]) as k (member_no, kind, order_no)
    where n.member_no = k.member_no and n.kind = k.kind and n.order_no = k.order_no and ${isMemberOf(sql`n.member_no`, keys)}`;
  return [deletion];
}

export function orderWrites(orders: readonly OrderRecord[]): Write[] {
  if (orders.length === 0) return [];
  return [sql`insert into orders (${newOrders.names}) select * from ${newOrders.of(orders)}`];
}

export interface UpstreamAnswer {
  memberNo: bigint;
  systemNo: bigint;
  upstreamNo: string | null;
  payUrl: string | null;
  qrContent: string | null;
  upstreamError: string | null;
}

/** Stores the upstream's answers for orders that have no payment page yet. */
export async function updateUpstreamAnswers(on: Queryable, answers: readonly UpstreamAnswer[]): Promise<void> {
  const column = (value: (answer: UpstreamAnswer) => bigint | string | null): string =>
    arrayLiteral(answers.map(value));
  await sql`
    update orders o set upstream_no = a.upstream_no, pay_url = a.pay_url, qr_content = a.qr_content, upstream_error = a.upstream_error
    from unnest(${column(({ memberNo }) => memberNo)}::bigint[], ${column(({ systemNo }) => systemNo)}::bigint[], ${column(({ upstreamNo }) => upstreamNo)}::text[],
      ${column(({ payUrl }) => payUrl)}::text[], ${column(({ qrContent }) => qrContent)}::text[], ${column(({ upstreamError }) => upstreamError)}::text[]
    ) as a (member_no, system_no, upstream_no, pay_url, qr_content, upstream_error)
    where o.member_no = a.member_no and o.system_no = a.system_no and o.pay_url is null
      and ${isMemberOf(sql`o.member_no`, answers)}`.execute(on);
}

export interface Payment {
  memberNo: bigint;
  systemNo: bigint;
  upstreamId: number;
  amountMinor: bigint;
  currency: string;
  /** The upstream confirmed the payment when queried, so an expired order can be paid too. */
  confirmed: boolean;
}

/** The fields of an order that booking a payment needs. */
export interface PaidRecord extends Pick<
  OrderRecord,
  | 'memberNo'
  | 'systemNo'
  | 'kind'
  | 'channelId'
  | 'upstreamId'
  | 'currency'
  | 'amountMinor'
  | 'feeMinor'
  | 'costMinor'
  | 'createdAt'
  | 'notifyUrl'
> {
  /** What all agents earn on it. */
  commissionMinor: bigint;
  wasExpired: boolean;
}

/**
 * Marks orders of one status as paid if the payment matches in every field, and returns those; other orders stay
 * unchanged. `payments` must be in key order, so that two batches cannot deadlock.
 */
export async function updatePaid(
  tx: Tx,
  payments: readonly Payment[],
  from: OrderStatus,
  paidAt: Date,
): Promise<PaidRecord[]> {
  if (payments.length === 0) return [];
  const reported = rowsLiteral(
    payments.map(({ memberNo, systemNo, upstreamId, amountMinor, currency }) => [
      memberNo,
      systemNo,
      upstreamId,
      amountMinor,
      currency,
    ]),
  );
  const { rows } = await sql<PaidRecord>`${PREPARED}
    update orders o set status = 'success', paid_at = ${paidAt}, paid_late = ${sql.lit(from === 'expired')}
    from unnest(${reported}::reported_payment[]) as p
    where o.member_no = p.member_no and o.system_no = p.system_no and ${inTheirMonths(sql`o.system_no`, payments)}
      and o.upstream_id = p.upstream_id and o.amount = p.amount and o.currency = p.currency and o.status = ${sql.lit(from)}
      and ${isMemberOf(sql`o.member_no`, payments)}
    returning o.member_no as "memberNo", o.system_no as "systemNo", o.kind, o.channel_id as "channelId", o.upstream_id as "upstreamId", o.currency,
      o.amount as "amountMinor", o.fee as "feeMinor", o.cost as "costMinor", o.created_at as "createdAt", o.notify_url as "notifyUrl",
      coalesce(o.commission, (select sum((share ->> 'amount')::bigint)::bigint from jsonb_array_elements(o.commissions) as share), 0) as "commissionMinor", ${sql.lit(from === 'expired')}::boolean as "wasExpired"`.execute(
    tx,
  );
  return rows;
}

/** Locks the order until the transaction ends. */
export async function lockStatus(tx: Tx, memberNo: bigint, systemNo: bigint): Promise<OrderStatus | undefined> {
  const { rows } = await sql<{
    status: OrderStatus;
  }>`select status from orders where member_no = ${memberNo} and system_no = ${systemNo} for update`.execute(tx);
  return rows[0]?.status;
}

/** Marks a paid order as reversed and locks its row. Returns undefined if it is not paid (any more). */
export async function updateReversed(tx: Tx, memberNo: bigint, systemNo: bigint): Promise<OrderRecord | undefined> {
  const { rows } = await sql<OrderRecord>`
    update orders o set status = 'reversed' where o.member_no = ${memberNo} and o.system_no = ${systemNo} and o.status = 'success' returning ${orderColumns}`.execute(
    tx,
  );
  return rows[0];
}

/** Unpaid orders past their expiry. */
export async function selectDue(on: Queryable, now: Date, limit: number): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRecord>`
    select ${orderColumns} from orders o where o.status = 'unpaid' and o.expires_at <= ${now} order by o.expires_at limit ${limit}`.execute(
    on,
  );
  return rows;
}

/** Locks the orders that are still due, skipping any that is being paid right now. */
export async function lockDue(
  tx: Tx,
  now: Date,
  orders: readonly Pick<OrderRecord, 'memberNo' | 'systemNo'>[],
): Promise<OrderRecord[]> {
  const { rows } = await sql<OrderRecord>`
    select ${orderColumns}
    from orders o
    where (o.member_no, o.system_no) in (select * from unnest(${arrayLiteral(orders.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(orders.map(({ systemNo }) => systemNo))}::bigint[]))
      and ${isMemberOf(sql`o.member_no`, orders)} and ${inTheirMonths(sql`o.system_no`, orders)}
      and o.status = 'unpaid' and o.expires_at <= ${now}
    for update of o skip locked`.execute(tx);
  return rows;
}

export async function updateExpired(
  tx: Tx,
  orders: readonly Pick<OrderRecord, 'memberNo' | 'systemNo'>[],
): Promise<void> {
  await sql`
    update orders o set status = 'expired'
    from unnest(${arrayLiteral(orders.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(orders.map(({ systemNo }) => systemNo))}::bigint[]) as e (member_no, system_no)
    where o.member_no = e.member_no and o.system_no = e.system_no
      and ${isMemberOf(sql`o.member_no`, orders)} and ${inTheirMonths(sql`o.system_no`, orders)} and o.status = 'unpaid'`.execute(
    tx,
  );
}

export async function selectOrders(
  on: Queryable,
  memberNo: bigint,
  systemNos: readonly bigint[],
): Promise<OrderRecord[]> {
  if (systemNos.length === 0) return [];
  const { rows } = await sql<OrderRecord>`
    select ${orderColumns} from orders o where o.member_no = ${memberNo} and o.system_no = any(${arrayLiteral(systemNos)}::bigint[])`.execute(
    on,
  );
  return rows;
}

/** Orders of any members by key. */
export async function selectOrdersByKeys(on: Queryable, keys: readonly OrderKey[]): Promise<OrderRecord[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<OrderRecord>`
    select ${orderColumns}
    from unnest(${arrayLiteral(keys.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(keys.map(({ kind }) => kind))}::text[],
      ${arrayLiteral(keys.map(({ orderNo }) => orderNo))}::text[]) as k (member_no, kind, order_no)
    join order_numbers n using (member_no, kind, order_no)
    join orders o on o.member_no = n.member_no and o.system_no = n.system_no
    where ${isMemberOf(sql`n.member_no`, keys)} and ${isMemberOf(sql`o.member_no`, keys)}`.execute(on);
  return rows;
}

/** Orders of any members by system number. */
export async function selectOrdersByNumbers(
  on: Queryable,
  keys: readonly { memberNo: bigint; systemNo: bigint }[],
): Promise<OrderRecord[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<OrderRecord>`
    select ${orderColumns}
    from unnest(${arrayLiteral(keys.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(keys.map(({ systemNo }) => systemNo))}::bigint[]) as k (member_no, system_no)
    join orders o using (member_no, system_no)
    where ${isMemberOf(sql`o.member_no`, keys)}`.execute(on);
  return rows;
}

/** System numbers for a merchant's number, of any kind. */
export async function selectSystemNos(on: Queryable, memberNo: bigint, orderNo: string): Promise<bigint[]> {
  const { rows } = await sql<{
    system_no: bigint;
  }>`select system_no from order_numbers where member_no = ${memberNo} and order_no = ${orderNo}`.execute(on);
  return rows.map(({ system_no }) => system_no);
}

/** System numbers of at most `most` orders whose merchant's number begins with the text. */
export async function selectSystemNosBeginning(
  on: Queryable,
  memberNo: bigint,
  { typed, most }: { typed: string; most: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ system_no: bigint }>`
    select system_no from order_numbers where member_no = ${memberNo} and order_no like ${likeBeginning(typed)}
    order by order_no using ~>~ limit ${most}`.execute(on);
  return rows.map(({ system_no }) => system_no);
}

/**
 * States as constants which months the batch's numbers are from, so that only those partitions are touched. Whole
 * months: with a narrow range the planner expects a single row and walks the index instead of looking up each number.
 */
function inTheirMonths(column: ReturnType<typeof sql>, rows: readonly { systemNo: bigint }[]): ReturnType<typeof sql> {
  let lowest = rows[0]?.systemNo ?? 0n;
  let highest = lowest;
  for (const { systemNo } of rows) {
    if (systemNo < lowest) lowest = systemNo;
    if (systemNo > highest) highest = systemNo;
  }
  return sql`${column} >= ${sql.lit(lowest - (lowest % NUMBERS_OF_A_MONTH))} and ${column} < ${sql.lit(highest - (highest % NUMBERS_OF_A_MONTH) + NUMBERS_OF_A_MONTH)}`;
}

/** A number is `yymm` followed by 15 digits. */
const NUMBERS_OF_A_MONTH = 10n ** 15n;
