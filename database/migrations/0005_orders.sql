-- Pay-in orders and recharges.

create table orders (
  member_no bigint not null,
  system_no bigint not null,
  order_no text not null,
  kind text not null check (kind in ('payin', 'recharge')),
  channel_id integer not null,
  upstream_id integer not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  -- What this member pays: fixed when the order is made; later changes never rewrite it.
  fee bigint not null check (fee >= 0 and fee <= amount),
  status text not null check (status in ('unpaid', 'success', 'expired', 'reversed')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- Paid after it had expired.
  paid_late boolean not null default false,
  -- [{"agentNo": "10000001", "amount": "12"}], nearest agent first, minor units; null without agents.
  commissions jsonb,
  -- The request as it came, for the callback, the return and the same answer to the same request.
  subject text,
  notify_url text,
  return_url text,
  attach text,
  client_ip inet,
  sign_type text not null check (sign_type in ('MD5', 'HMAC-SHA256', 'RSA-SHA256', 'none')),
  request_hash bytea not null,
  -- What the upstream answered.
  upstream_no text,
  pay_url text,
  qr_content text,
  upstream_error text,
  primary key (member_no, system_no),
  check ((status in ('success', 'reversed')) = (paid_at is not null))
) partition by range (system_no);
create index orders_by_payment on orders (member_no, paid_at, system_no) where paid_at is not null;
create index orders_paid_late on orders (member_no, system_no) where paid_late;
create index orders_by_channel on orders (member_no, channel_id, system_no);
create index orders_unpaid on orders (member_no, system_no) where status = 'unpaid';
create index orders_expired on orders (member_no, system_no) where status = 'expired';
create index orders_due on orders (expires_at) where status = 'unpaid';

-- A merchant's number names one order for ever, whatever the month: the idempotency key of /pay/create. The amount lies
-- beside it, because this row never changes: an index here costs nothing when the order is paid.
create table order_numbers (
  member_no bigint not null,
  kind text not null,
  order_no text not null,
  system_no bigint not null,
  amount bigint not null,
  primary key (member_no, kind, order_no)
);
create index order_numbers_prefix on order_numbers (member_no, order_no text_pattern_ops);
create index order_numbers_by_amount on order_numbers (member_no, amount, system_no);

-- What was said to and by the upstream about an order.
create table upstream_exchanges (
  member_no bigint not null,
  system_no bigint not null,
  exchange_id uuid not null,
  at timestamptz not null,
  direction text not null check (direction in ('out', 'in')),
  operation text not null check (operation in ('create', 'query', 'notify')),
  request jsonb not null,
  reply jsonb,
  ok boolean not null,
  error text,
  duration_ms integer,
  primary key (member_no, system_no, exchange_id)
) partition by range (system_no);

-- Counts and sums by member, hour (UTC) or day (platform's), kind and channel: by creation, and by payment.
create table order_rollups (
  member_no bigint not null,
  span text not null check (span in ('hour', 'day')),
  bucket timestamptz not null,
  kind text not null,
  channel_id integer not null,
  -- Orders created in the bucket, and what has become of them since.
  created_count bigint not null default 0,
  created_amount bigint not null default 0,
  success_count bigint not null default 0,
  success_amount bigint not null default 0,
  success_fee bigint not null default 0,
  expired_count bigint not null default 0,
  expired_amount bigint not null default 0,
  -- Orders paid in the bucket, whenever they were created.
  paid_count bigint not null default 0,
  paid_amount bigint not null default 0,
  paid_fee bigint not null default 0,
  primary key (member_no, span, bucket, kind, channel_id)
) with (fillfactor = 70);
