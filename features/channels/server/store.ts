/**
 * SQL of the channels: channels, their routes, members' rates, and how much of each daily limit is used. Also reads
 * `upstreams`, `members` and `order_rollups`, but never writes them.
 */
import type { Language } from '#foundation/core/words.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { PREPARED, type Queryable, type Tx, type Write } from '#foundation/server/postgres/database.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { ChannelMode } from '../contract.ts';
import type { OpenHours, Rate, Route, Routing } from '../rules.ts';

export interface Channel {
  channelId: number;
  code: string;
  name: Record<Language, string>;
  mode: ChannelMode;
  state: 'open' | 'closed';
  minAmountMinor: bigint;
  maxAmountMinor: bigint;
  dailyLimitMinor: bigint | null;
  openHours: OpenHours | null;
  recharge: boolean;
  routing: Routing;
  /** The rate of members that have none of their own. */
  rate: Rate;
  /** Only open routes to open upstreams. */
  routes: Route[];
}

interface RouteRecord extends Omit<Route, 'costFixedMinor' | 'dailyLimitMinor'> {
  costFixedMinor: string;
  dailyLimitMinor: string | null;
}

interface ChannelRecord {
  channel_id: number;
  code: string;
  name: Record<Language, string>;
  mode: ChannelMode;
  state: 'open' | 'closed';
  min_amount: bigint;
  max_amount: bigint;
  daily_limit: bigint | null;
  open_from: string | null;
  open_to: string | null;
  recharge: boolean;
  routing: Routing;
  percent: number;
  fixed: bigint;
  min_fee: bigint | null;
  max_fee: bigint | null;
  position: number;
  routes: RouteRecord[];
}

export async function selectChannels(on: Queryable): Promise<Channel[]> {
  const { rows } = await sql<ChannelRecord>`
    select c.*, coalesce((
      select jsonb_agg(jsonb_build_object('upstreamId', r.upstream_id, 'position', r.position, 'weight', r.weight,
        'costPercentE4', r.cost_percent, 'costFixedMinor', r.cost_fixed::text, 'dailyLimitMinor', r.daily_limit::text))
      from channel_routes r join upstreams u using (upstream_id)
      where r.channel_id = c.channel_id and r.state = 'open' and u.state = 'open'), '[]') as routes
    from channels c order by c.position, c.channel_id`.execute(on);
  return rows.map((row) => ({
    ...termsOf(row),
    routes: row.routes.map(({ costFixedMinor, dailyLimitMinor, ...route }) => ({
      ...route,
      costFixedMinor: BigInt(costFixedMinor),
      ...(dailyLimitMinor === null ? {} : { dailyLimitMinor: BigInt(dailyLimitMinor) }),
    })),
  }));
}

function termsOf(row: Omit<ChannelRecord, 'routes'>): Omit<Channel, 'routes'> {
  return {
    channelId: row.channel_id,
    code: row.code,
    name: row.name,
    mode: row.mode,
    state: row.state,
    minAmountMinor: row.min_amount,
    maxAmountMinor: row.max_amount,
    dailyLimitMinor: row.daily_limit,
    openHours: row.open_from === null || row.open_to === null ? null : { from: row.open_from, to: row.open_to },
    recharge: row.recharge,
    routing: row.routing,
    rate: rateOf(row),
  };
}

/** A channel as operators set it up. */
export interface ChannelSetup extends Omit<Channel, 'routes'> {
  /** Its place in lists; the smallest first. */
  position: number;
}

export interface ListedSetup extends ChannelSetup {
  /** How many upstreams serve it, and how many of them take payments now. */
  routeCount: number;
  openRouteCount: number;
}

