-- A payment writes one row for the commission of all agents above the merchant. The job that sends commission makes the agents' shares of it,
-- so that a payment costs about the same however many agents earn on it (decision 0048). Shares that earlier releases wrote
-- with a payment stay, and are sent as before.
create table owed_commission (
  member_no bigint not null,
  reference bigint not null,
  currency text not null,
  -- One element for each agent.
  agent_nos bigint[] not null check (cardinality(agent_nos) > 0),
  amounts bigint[] not null check (cardinality(amounts) = cardinality(agent_nos) and 0 < all (amounts)),
  helds bigint[] not null check (cardinality(helds) = cardinality(agent_nos) and 0 <= all (helds)),
  release_at timestamptz,
  created_at timestamptz not null,
  primary key (member_no, reference),
  check ((0 = all (helds)) = (release_at is null))
);

create type new_owed_commission as (
  member_no bigint, reference bigint, currency text, agent_nos bigint[], amounts bigint[], helds bigint[], release_at timestamptz, created_at timestamptz
);
create type sent_commission_share as (
  member_no bigint, reference bigint, agent_no bigint, currency text, amount bigint, held bigint, release_at timestamptz, created_at timestamptz,
  transfer bigint
);

create view audit.owed_commission as
select o.member_no, o.reference as system_no, s.agent_no, o.currency, s.amount as amount_minor, case when s.held > 0 then o.release_at end as release_at,
  o.created_at, s.held as held_minor
from public.owed_commission o cross join lateral unnest(o.agent_nos, o.amounts, o.helds) as s (agent_no, amount, held);
