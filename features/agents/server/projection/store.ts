/**
 * SQL of the copied orders, their roll-ups and how far the job is. Only this file writes these tables. A statement
 * works on one agent, or only reads.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral, type Plain, rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { AgentOrder, RollupAddition } from './row.ts';

/** The agents above a member for its orders from a number on, nearest first. */
export interface Path {
  memberNo: bigint;
  fromSystemNo: bigint;
  uplines: bigint[];
}

export interface Feed {
  memberNo: bigint;
  lastSeq: bigint;
  lastSystemNo: bigint;
  settledSystemNo: bigint;
}

/** How far a member's positions move. */
export interface FeedMove {
  /** Undefined: there were no entries. */
  entries: { lastSeq: bigint; paidOutMinor: bigint } | undefined;
  lastSystemNo: bigint;
  settledSystemNo: bigint;
}

/** The newest path of every member. */
export async function selectNewestPaths(on: Queryable): Promise<Path[]> {
  const { rows } = await sql<Path>`
    select distinct on (member_no) member_no as "memberNo", from_system_no as "fromSystemNo", uplines
    from agent_paths order by member_no, from_system_no desc`.execute(on);
  return rows;
}

/** All paths of the members, the oldest first. */
export async function selectPaths(on: Queryable, memberNos: readonly bigint[]): Promise<Path[]> {
  const { rows } = await sql<Path>`
    select member_no as "memberNo", from_system_no as "fromSystemNo", uplines from agent_paths
    where member_no = any(${arrayLiteral(memberNos)}::bigint[]) order by member_no, from_system_no`.execute(on);
  return rows;
}

/** Adds paths; a path that is there already stays. */
export async function insertPaths(on: Queryable, paths: readonly Path[]): Promise<void> {
  if (paths.length === 0) return;
  await sql`
    insert into agent_paths (member_no, from_system_no, uplines)
    select p.member_no, p.from_system_no, p.uplines::bigint[] from unnest(
      ${arrayLiteral(paths.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(paths.map(({ fromSystemNo }) => fromSystemNo))}::bigint[],
      ${arrayLiteral(paths.map(({ uplines }) => arrayLiteral(uplines)))}::text[]) as p (member_no, from_system_no, uplines)
    on conflict do nothing`.execute(on);
}

/** How many paths there are: one for each member, and one for each time that it was moved. */
export async function countPaths(on: Queryable): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from agent_paths`.execute(on);
  return rows[0]?.count ?? 0n;
}

/** Begins to follow members; one that is followed already stays where it is. */
export async function insertFeeds(on: Queryable, memberNos: readonly bigint[]): Promise<void> {
  if (memberNos.length === 0) return;
  await sql`
    insert into agent_feed (member_no) select * from unnest(${arrayLiteral(memberNos)}::bigint[]) on conflict do nothing`.execute(
    on,
  );
}

export async function selectFeeds(on: Queryable, memberNos: readonly bigint[]): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    select member_no as "memberNo", last_seq as "lastSeq", last_system_no as "lastSystemNo", settled_system_no as "settledSystemNo"
    from agent_feed where member_no = any(${arrayLiteral(memberNos)}::bigint[]) order by member_no`.execute(on);
  return rows;
}

/** Moves a member's positions, never back. The entries count only if no other process has counted them. */
export async function updateFeed(
  on: Queryable,
  { memberNo, lastSeq }: Pick<Feed, 'memberNo' | 'lastSeq'>,
  { entries, lastSystemNo, settledSystemNo }: FeedMove,
): Promise<void> {
  const counted = entries ?? { lastSeq, paidOutMinor: 0n };
  await sql`
    update agent_feed set
      paid_out = paid_out + case when last_seq = ${lastSeq}::bigint then ${counted.paidOutMinor}::bigint else 0 end,
      last_seq = case when last_seq = ${lastSeq}::bigint then ${counted.lastSeq}::bigint else last_seq end,
      last_system_no = greatest(last_system_no, ${lastSystemNo}::bigint), settled_system_no = greatest(settled_system_no, ${settledSystemNo}::bigint)
    where member_no = ${memberNo}`.execute(on);
}

/** How many members an agent has. */
export interface TreeCounts {
  memberNo: bigint;
  directMerchants: number;
  directAgents: number;
  treeMerchants: number;
  treeAgents: number;
}

const countColumns = sql`
  member_no as "memberNo", direct_merchants as "directMerchants", direct_agents as "directAgents", tree_merchants as "treeMerchants", tree_agents as "treeAgents"`;