/** All channels in the order of lists. */
export async function selectSetups(on: Queryable): Promise<ListedSetup[]> {
  const { rows } = await sql<
    Omit<ChannelRecord, 'routes'> & { position: number; route_count: number; open_route_count: number }
  >`
    select c.*, r.route_count, r.open_route_count
    from channels c cross join lateral (
      select count(*)::integer as route_count, (count(*) filter (where r.state = 'open' and u.state = 'open'))::integer as open_route_count
      from channel_routes r join upstreams u using (upstream_id) where r.channel_id = c.channel_id) r
    order by c.position, c.channel_id`.execute(on);
  return rows.map((row) => ({
    ...termsOf(row),
    position: row.position,
    routeCount: row.route_count,
    openRouteCount: row.open_route_count,
  }));
}

/** Until the transaction ends, no other changes a channel. Orders still read them. */
export async function lockSetups(tx: Tx): Promise<void> {
  await sql`lock table channels in share row exclusive mode`.execute(tx);
}

export async function updateSetup(tx: Tx, { channelId, openHours, rate, ...setup }: ChannelSetup): Promise<void> {
  await sql`
    update channels set code = ${setup.code}, name = ${JSON.stringify(setup.name)}::jsonb, mode = ${setup.mode}, state = ${setup.state},
      min_amount = ${setup.minAmountMinor}, max_amount = ${setup.maxAmountMinor}, daily_limit = ${setup.dailyLimitMinor},
      open_from = ${openHours?.from ?? null}::time, open_to = ${openHours?.to ?? null}::time, recharge = ${setup.recharge}, position = ${setup.position},
      percent = ${rate.percentE4}, fixed = ${rate.fixedMinor}, min_fee = ${rate.minFeeMinor}, max_fee = ${rate.maxFeeMinor}
    where channel_id = ${channelId}`.execute(tx);
}

/** The members whose orders on a channel go to one upstream alone: channel id → member number → upstream id. */
export async function selectPins(on: Queryable): Promise<Map<number, Map<bigint, number>>> {
  const { rows } = await sql<{ channelId: number; memberNo: bigint; upstreamId: number }>`
    select channel_id as "channelId", member_no as "memberNo", upstream_id as "upstreamId" from channel_member_routes`.execute(
    on,
  );
  return new Map(
    [...Map.groupBy(rows, ({ channelId }) => channelId)].map(([channelId, pins]) => [
      channelId,
      new Map(pins.map(({ memberNo, upstreamId }) => [memberNo, upstreamId])),
    ]),
  );
}

/** A channel's routes, and the members with an upstream of their own, whatever their states. */
export interface ChannelRouting {
  channelId: number;
  code: string;
  name: Record<Language, string>;
  routing: Routing;
  routes: (Route & { isOpen: boolean })[];
  pins: { memberNo: bigint; upstreamId: number }[];
}

export async function selectRoutings(on: Queryable): Promise<ChannelRouting[]> {
  const { rows } = await sql<{
    channelId: number;
    code: string;
    name: Record<Language, string>;
    routing: Routing;
    routes: (RouteRecord & { isOpen: boolean })[];
    pins: { memberNo: string; upstreamId: number }[];
  }>`
    select c.channel_id as "channelId", c.code, c.name, c.routing,
      coalesce((
        select jsonb_agg(jsonb_build_object('upstreamId', r.upstream_id, 'position', r.position, 'weight', r.weight, 'costPercentE4', r.cost_percent,
          'costFixedMinor', r.cost_fixed::text, 'dailyLimitMinor', r.daily_limit::text, 'isOpen', r.state = 'open') order by r.position, r.upstream_id)
        from channel_routes r where r.channel_id = c.channel_id), '[]') as routes,
      coalesce((
        select jsonb_agg(jsonb_build_object('memberNo', m.member_no::text, 'upstreamId', m.upstream_id) order by m.member_no)
        from channel_member_routes m where m.channel_id = c.channel_id), '[]') as pins
    from channels c order by c.position, c.channel_id`.execute(on);
  return rows.map(({ routes, pins, ...channel }) => ({
    ...channel,
    routes: routes.map(({ costFixedMinor, dailyLimitMinor, ...route }) => ({
      ...route,
      costFixedMinor: BigInt(costFixedMinor),
      ...(dailyLimitMinor === null ? {} : { dailyLimitMinor: BigInt(dailyLimitMinor) }),
    })),
    pins: pins.map(({ memberNo, upstreamId }) => ({ memberNo: BigInt(memberNo), upstreamId })),
  }));
}

