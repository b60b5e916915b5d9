/** The cost and commission in `order_rollups` of orders that were paid without them. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

interface Span {
  from: Date;
  to: Date;
}

/** Members with such rows, found by the index of all members' rows in the span. */
export async function selectUncosted(on: Queryable, { from, to }: Span, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ memberNo: bigint }>`
    select distinct member_no as "memberNo" from order_rollups
    where span in ('hour', 'day') and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz and costed_count <> paid_count limit ${most}`.execute(
    on,
  );
  return rows.map(({ memberNo }) => memberNo);
}

/** In the order of their keys, as payments write them. */
export async function lockUncosted(tx: Tx, memberNo: bigint, { from, to }: Span): Promise<void> {
  await sql`
    select 1 from order_rollups
    where member_no = ${memberNo} and span in ('hour', 'day') and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz
      and costed_count <> paid_count
    order by span, bucket, kind, channel_id for update`.execute(tx);
}

/** A payment belongs to the last bucket that began before it, also where the platform's time zone has changed since. */
export async function updateCosts(tx: Tx, memberNo: bigint, { from, to }: Span): Promise<void> {
  await sql`
    update order_rollups r set costed_count = c.count, paid_cost = c.cost, paid_commission = c.commission
    from (
      select b.span, b.bucket, b.kind, b.channel_id, count(o.system_no) as count, coalesce(sum(o.cost), 0)::bigint as cost,
        coalesce(sum(coalesce(o.commission,
          (select sum((share ->> 'amount')::bigint)::bigint from jsonb_array_elements(o.commissions) as share), 0)), 0)::bigint as commission
      from order_rollups b
      left join orders o on o.member_no = ${memberNo} and o.paid_at >= b.bucket and o.kind = b.kind and o.channel_id = b.channel_id
        and o.paid_at < coalesce(
          (select min(n.bucket) from order_rollups n
           where n.member_no = ${memberNo} and n.span = b.span and n.bucket > b.bucket and n.kind = b.kind and n.channel_id = b.channel_id), 'infinity')
      where b.member_no = ${memberNo} and b.span in ('hour', 'day') and b.bucket >= ${from}::timestamptz and b.bucket < ${to}::timestamptz
        and b.costed_count <> b.paid_count
      group by b.span, b.bucket, b.kind, b.channel_id) c
    where r.member_no = ${memberNo} and r.span = c.span and r.bucket = c.bucket and r.kind = c.kind and r.channel_id = c.channel_id`.execute(
    tx,
  );
}