/** Of all agents that have members. */
export async function selectAllTreeCounts(on: Queryable): Promise<TreeCounts[]> {
  const { rows } =
    await sql<TreeCounts>`select ${countColumns} from agent_feed where tree_merchants + tree_agents > 0`.execute(on);
  return rows;
}

export async function selectTreeCounts(on: Queryable, memberNos: readonly bigint[]): Promise<TreeCounts[]> {
  const { rows } = await sql<TreeCounts>`
    select ${countColumns} from agent_feed where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(on);
  return rows;
}

export async function updateTreeCounts(on: Queryable, counts: TreeCounts): Promise<void> {
  await sql`
    update agent_feed set direct_merchants = ${counts.directMerchants}, direct_agents = ${counts.directAgents},
      tree_merchants = ${counts.treeMerchants}, tree_agents = ${counts.treeAgents}
    where member_no = ${counts.memberNo}`.execute(on);
}

/** Locks an agent's rows: two processes that copy for it take turns. */
export async function lockAgent(tx: Tx, memberNo: bigint): Promise<void> {
  await sql`select from agent_feed where member_no = ${memberNo} for update`.execute(tx);
}

const orderColumns = sql`
  o.member_no as "memberNo", o.system_no as "systemNo", o.merchant_no as "merchantNo", o.via, o.order_no as "orderNo", o.kind, o.channel_id as "channelId",
  o.currency, o.amount as "amountMinor", o.fee as "feeMinor", o.status, o.notify_status as "notifyStatus", o.created_at as "createdAt",
  o.expires_at as "expiresAt", o.paid_at as "paidAt", o.paid_late as "paidLate", o.commission as "commissionMinor", o.held as "heldMinor",
  o.release_at as "releaseAt", o.booked_at as "bookedAt", o.returned_at as "returnedAt", o.rates`;

/** An agent's rows of orders by number, of any merchant. */
export async function selectAgentOrders(
  on: Queryable,
  memberNo: bigint,
  systemNos: readonly bigint[],
): Promise<AgentOrder[]> {
  if (systemNos.length === 0) return [];
  const { rows } = await sql<AgentOrder>`
    select ${orderColumns} from agent_orders o
    where o.member_no = ${memberNo} and o.system_no = any(${arrayLiteral(systemNos)}::bigint[])`.execute(on);
  return rows;
}

export async function insertAgentOrders(tx: Tx, rows: readonly AgentOrder[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into agent_orders (member_no, system_no, merchant_no, via, order_no, kind, channel_id, currency, amount, fee, status, notify_status, created_at,
      expires_at, paid_at, paid_late, commission, held, release_at, booked_at, returned_at, rates)
    select * from unnest(${rowsLiteral(rows.map(columnsOf))}::new_agent_order[])`.execute(tx);
}