/** Replaces the routes and members of these channels. The caller holds the lock on channels. */
export async function replaceRoutings(
  tx: Tx,
  routings: readonly Omit<ChannelRouting, 'code' | 'name'>[],
): Promise<void> {
  const channelIds = arrayLiteral(routings.map(({ channelId }) => channelId));
  await sql`delete from channel_member_routes where channel_id = any(${channelIds}::integer[])`.execute(tx);
  await sql`delete from channel_routes where channel_id = any(${channelIds}::integer[])`.execute(tx);
  for (const { channelId, routing, routes, pins } of routings) {
    await sql`update channels set routing = ${routing} where channel_id = ${channelId}`.execute(tx);
    if (routes.length > 0)
      await insertRoutes(
        tx,
        channelId,
        routes.map(({ isOpen, ...route }) => ({ ...route, state: isOpen ? 'open' : 'closed' })),
      );
    if (pins.length > 0)
      await sql`
        insert into channel_member_routes (channel_id, member_no, upstream_id)
        select ${channelId}::integer, p.* from unnest(
          ${arrayLiteral(pins.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(pins.map(({ upstreamId }) => upstreamId))}::integer[]) p`.execute(
        tx,
      );
  }
}

export interface NewChannel {
  channelId: number;
  code: string;
  name: Record<Language, string>;
  mode: ChannelMode;
  minAmountMinor: bigint;
  maxAmountMinor: bigint;
  dailyLimitMinor?: bigint | null;
  openHours?: OpenHours | null;
  recharge?: boolean;
  routing?: Routing;
  rate: Rate;
  state?: 'open' | 'closed';
  /** Default: the channel's id. */
  position?: number;
  routes: readonly NewRoute[];
}

/** The costs default to 0. */
export interface NewRoute
  extends
    Pick<Route, 'upstreamId' | 'position' | 'weight' | 'dailyLimitMinor'>,
    Partial<Pick<Route, 'costPercentE4' | 'costFixedMinor'>> {
  state?: 'open' | 'closed';
}

export async function insertChannel(tx: Tx, channel: NewChannel): Promise<void> {
  const { rate, openHours = null } = channel;
  await sql`
    insert into channels (channel_id, code, name, mode, state, min_amount, max_amount, daily_limit, open_from, open_to, recharge, routing, percent, fixed, min_fee, max_fee, position)
    values (${channel.channelId}, ${channel.code}, ${JSON.stringify(channel.name)}::jsonb, ${channel.mode}, ${channel.state ?? 'open'},
      ${channel.minAmountMinor}, ${channel.maxAmountMinor}, ${channel.dailyLimitMinor ?? null}, ${openHours?.from ?? null}, ${openHours?.to ?? null},
      ${channel.recharge ?? false}, ${channel.routing ?? 'single'}, ${rate.percentE4}, ${rate.fixedMinor}, ${rate.minFeeMinor}, ${rate.maxFeeMinor}, ${channel.position ?? channel.channelId})`.execute(
    tx,
  );
}

export async function insertRoutes(tx: Tx, channelId: number, routes: readonly NewRoute[]): Promise<void> {
  await sql`
    insert into channel_routes (channel_id, upstream_id, position, weight, state, cost_percent, cost_fixed, daily_limit)
    select ${channelId}::integer, r.* from unnest(
      ${arrayLiteral(routes.map(({ upstreamId }) => upstreamId))}::integer[], ${arrayLiteral(routes.map(({ position }) => position))}::smallint[],
      ${arrayLiteral(routes.map(({ weight }) => weight))}::integer[], ${arrayLiteral(routes.map(({ state }) => state ?? 'open'))}::text[],
      ${arrayLiteral(routes.map(({ costPercentE4 }) => costPercentE4 ?? 0))}::integer[], ${arrayLiteral(routes.map(({ costFixedMinor }) => costFixedMinor ?? 0n))}::bigint[],
      ${arrayLiteral(routes.map(({ dailyLimitMinor }) => dailyLimitMinor ?? null))}::bigint[]) r`.execute(tx);
}

