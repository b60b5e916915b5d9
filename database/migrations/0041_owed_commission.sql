-- Payments that are booked together write one row per member for the commission of all agents. The job that sends commission makes the
-- agents' shares of it, so that a payment costs about the same however many agents earn on it (decision 0048). Shares that earlier
-- releases wrote with a payment stay, and are sent as before.
create table owed_commission (
  member_no bigint not null,
  -- The first of the orders when the row was written.
  reference bigint not null,
  currency text not null,
  -- What each agent earns on them is in orders.commissions.
  system_nos bigint[] not null check (cardinality(system_nos) > 0),
  -- The ratio of each share that is not held, in ten-thousandths of a percent.
  available integer not null check (available between 0 and 1000000),
  release_at timestamptz,
  created_at timestamptz not null,
  primary key (member_no, reference),
  check ((available = 1000000) = (release_at is null))
);

create type new_owed_commission as (
  member_no bigint, reference bigint, currency text, system_nos bigint[], available integer, release_at timestamptz, created_at timestamptz
);
create type sent_commission_share as (
  member_no bigint, reference bigint, agent_no bigint, currency text, amount bigint, held bigint, release_at timestamptz, created_at timestamptz,
  transfer bigint
);

-- The sum of commissions, so that a payment need not read them. Null for orders of an earlier release.
alter table orders add column commission bigint check (commission >= 0);
create type placed_order as (
  member_no bigint, system_no bigint, order_no text, kind text, channel_id integer, upstream_id integer, currency text, amount bigint, fee bigint, cost bigint,
  status text, created_at timestamptz, expires_at timestamptz, commissions jsonb, subject text, notify_url text, return_url text, attach text, client_ip inet,
  sign_type text, request_hash bytea, upstream_no text, pay_url text, qr_content text, commission bigint
);

create view audit.owed_commission as
select w.member_no, o.system_no, (s.share ->> 'agentNo')::bigint as agent_no, w.currency, (s.share ->> 'amount')::bigint as amount_minor, w.created_at
from public.owed_commission w
join public.orders o on o.member_no = w.member_no and o.system_no = any(w.system_nos)
cross join lateral jsonb_array_elements(o.commissions) as s (share);
