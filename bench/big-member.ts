/**
 * Fills a database with 10 million orders over a year, 5 million of them one member's: orders, numbers, callbacks,
 * journals and roll-ups as the product would have written them, made by SQL in a few minutes.
 */
import { partitionMonths } from './months.ts';
import type { App } from '#apps/server/compose.ts';

export interface BigMember {
  memberNo: bigint;
  orders: number;
  from: Date;
  to: Date;
}

export const DAYS = 365;

/**
 * `orders` is the number of the big member's orders. As many more are spread over `others` other members, who have the
 * next numbers.
 */
export async function addBigMember(
  app: App,
  memberNo: bigint,
  orders: number,
  translate: (text: string) => void,
  others = 999,
): Promise<BigMember> {
  const { pool } = app.db;
  const to = new Date();
  const from = new Date(to.getTime() - DAYS * 86_400_000);
  await partitionMonths(pool, from, to);
  const client = await pool.connect();
  const run = async (name: string, text: string, values: unknown[] = []): Promise<void> => {
    const begin = performance.now();
    await client.query(text, values);
    translate(`${name}: ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  };
  try {
    await client.query(
      "set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set statement_timeout = 0",
    );
    const indexes = await dropIndexes(client.query.bind(client));
    const insertOrders = `
      insert into orders (member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount, fee, status, created_at, expires_at, paid_at, notify_url, sign_type, request_hash)
      select member_no, system_no, 'B' || n, 'payin', case when n % 1000 = 7 then 4 when n % 10 < 6 then 1 when n % 10 < 9 then 2 else 3 end, 1, 'CNY', amount, amount * 6 / 1000,
        case when paid then 'success' when at > $2::timestamptz - interval '30 minutes' then 'unpaid' else 'expired' end, at, at + interval '30 minutes',
        case when paid then at + make_interval(secs => 20 + n % 400) end, 'https://shop.example/notify', 'HMAC-SHA256', '\\x00'
      from (
        select n, member_no, at, to_char(at at time zone 'UTC', 'YYMMDDHH24MISSMS')::bigint * 10000 + n % 10000 as system_no, 100 + (n::bigint * 7919) % 500000 as amount,
          n % 5 <> 0 and at < $2::timestamptz - interval '10 minutes' as paid
        from (
          select n, $3::bigint + n % $4::int as member_no,
            date_trunc('milliseconds', $1::timestamptz + ($2::timestamptz - $1::timestamptz) * (n::double precision / $5::double precision)) as at
          from generate_series(0, $5::int - 1) n) g) o`;
    await run(`${orders.toLocaleString('en')} orders of one member`, insertOrders, [from, to, memberNo, 1, orders]);
    await run(`${orders.toLocaleString('en')} orders of ${others} others`, insertOrders, [
      from,
      to,
      memberNo + 1n,
      others,
      orders,
    ]);
    await run(
      'numbers',
      `insert into order_numbers (member_no, kind, order_no, system_no, amount) select member_no, kind, order_no, system_no, amount from orders`,
    );
    await run(
      'callbacks',
      `
      insert into callbacks (member_no, system_no, subject, receiver, status, attempts, amount, fee, created_at, next_at)
      select member_no, system_no, 'payin', 'shop.example:443', case when amount % 1013 = 5 then 'failed' when paid_at > $1::timestamptz - interval '1 hour' and amount % 7 = 0 then 'pending' else 'delivered' end, 1, amount, fee, paid_at, paid_at
      from orders where paid_at is not null`,
      [to],
    );
    await run(
      'journals',
      `
      insert into journals (member_no, reference, kind, currency, created_at, wallet, clearing, fees, upstream_id, wallet_seq, wallet_before, wallet_after, amount, fee, wallet_total_in, wallet_total_fees, held, release_at)
      select member_no, system_no, case when seq % 5003 = 0 then 'recharge' else 'payin' end, currency, paid_at, amount - fee, -amount, fee, 1, seq, total - (amount - fee), total, amount, fee, total_in, total_fees, amount - fee,
        (date_trunc('day', paid_at at time zone 'Asia/Shanghai') + interval '1 day') at time zone 'Asia/Shanghai'
      from (select *, row_number() over w as seq, (sum(amount - fee) over w)::bigint as total, (sum(amount) over w)::bigint as total_in, (sum(fee) over w)::bigint as total_fees
        from orders where paid_at is not null window w as (partition by member_no order by paid_at, system_no)) o`,
    );
    await run(
      'wallets',
      `
      update wallets w set wallet = j.wallet, clearing = j.clearing, fees = j.fees, seq = j.entries, total_in = j.total_in, total_fees = j.total_fees, last_entry_at = j.last_at
      from (select member_no, sum(wallet)::bigint as wallet, sum(clearing)::bigint as clearing, sum(fees)::bigint as fees, count(*) as entries, max(wallet_total_in) as total_in,
        max(wallet_total_fees) as total_fees, max(created_at) as last_at from journals group by 1) j where w.member_no = j.member_no`,
    );
    for (const [span, at] of [
      ['hour', `date_trunc('hour', %)`],
      ['day', `(date_trunc('day', % at time zone 'Asia/Shanghai')) at time zone 'Asia/Shanghai'`],
    ] as const) {
      await run(`roll-ups by ${span}`, rollupSql(span, at));
    }
    for (const index of indexes) await run(index.replace(/^create (unique )?index (\w+).*/is, 'index $2'), index);
    await run('analyze', 'vacuum analyze orders, order_numbers, callbacks, journals, order_rollups, wallets');
  } finally {
    client.release();
  }
  return { memberNo, orders, from, to };
}

function rollupSql(span: 'hour' | 'day', bucketOf: string): string {
  const created = bucketOf.replace('%', 'created_at');
  const paid = bucketOf.replace('%', 'paid_at');
  return `
    insert into order_rollups (member_no, span, bucket, kind, channel_id, created_count, created_amount, success_count, success_amount, success_fee, expired_count, expired_amount, paid_count, paid_amount, paid_fee, costed_count, paid_cost, paid_commission)
    select member_no, '${span}', bucket, 'payin', channel_id, sum(c1), sum(c2), sum(s1), sum(s2), sum(s3), sum(e1), sum(e2), sum(p1), sum(p2), sum(p3), sum(p1), sum(p4), sum(p5) from (
      select member_no, ${created} as bucket, channel_id, count(*) as c1, sum(amount) as c2, count(paid_at) as s1, coalesce(sum(amount) filter (where paid_at is not null), 0) as s2,
        coalesce(sum(fee) filter (where paid_at is not null), 0) as s3, count(*) filter (where status = 'expired') as e1, coalesce(sum(amount) filter (where status = 'expired'), 0) as e2, 0 as p1, 0 as p2, 0 as p3, 0 as p4, 0 as p5
      from orders group by 1, 2, 3
      union all
      select member_no, ${paid}, channel_id, 0, 0, 0, 0, 0, 0, 0, count(*), sum(amount), sum(fee), sum(cost), coalesce(sum(commission), 0) from orders where paid_at is not null group by 1, 2, 3) r
    group by 1, 3, 5
    order by 3, 1, 5`;
}

/**
 * Drops the indexes and returns the statements that recreate them. Loading without indexes and indexing afterwards is
 * several times faster.
 */
async function dropIndexes(
  query: (text: string) => Promise<{ rows: { name: string; definition: string }[] }>,
): Promise<string[]> {
  const { rows } = await query(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relname in ('orders', 'order_numbers', 'callbacks', 'journals') and not i.indisprimary`);
  for (const { name } of rows) await query(`drop index ${name}`);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}