/** Returns the agents above each member, nearest first. Unknown members are missing from the map. */
export async function selectUplines(on: Queryable, memberNos: readonly bigint[]): Promise<Map<bigint, bigint[]>> {
  const { rows } = await sql<{ memberNo: bigint; uplines: bigint[] }>`
    select member_no as "memberNo", uplines from members where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return new Map(rows.map(({ memberNo, uplines }) => [memberNo, uplines]));
}

export interface MemberRate {
  memberNo: bigint;
  channelId: number;
  rate: Rate;
  /** Closed for this member and its tree, by the agent above it. */
  closed: boolean;
  /** Null for a change before changes were recorded. */
  changedAt: Date | null;
}

export async function selectRates(on: Queryable, memberNos: readonly bigint[]): Promise<MemberRate[]> {
  const { rows } = await sql<RateRecord & Omit<MemberRate, 'rate'>>`
    select member_no as "memberNo", channel_id as "channelId", percent, fixed, min_fee, max_fee, closed, changed_at as "changedAt"
    from member_rates where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(on);
  return rows.map(({ memberNo, channelId, closed, changedAt, ...rate }) => ({
    memberNo,
    channelId,
    rate: rateOf(rate),
    closed,
    changedAt,
  }));
}

/** The operator who sets a rate, and why. */
export interface RateSetter {
  userId: bigint;
  reason: string;
}

/** Sets one member's rates, and keeps them in its history; each channel must occur once. */
export async function upsertRates(
  tx: Tx,
  memberNo: bigint,
  changedAt: Date,
  rates: readonly Pick<MemberRate, 'channelId' | 'rate' | 'closed'>[],
  by?: RateSetter,
): Promise<void> {
  await sql`
    insert into member_rate_changes (member_no, channel_id, percent, fixed, min_fee, max_fee, closed, changed_at, changed_by, reason)
    select ${memberNo}::bigint, r.*, ${changedAt}::timestamptz, ${by?.userId ?? null}::bigint, ${by?.reason ?? ''}::text from unnest(
      ${arrayLiteral(rates.map(({ channelId }) => channelId))}::integer[], ${arrayLiteral(rates.map(({ rate }) => rate.percentE4))}::integer[],
      ${arrayLiteral(rates.map(({ rate }) => rate.fixedMinor))}::bigint[], ${arrayLiteral(rates.map(({ rate }) => rate.minFeeMinor))}::bigint[],
      ${arrayLiteral(rates.map(({ rate }) => rate.maxFeeMinor))}::bigint[], ${arrayLiteral(rates.map(({ closed }) => closed))}::boolean[]) r`.execute(
    tx,
  );
  await sql`
    insert into member_rates (member_no, channel_id, percent, fixed, min_fee, max_fee, closed, changed_at)
    select ${memberNo}::bigint, r.*, ${changedAt}::timestamptz from unnest(
      ${arrayLiteral(rates.map(({ channelId }) => channelId))}::integer[], ${arrayLiteral(rates.map(({ rate }) => rate.percentE4))}::integer[],
      ${arrayLiteral(rates.map(({ rate }) => rate.fixedMinor))}::bigint[], ${arrayLiteral(rates.map(({ rate }) => rate.minFeeMinor))}::bigint[],
      ${arrayLiteral(rates.map(({ rate }) => rate.maxFeeMinor))}::bigint[], ${arrayLiteral(rates.map(({ closed }) => closed))}::boolean[]) r
    on conflict (member_no, channel_id) do update
      set percent = excluded.percent, fixed = excluded.fixed, min_fee = excluded.min_fee, max_fee = excluded.max_fee,
        closed = excluded.closed, changed_at = excluded.changed_at`.execute(tx);
}

