-- Withdrawals and payouts counted and summed by the platform's day of their number, by kind of account and by how they
-- stand: a list of millions knows its totals at once. Kept in the transactions that write the rows themselves.
create table disbursement_days (
  member_no bigint not null,
  kind text not null,
  -- When the day began.
  day timestamptz not null,
  type text not null,
  status text not null,
  count bigint not null,
  amount bigint not null,
  fee bigint not null,
  primary key (member_no, kind, day, type, status)
) with (fillfactor = 70);

with platform as (
  select coalesce((select value #>> '{}' from settings where name = 'timeZone'), 'Asia/Shanghai') as zone
)
insert into disbursement_days (member_no, kind, day, type, status, count, amount, fee)
select
  member_no, kind,
  date_trunc('day', to_timestamp(lpad((system_no / 10000)::text, 15, '0') || '+00', 'YYMMDDHH24MISSMSTZH') at time zone zone) at time zone zone,
  type, status, count(*), sum(amount), sum(fee)
from disbursements cross join platform
group by 1, 2, 3, 4, 5;

create view audit.disbursement_days as
select member_no, kind, day, type, status, count, amount as amount_minor, fee as fee_minor
from public.disbursement_days;

-- What a payee's kind is, for who counts the days anew.
create or replace view audit.disbursements as
select
  member_no || '-' || system_no as disbursement_id, member_no, system_no, kind, currency, amount as amount_minor, fee as fee_minor,
  status, submission, attempts, created_at, finished_at, type
from public.disbursements;
