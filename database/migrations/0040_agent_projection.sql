-- What agents see of their trees. A job copies it from the members' tables into the agents' shards, and no payment writes here
-- (decision 0047).

-- An order of a member below an agent, once for each agent that was above it when the order was created.
create table agent_orders (
  member_no bigint not null,
  system_no bigint not null,
  -- Whose order it is.
  merchant_no bigint not null,
  -- From the direct member of the agent down to the merchant. Its length is the level.
  via bigint[] not null check (cardinality(via) > 0),
  order_no text not null,
  kind text not null check (kind in ('payin', 'recharge')),
  channel_id integer not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  status text not null check (status in ('unpaid', 'success', 'expired', 'reversed')),
  notify_status text not null check (notify_status in ('none', 'pending', 'delivered', 'failed')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  paid_late boolean not null default false,
  -- The agent's share, whether or not the order is paid.
  commission bigint not null check (commission >= 0),
  held bigint not null default 0 check (held between 0 and commission),
  release_at timestamptz,
  -- When the share came into the agent's wallet, and when a reversal took it out again.
  booked_at timestamptz,
  returned_at timestamptz,
  -- {"below": {"percent", "fixed", "minFee", "maxFee"}, "own": {…}}: minor units and ten-thousandths of a percent. Null if unknown.
  rates jsonb,
  primary key (member_no, system_no, merchant_no),
  check ((status in ('success', 'reversed')) = (paid_at is not null)),
  check (returned_at is null or booked_at is not null),
  check (booked_at is null or paid_at is not null)
) partition by range (system_no);
create index agent_orders_by_payment on agent_orders (member_no, paid_at, system_no) where paid_at is not null;
create index agent_orders_paid_late on agent_orders (member_no, system_no) where paid_late;
create index agent_orders_by_channel on agent_orders (member_no, channel_id, system_no);
create index agent_orders_unpaid on agent_orders (member_no, system_no) where status = 'unpaid';
create index agent_orders_expired on agent_orders (member_no, system_no) where status = 'expired';
create index agent_orders_notified_rarely on agent_orders (member_no, notify_status, system_no) where notify_status in ('pending', 'failed');
create index agent_orders_by_number on agent_orders (member_no, order_no text_pattern_ops);
create index agent_orders_by_amount on agent_orders (member_no, amount, system_no);
create index agent_orders_booked on agent_orders (member_no, booked_at, system_no) where booked_at is not null;
create index agent_orders_returned on agent_orders (member_no, returned_at, system_no) where returned_at is not null;
-- The orders of one member, and of one agent's tree by its level.
create index agent_orders_by_merchant on agent_orders (member_no, merchant_no, system_no);
create index agent_orders_via_1 on agent_orders (member_no, (via[1]), system_no);
create index agent_orders_via_2 on agent_orders (member_no, (via[2]), system_no) where via[2] is not null;
create index agent_orders_via_3 on agent_orders (member_no, (via[3]), system_no) where via[3] is not null;
create index agent_orders_via_4 on agent_orders (member_no, (via[4]), system_no) where via[4] is not null;
create index agent_orders_via_5 on agent_orders (member_no, (via[5]), system_no) where via[5] is not null;
-- For the job, which looks at the nearest agent's row of each order.
create index agent_orders_due on agent_orders (expires_at) where status = 'unpaid' and cardinality(via) = 1;
create index agent_orders_notifying on agent_orders (merchant_no, system_no) where notify_status in ('pending', 'failed') and cardinality(via) = 1;

-- Counts and sums of agent_orders. `subject_no`: 0 is the whole tree; any other is a member of the tree, with all below it.
-- `parent_no` is the member above the subject. `channel_id`: 0 is all channels.
-- `span` is an hour (UTC), a day or a month (platform's), or `release`: its bucket is the moment at which held commission is released.
create table agent_rollups (
  member_no bigint not null,
  span text not null check (span in ('hour', 'day', 'month', 'release')),
  bucket timestamptz not null,
  subject_no bigint not null,
  parent_no bigint not null,
  channel_id integer not null,
  -- As in order_rollups. The commission is that of paid orders which are not reversed.
  created_count bigint not null default 0,
  created_amount bigint not null default 0,
  success_count bigint not null default 0,
  success_amount bigint not null default 0,
  success_fee bigint not null default 0,
  success_commission bigint not null default 0,
  expired_count bigint not null default 0,
  expired_amount bigint not null default 0,
  paid_count bigint not null default 0,
  paid_amount bigint not null default 0,
  paid_fee bigint not null default 0,
  paid_commission bigint not null default 0,
  -- By the booking in the agent's wallet. The amount is what payers paid for these orders.
  earned_count bigint not null default 0,
  earned_amount bigint not null default 0,
  earned bigint not null default 0,
  returned_count bigint not null default 0,
  returned bigint not null default 0,
  held bigint not null default 0,
  primary key (member_no, span, subject_no, channel_id, bucket, parent_no)
) with (fillfactor = 70);
create index agent_rollups_by_parent on agent_rollups (member_no, span, parent_no, channel_id, bucket);

-- How far the job has copied a member's orders and wallet entries.
create table agent_feed (
  member_no bigint primary key,
  -- Entries of its wallet up to this one.
  last_seq bigint not null default 0,
  -- Orders up to this number have been read …
  last_system_no bigint not null default 0,
  -- … and up to this one none can appear any more.
  settled_system_no bigint not null default 0,
  -- What left the wallet for withdrawals and payouts, less what came back, up to last_seq.
  paid_out bigint not null default 0,
  -- Of an agent: its direct members and all of its tree.
  direct_merchants integer not null default 0,
  direct_agents integer not null default 0,
  tree_merchants integer not null default 0,
  tree_agents integer not null default 0
);

-- The agents above a member, for its orders from a number on: a member that is moved leaves its past where it was.
create table agent_paths (
  member_no bigint not null,
  from_system_no bigint not null,
  uplines bigint[] not null,
  primary key (member_no, from_system_no)
);

create type new_agent_order as (
  member_no bigint, system_no bigint, merchant_no bigint, via bigint[], order_no text, kind text, channel_id integer, currency text, amount bigint, fee bigint,
  status text, notify_status text, created_at timestamptz, expires_at timestamptz, paid_at timestamptz, paid_late boolean, commission bigint, held bigint,
  release_at timestamptz, booked_at timestamptz, returned_at timestamptz, rates jsonb
);
create type agent_rollup_addition as (
  member_no bigint, span text, bucket timestamptz, subject_no bigint, parent_no bigint, channel_id integer, created_count bigint, created_amount bigint,
  success_count bigint, success_amount bigint, success_fee bigint, success_commission bigint, expired_count bigint, expired_amount bigint,
  paid_count bigint, paid_amount bigint, paid_fee bigint, paid_commission bigint, earned_count bigint, earned_amount bigint, earned bigint,
  returned_count bigint, returned bigint, held bigint
);

-- The direct members of an agent.
create index members_by_nearest on members ((uplines[1]), member_no) where uplines[1] is not null;

-- The shares that a transfer bundles. A payment writes none of its rows.
create index commission_shares_by_transfer on commission_shares (member_no, transfer) where transfer is not null;

-- A partition for each month that orders has one for.
select create_month_partitions('agent_orders', to_date(right(c.relname, 6), 'YYYYMM'), to_date(right(c.relname, 6), 'YYYYMM'))
from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'orders'::regclass and c.relname ~ '^orders_\d{6}$';

create view audit.agent_orders as
select o.member_no, o.system_no, o.merchant_no, o.via, o.order_no, o.kind, o.channel_id, o.currency, o.amount as amount_minor, o.fee as fee_minor, o.status,
  o.created_at, o.paid_at, o.commission as commission_minor, o.held as held_minor, o.release_at, o.booked_at, o.returned_at
from public.agent_orders o cross join (select true) as read_only;

create view audit.agent_rollups as
select r.member_no, r.span, r.bucket, r.subject_no, r.parent_no, r.channel_id, r.created_count, r.created_amount as created_minor, r.success_count,
  r.success_amount as success_minor, r.success_fee as success_fee_minor, r.success_commission as success_commission_minor, r.expired_count,
  r.expired_amount as expired_minor, r.paid_count, r.paid_amount as paid_minor, r.paid_fee as paid_fee_minor, r.paid_commission as paid_commission_minor,
  r.earned_count, r.earned_amount as earned_amount_minor, r.earned as earned_minor, r.returned_count, r.returned as returned_minor, r.held as held_minor
from public.agent_rollups r cross join (select true) as read_only;

create view audit.agent_feed as
select f.member_no, f.last_seq, f.last_system_no, f.settled_system_no, f.paid_out as paid_out_minor from public.agent_feed f cross join (select true) as read_only;

create view audit.agent_paths as
select p.member_no, p.from_system_no, p.uplines from public.agent_paths p cross join (select true) as read_only;

-- Members are searched by the beginning of their name or username.
create index members_by_name on members (lower(name) text_pattern_ops);
create index users_by_username on users (lower(username) text_pattern_ops);