/** Writes what can change of rows that exist. All are of one agent. */
export async function updateAgentOrders(tx: Tx, memberNo: bigint, rows: readonly AgentOrder[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update agent_orders o set status = n.status, notify_status = n.notify_status, paid_at = n.paid_at, paid_late = n.paid_late, held = n.held,
      release_at = n.release_at, booked_at = n.booked_at, returned_at = n.returned_at
    from unnest(${rowsLiteral(rows.map(columnsOf))}::new_agent_order[]) as n
    where o.member_no = ${memberNo} and o.system_no = n.system_no and o.merchant_no = n.merchant_no`.execute(tx);
}

/** Columns in the order of the type `new_agent_order`. */
function columnsOf(row: AgentOrder): Plain[] {
  return [
    row.memberNo,
    row.systemNo,
    row.merchantNo,
    arrayLiteral(row.via),
    row.orderNo,
    row.kind,
    row.channelId,
    row.currency,
    row.amountMinor,
    row.feeMinor,
    row.status,
    row.notifyStatus,
    row.createdAt,
    row.expiresAt,
    row.paidAt,
    row.paidLate,
    row.commissionMinor,
    row.heldMinor,
    row.releaseAt,
    row.bookedAt,
    row.returnedAt,
    row.rates && JSON.stringify(row.rates),
  ];
}

export async function addToRollups(tx: Tx, additions: readonly RollupAddition[]): Promise<void> {
  if (additions.length === 0) return;
  const rows = rowsLiteral(
    additions.map(({ memberNo, span, bucket, subjectNo, parentNo, channelId, sums }) => [
      memberNo,
      span,
      bucket,
      subjectNo,
      parentNo,
      channelId,
      ...sums,
    ]),
  );
  await sql`
    insert into agent_rollups as r (member_no, span, bucket, subject_no, parent_no, channel_id, created_count, created_amount, success_count, success_amount,
      success_fee, success_commission, expired_count, expired_amount, paid_count, paid_amount, paid_fee, paid_commission, earned_count, earned_amount, earned,
      returned_count, returned, held)
    select * from unnest(${rows}::agent_rollup_addition[])
    on conflict (member_no, span, subject_no, channel_id, bucket, parent_no) do update set
      created_count = r.created_count + excluded.created_count, created_amount = r.created_amount + excluded.created_amount,
      success_count = r.success_count + excluded.success_count, success_amount = r.success_amount + excluded.success_amount,
      success_fee = r.success_fee + excluded.success_fee, success_commission = r.success_commission + excluded.success_commission,
      expired_count = r.expired_count + excluded.expired_count, expired_amount = r.expired_amount + excluded.expired_amount,
      paid_count = r.paid_count + excluded.paid_count, paid_amount = r.paid_amount + excluded.paid_amount, paid_fee = r.paid_fee + excluded.paid_fee,
      paid_commission = r.paid_commission + excluded.paid_commission, earned_count = r.earned_count + excluded.earned_count,
      earned_amount = r.earned_amount + excluded.earned_amount, earned = r.earned + excluded.earned,
      returned_count = r.returned_count + excluded.returned_count, returned = r.returned + excluded.returned, held = r.held + excluded.held`.execute(
    tx,
  );
}

/** A copied order that may have changed without an entry in its merchant's wallet. */
export interface Watched {
  /** The nearest agent, whose row is written last: when it is up to date, all are. */
  memberNo: bigint;
  merchantNo: bigint;
  systemNo: bigint;
  expiresAt: Date;
}

/** Unpaid rows past their expiry, after `from` in their order. */
export async function selectDueRows(
  on: Queryable,
  now: Date,
  from: Pick<Watched, 'expiresAt' | 'systemNo'> | undefined,
  limit: number,
): Promise<Watched[]> {
  const after = from
    ? sql`and (o.expires_at, o.system_no) > (${from.expiresAt}::timestamptz, ${from.systemNo}::bigint)`
    : sql``;
  const { rows } = await sql<Watched>`
    select o.member_no as "memberNo", o.merchant_no as "merchantNo", o.system_no as "systemNo", o.expires_at as "expiresAt" from agent_orders o
    where o.status = 'unpaid' and cardinality(o.via) = 1 and o.expires_at <= ${now} ${after}
    order by o.expires_at, o.system_no limit ${limit}`.execute(on);
  return rows;
}

/** Rows whose callback is pending or has failed, as the nearest agents' rows say. */
export async function selectNotifying(
  on: Queryable,
  statuses: readonly ('pending' | 'failed')[],
  from: Pick<Watched, 'merchantNo' | 'systemNo'> | undefined,
  limit: number,
): Promise<(Pick<Watched, 'merchantNo' | 'systemNo'> & { status: string })[]> {
  const after = from
    ? sql`and (o.merchant_no, o.system_no) > (${from.merchantNo}::bigint, ${from.systemNo}::bigint)`
    : sql``;
  const { rows } = await sql<Pick<Watched, 'merchantNo' | 'systemNo'> & { status: string }>`
    select o.merchant_no as "merchantNo", o.system_no as "systemNo", o.notify_status as status from agent_orders o
    where o.notify_status in ('pending', 'failed') and cardinality(o.via) = 1 and o.notify_status = any(${arrayLiteral(statuses)}::text[]) ${after}
    order by o.merchant_no, o.system_no limit ${limit}`.execute(on);
  return rows;
}

/** How many rows of a merchant's orders the nearest agent has, from one number up to another. */
export async function selectCopied(
  on: Queryable,
  memberNo: bigint,
  merchantNo: bigint,
  { from, to }: { from: bigint; to: bigint },
): Promise<Set<bigint>> {
  const { rows } = await sql<{ systemNo: bigint }>`
    select o.system_no as "systemNo" from agent_orders o
    where o.member_no = ${memberNo} and o.merchant_no = ${merchantNo} and o.system_no > ${from} and o.system_no <= ${to}`.execute(
    on,
  );
  return new Set(rows.map(({ systemNo }) => systemNo));
}

/** Followed members after one, by number. */
export async function selectFollowed(on: Queryable, after: bigint, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ memberNo: bigint }>`
    select member_no as "memberNo" from agent_feed where member_no > ${after} order by member_no limit ${limit}`.execute(
    on,
  );
  return rows.map(({ memberNo }) => memberNo);
}

/** Members of which an order might still appear among those that were read. */
export async function selectUnsettledFeeds(on: Queryable): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    select member_no as "memberNo", last_seq as "lastSeq", last_system_no as "lastSystemNo", settled_system_no as "settledSystemNo"
    from agent_feed where settled_system_no < last_system_no order by member_no`.execute(on);
  return rows;
}
