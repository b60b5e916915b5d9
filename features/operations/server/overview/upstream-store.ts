/**
 * Table `platform_upstreams`: orders by upstream, those created and those paid in an hour. Its orders are read by their
 * payment (the index `orders_by_payment_of_all`) and by their number; everything else reads this table and
 * `platform_rollups` alone.
 */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { readSums, type SumTexts } from '#foundation/server/postgres/sums.ts';
import type { Span } from './figures-store.ts';

const compared = sql`coalesce(sum(created_count), 0) as created, coalesce(sum(success_count), 0) as success,
  coalesce(sum(paid_count), 0) as paid, coalesce(sum(paid_amount), 0) as amount`;

/** The hours in the span whose orders by upstream are not those of all members, the oldest first. */
export async function selectUnsplitHours(on: Queryable, { from, to }: Span): Promise<Date[]> {
  const { rows } = await sql<{ hour: Date }>`
    select all_of.bucket as hour
    from (
      select bucket, channel_id, ${compared} from platform_rollups
      where span = 'hour' and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz group by bucket, channel_id) all_of
    left join (
      select date_bin('1 hour', bucket, '2000-01-01T00:00:00Z') as bucket, channel_id, ${compared}
      from platform_upstreams
      where span = 'slot' and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz + interval '1 hour' group by 1, 2) split
      using (bucket, channel_id)
    where (all_of.created, all_of.success, all_of.paid, all_of.amount)
      is distinct from (coalesce(split.created, 0), coalesce(split.success, 0), coalesce(split.paid, 0), coalesce(split.amount, 0))
    group by all_of.bucket order by all_of.bucket`.execute(on);
  return rows.map(({ hour }) => hour);
}

export async function deleteSlots(tx: Tx, { from, to }: Span): Promise<void> {
  await sql`delete from platform_upstreams where span = 'slot' and bucket >= ${from} and bucket < ${to}`.execute(tx);
}

/** A slot is an hour, cut where a day begins. */
function slotOf(at: 'paid_at' | 'created_at', cuts: readonly Date[]): Sql {
  const time = sql.raw(at);
  return sql`lateral (
      select greatest(date_bin('1 hour', ${time}, '2000-01-01T00:00:00Z'), max(cut) filter (where cut <= ${time})) as slot
      from unnest(${arrayLiteral(cuts)}::timestamptz[]) as cut) s`;
}

/** The orders that were paid in the span. `from` and `to` are hours. */
export async function insertPaidSlots(tx: Tx, { from, to }: Span, cuts: readonly Date[]): Promise<void> {
  await sql`
    insert into platform_upstreams (span, bucket, channel_id, upstream_id, paid_count, paid_amount, paid_fee, paid_cost, paid_commission)
    select 'slot', slot, channel_id, upstream_id, count(*), sum(amount)::bigint, sum(fee)::bigint, sum(cost)::bigint,
      sum(coalesce(commission, (select sum((share ->> 'amount')::bigint)::bigint from jsonb_array_elements(commissions) as share), 0))::bigint
    from orders
    cross join ${slotOf('paid_at', cuts)}
    where paid_at >= ${from}::timestamptz and paid_at < ${to}::timestamptz
    group by slot, channel_id, upstream_id`.execute(tx);
}

/** The orders that were created in the span. Their numbers begin with the time of their creation. */
export async function addCreatedToSlots(tx: Tx, { from, to }: Span, cuts: readonly Date[]): Promise<void> {
  await sql`
    insert into platform_upstreams (span, bucket, channel_id, upstream_id, created_count, success_count, paid_count, paid_amount, paid_fee, paid_cost,
      paid_commission)
    select 'slot', slot, channel_id, upstream_id, count(*), count(paid_at), 0, 0, 0, 0, 0
    from orders
    cross join ${slotOf('created_at', cuts)}
    where system_no >= ${firstSystemNo(from)}::bigint and system_no < ${firstSystemNo(to)}::bigint
    group by slot, channel_id, upstream_id
    on conflict (span, bucket, channel_id, upstream_id) do update set created_count = excluded.created_count, success_count = excluded.success_count`.execute(
    tx,
  );
}

/** The sum of a day's slots. */
export async function upsertUpstreamDay(tx: Tx, { from, to }: Span): Promise<void> {
  await sql`
    insert into platform_upstreams as p (span, bucket, channel_id, upstream_id, created_count, success_count, paid_count, paid_amount, paid_fee,
      paid_cost, paid_commission)
    select 'day', ${from}::timestamptz, channel_id, upstream_id, sum(created_count)::bigint, sum(success_count)::bigint, sum(paid_count)::bigint,
      sum(paid_amount)::bigint, sum(paid_fee)::bigint, sum(paid_cost)::bigint, sum(paid_commission)::bigint
    from platform_upstreams where span = 'slot' and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz group by channel_id, upstream_id
    on conflict (span, bucket, channel_id, upstream_id) do update set created_count = excluded.created_count, success_count = excluded.success_count,
      paid_count = excluded.paid_count, paid_amount = excluded.paid_amount, paid_fee = excluded.paid_fee, paid_cost = excluded.paid_cost,
      paid_commission = excluded.paid_commission
    where (p.created_count, p.success_count, p.paid_count, p.paid_amount, p.paid_fee, p.paid_cost, p.paid_commission) is distinct from
      (excluded.created_count, excluded.success_count, excluded.paid_count, excluded.paid_amount, excluded.paid_fee, excluded.paid_cost,
        excluded.paid_commission)`.execute(tx);
}

/** What orders of one upstream and channel come to. */
export interface UpstreamPart {
  upstreamId: number;
  upstream: string;
  channelId: number;
  /** Of the orders created then: all of them, and those that were paid since. */
  createdCount: number;
  successCount: number;
  /** Of the orders paid then. */
  paidCount: number;
  paidMinor: bigint;
  paidFeeMinor: bigint;
  costMinor: bigint;
  commissionMinor: bigint;
}

const readers = {
  createdCount: Number,
  successCount: Number,
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
    select p.upstream_id as "upstreamId", u.name as upstream, p.channel_id as "channelId", sum(p.created_count) as "createdCount",
      sum(p.success_count) as "successCount", sum(p.paid_count) as "paidCount", sum(p.paid_amount) as "paidMinor", sum(p.paid_fee) as "paidFeeMinor", sum(p.paid_cost) as "costMinor", sum(p.paid_commission) as "commissionMinor"
    from platform_upstreams p join upstreams u using (upstream_id)
    where ${daysIn(span)} group by p.upstream_id, u.name, p.channel_id
    order by sum(p.paid_amount) desc, p.upstream_id, p.channel_id`.execute(on);
  return rows.map((row) => ({ ...row, ...readSums(row, readers) }));
}

/** Whether all orders that were paid on the days in the span are summed by upstream, and all that were created. Later ones may be, too. */
export async function selectIsSplit(on: Queryable, span: Span): Promise<{ paid: boolean; created: boolean }> {
  const { rows } = await sql<{ paid: boolean; created: boolean }>`
    select split.paid >= all_of.paid as paid, split.created >= all_of.created and split.success >= all_of.success as created
    from (select ${compared} from platform_upstreams where ${daysIn(span)}) split
    cross join (select ${compared} from platform_rollups where ${daysIn(span)}) all_of`.execute(on);
  return rows[0] ?? { paid: false, created: false };
}

function daysIn({ from, to }: Span): Sql {
  return sql`span = 'day' and bucket >= ${from} and bucket < ${to}`;
}
