/**
 * Adds payouts over a year, of one member or of so many that have the next numbers, with their daily sums, as the product would have written them. Made by SQL in
 * seconds.
 */
import type { App } from '#apps/server/compose.ts';
import { DAYS } from './big-member.ts';

export async function addBigPayouts(
  { db: { pool } }: Pick<App, 'db'>,
  memberNo: bigint,
  payouts: number,
  to: Date,
  members = 1,
): Promise<void> {
  const from = new Date(to.getTime() - DAYS * 86_400_000);
  const client = await pool.connect();
  try {
    await client.query("set synchronous_commit = off; set statement_timeout = 0; set work_mem = '256MB'");
    await client.query(
      `insert into disbursements (member_no, system_no, kind, order_no, source, currency, amount, fee, type, holder, bank, branch, account_sealed, account_hint, status, submission,
         review, attempts, request_hash, remark, bank_reference, created_at, finished_at)
       select $1::bigint + n % $5::int, to_char(at at time zone 'UTC', 'YYMMDDHH24MISSMS')::bigint * 10000 + n % 10000, 'payout', 'B' || n, 'gateway', 'CNY', 100 + (n::bigint * 7919) % 500000,
         100 + n % 900, case when alipay then 'alipay' else 'bank' end, (array['Lin Wei', '陈静', 'María José García', 'สมชาย ใจดี'])[1 + n % 4],
         case when not alipay then 'ICBC' end, case when not alipay then 'Beijing Haidian' end, '\\x00', case when alipay then '138****8000' else '622202****3440' end,
         status, case when status = 'paid' then 'succeeded' else 'none' end, 'none', 1, '\\x00', 'Invoice ' || n, case when status = 'paid' then 'BANK' || n end, at,
         case when status in ('paid', 'cancelled') then at + interval '2 minutes' end
       from (
         select n, n % 11 = 0 as alipay, date_trunc('milliseconds', $2::timestamptz + ($3::timestamptz - $2::timestamptz) * (n::double precision / $4::double precision)) as at,
           case when n % 50 = 3 then 'cancelled' when n % 199 = 1 then 'frozen' when n > $4::int - 200 then 'applying' else 'paid' end as status
         from generate_series(0, $4::int - 1) n) g`,
      [memberNo, from, to, payouts, members],
    );
    await client.query(
      `insert into disbursement_days (member_no, kind, day, type, status, count, amount, fee)
       select member_no, kind, date_trunc('day', created_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai', type, status, count(*), sum(amount), sum(fee)
       from disbursements where member_no between $1 and $1::bigint + $2::int - 1 group by 1, 2, 3, 4, 5`,
      [memberNo, members],
    );
    await client.query('vacuum analyze disbursements, disbursement_days');
  } finally {
    client.release(true);
  }
}
