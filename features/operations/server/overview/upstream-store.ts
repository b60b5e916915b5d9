/**
 * Table `platform_upstreams`: paid orders by upstream. An hour of orders is read by their payment (the index
 * `orders_by_payment_of_all`); everything else reads this table and `platform_rollups` alone.
 */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { readSums, type SumTexts } from '#foundation/server/postgres/sums.ts';
import type { Span } from './figures-store.ts';

/** The hours in the span whose orders by upstream are not those of all members, the oldest first. */
export async function selectUnsplitHours(on: Queryable, { from, to }: Span): Promise<Date[]> {
  const { rows } = await sql<{ hour: Date }>`
    select all_of.bucket as hour
    from (
      select bucket, channel_id, sum(paid_count) as count, sum(paid_amount) as amount from platform_rollups
      where span = 'hour' and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz group by bucket, channel_id) all_of
    left join (
      select date_bin('1 hour', bucket, '2000-01-01T00:00:00Z') as bucket, channel_id, sum(paid_count) as count, sum(paid_amount) as amount
      from platform_upstreams
      where span = 'slot' and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz + interval '1 hour' group by 1, 2) split
      using (bucket, channel_id)
    where (all_of.count, all_of.amount) is distinct from (coalesce(split.count, 0), coalesce(split.amount, 0))
    group by all_of.bucket order by all_of.bucket`.execute(on);
  return rows.map(({ hour }) => hour);
}

export async function deleteSlots(tx: Tx, { from, to }: Span): Promise<void> {
  await sql`delete from platform_upstreams where span = 'slot' and bucket >= ${from} and bucket < ${to}`.execute(tx);
}

/** The orders that were paid in the span, by slot: each hour, cut where a day begins. `from` and `to` are hours. */
export async function insertSlots(tx: Tx, { from, to }: Span, cuts: readonly Date[]): Promise<void> {
  await sql`
    insert into platform_upstreams (span, bucket, channel_id, upstream_id, paid_count, paid_amount, paid_fee, paid_cost, paid_commission)
    select 'slot', slot, channel_id, upstream_id, count(*), sum(amount)::bigint, sum(fee)::bigint, sum(cost)::bigint,
      sum(coalesce(commission, (select sum((share ->> 'amount')::bigint)::bigint from jsonb_array_elements(commissions) as share), 0))::bigint
    from orders
    cross join lateral (
      select greatest(date_bin('1 hour', paid_at, '2000-01-01T00:00:00Z'), max(cut) filter (where cut <= paid_at)) as slot
      from unnest(${arrayLiteral(cuts)}::timestamptz[]) as cut) s
    where paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz
    group by slot, channel_id, upstream_id`.execute(tx);
}

/** The sum of a day's slots. */
export async function upsertUpstreamDay(tx: Tx, { from, to }: Span): Promise<void> {
  await sql`
    insert into platform_upstreams as p (span, bucket, channel_id, upstream_id, paid_count, paid_amount, paid_fee, paid_cost, paid_commission)
    select 'day', ${from}::timestamptz, channel_id, upstream_id, sum(paid_count)::bigint, sum(paid_amount)::bigint, sum(paid_fee)::bigint,
      sum(paid_cost)::bigint, sum(paid_commission)::bigint
    from platform_upstreams where span = 'slot' and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz group by channel_id, upstream_id
    on conflict (span, bucket, channel_id, upstream_id) do update set paid_count = excluded.paid_count, paid_amount = excluded.paid_amount,
      paid_fee = excluded.paid_fee, paid_cost = excluded.paid_cost, paid_commission = excluded.paid_commission
    where (p.paid_count, p.paid_amount, p.paid_fee, p.paid_cost, p.paid_commission) is distinct from
      (excluded.paid_count, excluded.paid_amount, excluded.paid_fee, excluded.paid_cost, excluded.paid_commission)`.execute(
    tx,
  );
}

/** What orders of one upstream and channel earn. */
export interface UpstreamPart {
  upstreamId: number;
  upstream: string;
  channelId: number;
  paidCount: number;
  paidMinor: bigint;
  paidFeeMinor: bigint;
  costMinor: bigint;
  commissionMinor: bigint;
}

const readers = {
  paidCount: Number,
  paidMinor: BigInt,
  paidFeeMinor: BigInt,
  costMinor: BigInt,
  commissionMinor: BigInt,
};

/** Of the days in the span, the largest amount first. */
export async function selectUpstreamParts(on: Queryable, span: Span): Promise<UpstreamPart[]> {
  const { rows } = await sql<
    Pick<UpstreamPart, 'upstreamId' | 'upstream' | 'channelId'> & SumTexts<keyof typeof readers>
  >`
    select p.upstream_id as "upstreamId", u.name as upstream, p.channel_id as "channelId", sum(p.paid_count) as "paidCount",
      sum(p.paid_amount) as "paidMinor", sum(p.paid_fee) as "paidFeeMinor", sum(p.paid_cost) as "costMinor", sum(p.paid_commission) as "commissionMinor"
    from platform_upstreams p join upstreams u using (upstream_id)
    where ${daysIn(span)} group by p.upstream_id, u.name, p.channel_id
    order by sum(p.paid_amount) desc, p.upstream_id, p.channel_id`.execute(on);
  return rows.map((row) => ({ ...row, ...readSums(row, readers) }));
}

/** Whether all orders that were paid on the days in the span are summed by upstream. Those paid since may be, too. */
export async function selectIsSplit(on: Queryable, span: Span): Promise<boolean> {
  const { rows } = await sql<{ split: boolean }>`
    select coalesce((select sum(paid_count) from platform_upstreams where ${daysIn(span)}), 0)
      >= coalesce((select sum(paid_count) from platform_rollups where ${daysIn(span)}), 0) as split`.execute(on);
  return rows[0]?.split ?? false;
}

function daysIn({ from, to }: Span): Sql {
  return sql`span = 'day' and bucket >= ${from} and bucket < ${to}`;
}
