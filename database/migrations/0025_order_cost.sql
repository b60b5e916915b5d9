-- What the upstream takes for a payment, by the route's cost when the order was made: a later change rewrites no order.
alter table orders add column cost bigint not null default 0;
create or replace view audit.orders as
  select member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount as amount_minor, fee as fee_minor,
    amount - fee as obtained_minor, status, created_at, expires_at, paid_at, paid_late, commissions,
    coalesce((select sum((share ->> 'amount')::bigint) from jsonb_array_elements(commissions) as share), 0)::bigint as commission_minor,
    notify_url is not null as wants_callback, cost as cost_minor
  from public.orders;
