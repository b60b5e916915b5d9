/**
 * SQL of the ePay door: a member's settings, what is kept beside an order, and what `api.php` reads of older features.
 * Keys pass through here only sealed.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { CompanionStore } from '#features/orders/server/companion.ts';
import type { OrderStatus } from '#features/orders/statuses.ts';
import { arrayLiteral, rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { TypeMap } from '../rules.ts';

export interface SettingsRecord {
  enabled: boolean;
  keySealed: Buffer;
  keyNo: number;
  previousKeySealed: Buffer | null;
  previousUntil: Date | null;
  rotatedAt: Date;
  typeMap: TypeMap;
}

const columns = sql`enabled, key_sealed as "keySealed", key_no as "keyNo", previous_key_sealed as "previousKeySealed",
  previous_until as "previousUntil", rotated_at as "rotatedAt", type_map as "typeMap"`;

export async function selectSettings(on: Queryable, memberNo: bigint): Promise<SettingsRecord | undefined> {
  const { rows } =
    await sql<SettingsRecord>`select ${columns} from epay_settings where member_no = ${memberNo}`.execute(on);
  return rows[0];
}

export async function lockSettings(tx: Tx, memberNo: bigint): Promise<SettingsRecord | undefined> {
  const { rows } =
    await sql<SettingsRecord>`select ${columns} from epay_settings where member_no = ${memberNo} for update`.execute(
      tx,
    );
  return rows[0];
}

/** Returns false if the member has settings already. */
export async function insertSettings(
  tx: Tx,
  memberNo: bigint,
  row: Pick<SettingsRecord, 'enabled' | 'keySealed' | 'rotatedAt' | 'typeMap'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into epay_settings (member_no, enabled, key_sealed, rotated_at, type_map)
    values (${memberNo}, ${row.enabled}, ${row.keySealed}, ${row.rotatedAt}, ${JSON.stringify(row.typeMap)}::jsonb)
    on conflict (member_no) do nothing returning member_no`.execute(tx);
  return rows.length > 0;
}

export async function updateSettings(
  tx: Tx,
  memberNo: bigint,
  row: Pick<SettingsRecord, 'enabled' | 'typeMap'>,
): Promise<void> {
  await sql`update epay_settings set enabled = ${row.enabled}, type_map = ${JSON.stringify(row.typeMap)}::jsonb
    where member_no = ${memberNo}`.execute(tx);
}

export async function updateKey(
  tx: Tx,
  memberNo: bigint,
  row: Pick<SettingsRecord, 'keySealed' | 'keyNo' | 'previousKeySealed' | 'previousUntil' | 'rotatedAt'>,
): Promise<void> {
  await sql`update epay_settings set key_sealed = ${row.keySealed}, key_no = ${row.keyNo},
    previous_key_sealed = ${row.previousKeySealed}, previous_until = ${row.previousUntil}, rotated_at = ${row.rotatedAt}
    where member_no = ${memberNo}`.execute(tx);
}

/** Returns whether there was a former key. */
export async function updatePreviousEnded(tx: Tx, memberNo: bigint): Promise<boolean> {
  const { rowCount } = await sql`
    update epay_settings set previous_key_sealed = null, previous_until = null
    where member_no = ${memberNo} and previous_until is not null`.execute(tx);
  return rowCount > 0;
}

/** Erases former keys whose overlap has ended. */
export async function erasePreviousKeys(on: Queryable, now: Date): Promise<void> {
  await sql`update epay_settings set previous_key_sealed = null, previous_until = null where previous_until <= ${now}`.execute(
    on,
  );
}

/** What the shop sent, and what goes back to it. */
export interface EpayRow {
  type: string;
  money: string;
  name: string;
  param: string;
  keyNo: number;
}

export const epayOrderStore: CompanionStore<EpayRow> = {
  writes(stored) {
    const rows = rowsLiteral(
      stored.map(({ memberNo, systemNo, row: { type, money, name, param, keyNo } }) => [
        memberNo,
        systemNo,
        type,
        money,
        name,
        param,
        keyNo,
      ]),
    );
    return [
      sql`insert into epay_orders (member_no, system_no, type, money, name, param, key_no)
        select * from unnest(${rows}::new_epay_order[])`,
    ];
  },
};

export interface EpayOrder extends EpayRow {
  systemNo: bigint;
}

export async function selectEpayOrders(
  on: Queryable,
  memberNo: bigint,
  systemNos: readonly bigint[],
): Promise<EpayOrder[]> {
  const { rows } = await sql<EpayOrder>`
    select system_no as "systemNo", type, money, name, param, key_no as "keyNo"
    from epay_orders where member_no = ${memberNo} and system_no = any(${arrayLiteral(systemNos)}::bigint[])`.execute(
    on,
  );
  return rows;
}

/** The reversed ones among the orders of this protocol. */
export async function selectReversedOrders(
  on: Queryable,
  memberNo: bigint,
  systemNos: readonly bigint[],
): Promise<bigint[]> {
  const numbers = arrayLiteral(systemNos);
  const { rows } = await sql<{ systemNo: bigint }>`
    select e.system_no as "systemNo" from epay_orders e join orders o on o.member_no = e.member_no and o.system_no = e.system_no
    where e.member_no = ${memberNo} and e.system_no = any(${numbers}::bigint[])
      and o.member_no = ${memberNo} and o.system_no = any(${numbers}::bigint[]) and o.status = 'reversed'`.execute(on);
  return rows.map(({ systemNo }) => systemNo);
}

/** An order as `api.php` shows it. */
export interface ApiOrder extends EpayOrder {
  orderNo: string;
  status: OrderStatus;
  upstreamNo: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

const apiColumns = sql`e.system_no as "systemNo", e.type, e.money, e.name, e.param, e.key_no as "keyNo", o.order_no as "orderNo", o.status,
  o.upstream_no as "upstreamNo", o.created_at as "createdAt", o.paid_at as "paidAt"`;

export async function selectApiOrder(on: Queryable, memberNo: bigint, systemNo: bigint): Promise<ApiOrder | undefined> {
  const { rows } = await sql<ApiOrder>`
    select ${apiColumns} from epay_orders e join orders o on o.member_no = e.member_no and o.system_no = e.system_no
    where e.member_no = ${memberNo} and e.system_no = ${systemNo} and o.member_no = ${memberNo} and o.system_no = ${systemNo}`.execute(
    on,
  );
  return rows[0];
}

/** Newest first. `statuses` null: all. */
export async function selectApiOrders(
  planned: Queryable,
  memberNo: bigint,
  { statuses, limit, offset }: { statuses: readonly OrderStatus[] | null; limit: number; offset: number },
): Promise<ApiOrder[]> {
  const wanted = statuses && arrayLiteral(statuses);
  const { rows } = await sql<ApiOrder>`
    select ${apiColumns} from epay_orders e join orders o on o.member_no = e.member_no and o.system_no = e.system_no
    where e.member_no = ${memberNo} and o.member_no = ${memberNo} and (${wanted}::text[] is null or o.status = any(${wanted}::text[]))
    order by e.system_no desc limit ${limit}::integer offset ${offset}::integer`.execute(planned);
  return rows;
}

export interface OrderCounts {
  orders: bigint;
  today: bigint;
  yesterday: bigint;
}

/** All pay-in orders, and those created on two days that were paid. */
export async function selectOrderCounts(
  on: Queryable,
  memberNo: bigint,
  { today, yesterday }: { today: Date; yesterday: Date },
): Promise<OrderCounts> {
  const { rows } = await sql<OrderCounts>`
    select coalesce(sum(created_count), 0)::bigint as orders,
      coalesce(sum(success_count) filter (where bucket = ${today}::timestamptz), 0)::bigint as today,
      coalesce(sum(success_count) filter (where bucket = ${yesterday}::timestamptz), 0)::bigint as yesterday
    from order_rollups where member_no = ${memberNo} and span = 'day' and kind = 'payin'`.execute(on);
  return rows[0] ?? { orders: 0n, today: 0n, yesterday: 0n };
}

export interface SettlementAccount {
  type: 'bank' | 'alipay';
  holder: string;
  accountHint: string;
}

/** The newest approved card or Alipay account. */
export async function selectSettlementAccount(on: Queryable, memberNo: bigint): Promise<SettlementAccount | undefined> {
  const { rows } = await sql<SettlementAccount>`
    select type, holder, account_hint as "accountHint" from bank_cards
    where member_no = ${memberNo} and status = 'approved' and removed_at is null
    order by created_at desc, card_id limit 1`.execute(on);
  return rows[0];
}

export interface Settlement {
  systemNo: bigint;
  amountMinor: bigint;
  feeMinor: bigint;
  currency: string;
  holder: string;
  accountHint: string;
  createdAt: Date;
  finishedAt: Date | null;
  status: string;
}

/** Withdrawals, newest first. */
export async function selectSettlements(
  planned: Queryable,
  memberNo: bigint,
  { limit, offset }: { limit: number; offset: number },
): Promise<Settlement[]> {
  const { rows } = await sql<Settlement>`
    select system_no as "systemNo", amount as "amountMinor", fee as "feeMinor", currency, holder, account_hint as "accountHint",
      created_at as "createdAt", finished_at as "finishedAt", status
    from disbursements where member_no = ${memberNo} and kind = 'withdrawal'
    order by system_no desc limit ${limit}::integer offset ${offset}::integer`.execute(planned);
  return rows;
}

export interface RecentRequest {
  at: Date;
  path: string;
  orderNo: string | null;
  ip: string | null;
  error: string | null;
}

const MAX_RECENT = 10;

/** The newest requests of this door that the merchant's log has kept. */
export async function selectRecent(planned: Queryable, memberNo: bigint): Promise<RecentRequest[]> {
  const { rows } = await sql<RecentRequest>`
    select at, path, order_no as "orderNo", host(ip) as ip, nullif(result, 'ok') as error from gateway_requests
    where member_no = ${memberNo} and path like '/epay/%'
    order by request_id desc limit ${MAX_RECENT}::integer`.execute(planned);
  return rows;
}
