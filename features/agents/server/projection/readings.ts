/**
 * What the job reads in the members' shards. Each statement names its members; only
 * `selectMembersWithEntries`, `selectMembersWithOrders` and `selectTree` look at all of them.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import type { CommissionTerms } from '#features/ledger/settlement.ts';
import type { NotifyStatus, OrderKind, OrderStatus } from '#features/orders/statuses.ts';

export interface TreeMember {
  memberNo: bigint;
  kind: 'merchant' | 'agent';
  uplines: bigint[];
}

/** Every member and the agents above it. */
export async function selectTree(on: Queryable): Promise<TreeMember[]> {
  const { rows } =
    await sql<TreeMember>`select member_no as "memberNo", kind, uplines from members order by member_no`.execute(on);
  return rows;
}

export async function countMembers(on: Queryable): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from members`.execute(on);
  return rows[0]?.count ?? 0n;
}

/** Followed members with wallet entries that are not copied yet. */
export async function selectMembersWithEntries(on: Queryable, currency: string): Promise<bigint[]> {
  const { rows } = await sql<{ memberNo: bigint }>`
    select f.member_no as "memberNo" from agent_feed f join wallets w on w.member_no = f.member_no
    where w.currency = ${currency} and w.seq > f.last_seq order by 1`.execute(on);
  return rows.map(({ memberNo }) => memberNo);
}

/** Followed members with new orders, of those whose newest copied order has at least the number `since`. */
export async function selectMembersWithOrders(on: Queryable, since: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ memberNo: bigint }>`
    select f.member_no as "memberNo" from agent_feed f
    where f.last_system_no >= ${since} and exists (select from orders o where o.member_no = f.member_no and o.system_no > f.last_system_no)
    order by 1`.execute(on);
  return rows.map(({ memberNo }) => memberNo);
}

export interface WalletEntry {
  memberNo: bigint;
  seq: bigint;
  reference: bigint;
  /** `order`: of an order of the member itself. `earned` and `returned`: commission of an agent. */
  what: 'order' | 'earned' | 'returned' | 'other';
  /** Who paid the commission. */
  merchantNo: bigint | null;
  /** What left the wallet for a withdrawal or payout; negative when it came back. */
  paidOutMinor: bigint;
}

/** The next entries of each member's wallet, at most `limit` for each. */
export async function selectNextEntries(
  on: Queryable,
  memberNos: readonly bigint[],
  limit: number,
): Promise<WalletEntry[]> {
  const { rows } = await sql<WalletEntry>`
    select j.* from agent_feed f cross join lateral (
      select j.member_no as "memberNo", j.wallet_seq as seq, j.reference,
        case when j.kind in ('payin', 'recharge') or j.kind = 'reversal' and j.clearing is not null then 'order'
          when j.kind = 'commission' then 'earned' when j.kind = 'reversal' then 'returned' else 'other' end as what,
        case when j.kind = 'commission' then j.remark::bigint end as "merchantNo",
        case when j.kind in ('withdrawal', 'payout', 'withdrawal_cancelled', 'payout_cancelled') then -j.amount else 0 end as "paidOutMinor"
      from journals j
      where j.member_no = f.member_no and j.member_no = any(${arrayLiteral(memberNos)}::bigint[]) and j.wallet_seq is not null and j.wallet_seq > f.last_seq
      order by j.wallet_seq limit ${limit}) j
    where f.member_no = any(${arrayLiteral(memberNos)}::bigint[]) order by 1, 2`.execute(on);
  return rows;
}

/** The next new orders of each member, at most `limit` for each. */
export async function selectNextOrders(
  on: Queryable,
  memberNos: readonly bigint[],
  limit: number,
): Promise<{ memberNo: bigint; systemNo: bigint }[]> {
  const { rows } = await sql<{ memberNo: bigint; systemNo: bigint }>`
    select o.* from agent_feed f cross join lateral (
      select o.member_no as "memberNo", o.system_no as "systemNo" from orders o
      where o.member_no = f.member_no and o.member_no = any(${arrayLiteral(memberNos)}::bigint[]) and o.system_no > f.last_system_no
      order by o.system_no limit ${limit}) o
    where f.member_no = any(${arrayLiteral(memberNos)}::bigint[]) order by 1, 2`.execute(on);
  return rows;
}

/** The numbers of a member's orders after the settled one, up to the last that was read. */
export async function selectOrderNumbers(
  on: Queryable,
  memberNo: bigint,
  { settledSystemNo, lastSystemNo }: { settledSystemNo: bigint; lastSystemNo: bigint },
  limit: number,
): Promise<bigint[]> {
  const { rows } = await sql<{ systemNo: bigint }>`
    select system_no as "systemNo" from orders
    where member_no = ${memberNo} and system_no > ${settledSystemNo} and system_no <= ${lastSystemNo} order by system_no limit ${limit}`.execute(
    on,
  );
  return rows.map(({ systemNo }) => systemNo);
}

/** One order of one member. */
export interface OrderKey {
  memberNo: bigint;
  systemNo: bigint;
}

export interface ReadOrder extends OrderKey {
  orderNo: string;
  kind: OrderKind;
  channelId: number;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  status: OrderStatus;
  notifyStatus: NotifyStatus;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  paidLate: boolean;
  commissions: { agentNo: string; amount: string }[] | null;
}

export async function selectReadOrders(on: Queryable, keys: readonly OrderKey[]): Promise<ReadOrder[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ReadOrder>`
    select o.member_no as "memberNo", o.system_no as "systemNo", o.order_no as "orderNo", o.kind, o.channel_id as "channelId", o.currency,
      o.amount as "amountMinor", o.fee as "feeMinor", o.status, coalesce(c.status, 'none') as "notifyStatus", o.created_at as "createdAt",
      o.expires_at as "expiresAt", o.paid_at as "paidAt", o.paid_late as "paidLate", o.commissions
    from unnest(${membersOf(keys)}::bigint[], ${numbersOf(keys)}::bigint[]) as k (member_no, system_no)
    join orders o on o.member_no = k.member_no and o.system_no = k.system_no
    left join callbacks c on c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin' and ${isMemberOf(sql`c.member_no`, keys)}
      and ${within(sql`c.system_no`, keys)}
    where ${isMemberOf(sql`o.member_no`, keys)} and ${within(sql`o.system_no`, keys)}`.execute(on);
  return rows;
}

export interface ReadShare extends OrderKey {
  agentNo: bigint;
  heldMinor: bigint;
  releaseAt: Date | null;
  transfer: bigint | null;
}

export async function selectReadShares(on: Queryable, keys: readonly OrderKey[]): Promise<ReadShare[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ReadShare>`
    select s.member_no as "memberNo", s.reference as "systemNo", s.agent_no as "agentNo", s.held as "heldMinor", s.release_at as "releaseAt", s.transfer
    from unnest(${membersOf(keys)}::bigint[], ${numbersOf(keys)}::bigint[]) as k (member_no, system_no)
    join commission_shares s on s.member_no = k.member_no and s.reference = k.system_no
    where ${isMemberOf(sql`s.member_no`, keys)}`.execute(on);
  return rows;
}

/** An order that is among what its member owes to agents. */
export interface ReadDebt extends OrderKey, CommissionTerms {}

export async function selectReadDebts(on: Queryable, keys: readonly OrderKey[]): Promise<ReadDebt[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ReadDebt>`
    select w.member_no as "memberNo", o.system_no as "systemNo", w.available, w.release_at as "releaseAt"
    from owed_commission w cross join lateral unnest(w.system_nos) as o (system_no)
    where ${isMemberOf(sql`w.member_no`, keys)} and o.system_no = any(${numbersOf(keys)}::bigint[])`.execute(on);
  return rows;
}

/** The orders whose shares the transfers bundle. */
export async function selectTransferredOrders(
  on: Queryable,
  transfers: readonly { memberNo: bigint; transfer: bigint }[],
): Promise<OrderKey[]> {
  if (transfers.length === 0) return [];
  const { rows } = await sql<OrderKey>`
    select s.member_no as "memberNo", s.reference as "systemNo"
    from unnest(${membersOf(transfers)}::bigint[], ${arrayLiteral(transfers.map(({ transfer }) => transfer))}::bigint[]) as k (member_no, transfer)
    join commission_shares s on s.member_no = k.member_no and s.transfer = k.transfer
    where ${isMemberOf(sql`s.member_no`, transfers)} and s.transfer is not null`.execute(on);
  return rows;
}

/** When an agent's commission was booked: by transfer, and by the number of a reversed order. */
export async function selectBookings(
  on: Queryable,
  agentNo: bigint,
  { transfers, reversed }: { transfers: readonly bigint[]; reversed: readonly bigint[] },
): Promise<{ booked: Map<bigint, Date>; returned: Map<bigint, Date> }> {
  if (transfers.length === 0) return { booked: new Map(), returned: new Map() };
  const { rows } = await sql<{ reference: bigint; kind: 'commission' | 'reversal'; at: Date }>`
    select reference, kind, created_at as at from journals
    where member_no = ${agentNo} and reference = any(${arrayLiteral([...transfers, ...reversed])}::bigint[])
      and (kind = 'commission' or kind = 'reversal' and clearing is null)`.execute(on);
  const timesOf = (wanted: 'commission' | 'reversal'): Map<bigint, Date> =>
    new Map(rows.filter(({ kind }) => kind === wanted).map(({ reference, at }) => [reference, at]));
  return { booked: timesOf('commission'), returned: timesOf('reversal') };
}

/** The statuses of callbacks that differ from those that the rows have. */
export async function selectNotifiedOtherwise(
  on: Queryable,
  rows: readonly (OrderKey & { status: string })[],
): Promise<OrderKey[]> {
  if (rows.length === 0) return [];
  const { rows: changed } = await sql<OrderKey>`
    select c.member_no as "memberNo", c.system_no as "systemNo"
    from unnest(${membersOf(rows)}::bigint[], ${numbersOf(rows)}::bigint[], ${arrayLiteral(rows.map(({ status }) => status))}::text[]) as k (member_no, system_no, status)
    join callbacks c on c.member_no = k.member_no and c.system_no = k.system_no and c.subject = 'payin' and c.status <> k.status
    where ${isMemberOf(sql`c.member_no`, rows)} and ${within(sql`c.system_no`, rows)}`.execute(on);
  return changed;
}

/** Orders of the members whose callback is due, or has failed since then: those that their agents' rows must show so. */
export async function selectUndelivered(
  on: Queryable,
  memberNos: readonly bigint[],
  failedSince: Date,
): Promise<(OrderKey & { status: string })[]> {
  const { rows } = await sql<OrderKey & { status: string }>`
    select member_no as "memberNo", system_no as "systemNo", status from callbacks
    where member_no = any(${arrayLiteral(memberNos)}::bigint[]) and subject = 'payin'
      and (status = 'pending' or status = 'failed' and next_at >= ${failedSince})`.execute(on);
  return rows;
}

function membersOf(keys: readonly { memberNo: bigint }[]): string {
  return arrayLiteral(keys.map(({ memberNo }) => memberNo));
}

function numbersOf(keys: readonly { systemNo: bigint }[]): string {
  return arrayLiteral(keys.map(({ systemNo }) => systemNo));
}

/** States between which numbers the rows are, so that only their months are looked at. */
function within(column: ReturnType<typeof sql>, keys: readonly OrderKey[]): ReturnType<typeof sql> {
  let [least, greatest] = [keys[0]?.systemNo ?? 0n, keys[0]?.systemNo ?? 0n];
  for (const { systemNo } of keys) {
    if (systemNo < least) least = systemNo;
    if (systemNo > greatest) greatest = systemNo;
  }
  return sql`${column} between ${least} and ${greatest}`;
}
