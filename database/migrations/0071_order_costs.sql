-- What paid orders cost, and what agents earn on them, by hour and day (decision 0086).

-- Orders whose cost and commission are in the sums. Fewer than paid_count: paid before this was counted, or by a process of the earlier
-- release; a job adds them up again.
alter table order_rollups add column costed_count bigint not null default 0;
alter table order_rollups add column paid_cost bigint not null default 0;
alter table order_rollups add column paid_commission bigint not null default 0;
comment on column order_rollups.costed_count is 'How many of the paid orders paid_cost and paid_commission contain.';
create type rollup_sums as (
  member_no bigint, span text, bucket timestamptz, kind text, channel_id integer, created_count bigint, created_amount bigint, success_count bigint,
  success_amount bigint, success_fee bigint, expired_count bigint, expired_amount bigint, paid_count bigint, paid_amount bigint, paid_fee bigint,
  paid_cost bigint, paid_commission bigint
);

alter table platform_rollups add column costed_count bigint not null default 0;
alter table platform_rollups add column paid_cost bigint not null default 0;
alter table platform_rollups add column paid_commission bigint not null default 0;

create or replace view audit.order_rollups as
select r.member_no, r.span, r.bucket, r.kind, r.channel_id, r.created_count, r.created_amount as created_minor, r.success_count,
  r.success_amount as success_minor, r.success_fee as success_fee_minor, r.expired_count, r.expired_amount as expired_minor, r.paid_count,
  r.paid_amount as paid_minor, r.paid_fee as paid_fee_minor, r.costed_count, r.paid_cost as paid_cost_minor, r.paid_commission as paid_commission_minor
from public.order_rollups r cross join (select true) as read_only;