/** One member's day on one channel. */
export interface UsageKey {
  memberNo: bigint;
  channelId: number;
  /** `YYYY-MM-DD` in the platform's zone. */
  day: string;
}

export interface Usage extends UsageKey {
  amountMinor: bigint;
}

/**
 * Adds to each day's usage; each key must occur once. Rows, including new ones, are always locked in key order, to avoid
 * deadlocks.
 */
export function usageWrites(usages: readonly Usage[]): Write[] {
  if (usages.length === 0) return [];
  const addition = sql`
    insert into channel_usage as u (member_no, channel_id, day, reserved)
    select * from unnest(${usageColumns(usages)}) order by 1, 2, 3
    on conflict (member_no, channel_id, day) do update set reserved = u.reserved + excluded.reserved`;
  return [addition];
}

/** Locks each day's usage until the transaction ends, and returns it. Locks in the same order as `usageWrites`. */
export async function lockUsage(tx: Tx, days: readonly UsageKey[]): Promise<Usage[]> {
  const nothing = days.map((day) => ({ ...day, amountMinor: 0n }));
  const { rows } = await sql<Usage>`${PREPARED} ${sql.join(usageWrites(nothing))}
    returning member_no as "memberNo", channel_id as "channelId", day, reserved as "amountMinor"`.execute(tx);
  return rows;
}

/**
 * Subtracts from each day's usage; each key must occur once. Throws if a day has no usage, and a table constraint fails
 * if it has less than the amount: the amount was already released.
 */
export async function reduceUsage(tx: Tx, usages: readonly Usage[]): Promise<void> {
  const { rowCount } = await sql`
    with given as (select * from unnest(${usageColumns(usages)}) as g (member_no, channel_id, day, amount)),
    locked as (
      select u.member_no, u.channel_id, u.day, g.amount from channel_usage u join given g using (member_no, channel_id, day)
      where ${isMemberOf(sql`u.member_no`, usages)} order by 1, 2, 3 for update of u)
    update channel_usage u set reserved = u.reserved - l.amount
    from locked l where u.member_no = l.member_no and u.channel_id = l.channel_id and u.day = l.day
      and ${isMemberOf(sql`u.member_no`, usages)}`.execute(tx);
  if (rowCount !== usages.length) throw new Error('released usage that was never reserved');
}

/** Returns what a member has used on a day, by channel id. */
export async function selectUsage(on: Queryable, memberNo: bigint, day: string): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ channelId: number; reserved: bigint }>`
    select channel_id as "channelId", reserved from channel_usage where member_no = ${memberNo} and day = ${day}::date`.execute(
    on,
  );
  return new Map(rows.map(({ channelId, reserved }) => [channelId, reserved]));
}

export interface OrderCounts {
  channelId: number;
  createdCount: bigint;
  successCount: bigint;
}

/** Counts the orders created from the hour `since` on, and the paid ones, by channel. */
export async function selectOrderCounts(on: Queryable, memberNo: bigint, since: Date): Promise<OrderCounts[]> {
  const { rows } = await sql<OrderCounts>`
    select channel_id as "channelId", sum(created_count)::bigint as "createdCount", sum(success_count)::bigint as "successCount"
    from order_rollups where member_no = ${memberNo} and span = 'hour' and bucket >= ${since} group by channel_id`.execute(
    on,
  );
  return rows;
}

interface RateRecord {
  percent: number;
  fixed: bigint;
  min_fee: bigint | null;
  max_fee: bigint | null;
}

function rateOf({ percent, fixed, min_fee, max_fee }: RateRecord): Rate {
  return { percentE4: percent, fixedMinor: fixed, minFeeMinor: min_fee, maxFeeMinor: max_fee };
}

function usageColumns(usages: readonly Usage[]) {
  return sql`${arrayLiteral(usages.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(usages.map(({ channelId }) => channelId))}::integer[],
    ${arrayLiteral(usages.map(({ day }) => day))}::date[], ${arrayLiteral(usages.map(({ amountMinor }) => amountMinor))}::bigint[]`;
}
