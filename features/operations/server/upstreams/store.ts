/**
 * What operators see of upstreams beside their settings. Orders are read newest first by `orders_of_all`, up to a bound;
 * the other tables are small.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

/** The newest orders of the last day that are looked at. */
const LOOKED_AT = 20_000;

export interface UpstreamDay {
  orders: number;
  paid: number;
  paidMinor: bigint;
}

export async function selectUpstreamDays(on: Queryable, since: Date): Promise<Map<number, UpstreamDay>> {
  const { rows } = await sql<{ upstreamId: number; orders: number; paid: number; paidMinor: string }>`
    select upstream_id as "upstreamId", count(*)::integer as orders, (count(*) filter (where paid))::integer as paid,
      coalesce(sum(amount) filter (where paid), 0)::text as "paidMinor"
    from (
      select upstream_id, amount, status in ('success', 'reversed') as paid from orders
      where system_no >= ${firstSystemNo(since)} order by system_no desc limit ${sql.lit(LOOKED_AT)}) o
    group by upstream_id`.execute(on);
  return new Map(
    rows.map(({ upstreamId, orders, paid, paidMinor }) => [upstreamId, { orders, paid, paidMinor: BigInt(paidMinor) }]),
  );
}

export interface OpenRoute {
  upstreamId: number;
  code: string;
  /** No other open route of the channel leads to an open upstream. */
  only: boolean;
}

/** Open routes of channels to any upstream, whether or not it is open. */
export async function selectOpenRoutes(on: Queryable): Promise<OpenRoute[]> {
  const { rows } = await sql<OpenRoute>`
    select r.upstream_id as "upstreamId", c.code, not exists (
      select 1 from channel_routes o join upstreams u on u.upstream_id = o.upstream_id
      where o.channel_id = r.channel_id and o.upstream_id <> r.upstream_id and o.state = 'open' and u.state = 'open') as only
    from channel_routes r join channels c using (channel_id)
    where r.state = 'open' and c.state = 'open' order by r.upstream_id, c.position, c.channel_id`.execute(on);
  return rows;
}

export async function selectPayingUpstreams(on: Queryable): Promise<Set<number>> {
  const { rows } = await sql<{ upstreamId: number }>`
    select upstream_id as "upstreamId" from payout_routes where state = 'open'`.execute(on);
  return new Set(rows.map(({ upstreamId }) => upstreamId));
}
