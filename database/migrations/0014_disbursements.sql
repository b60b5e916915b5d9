-- Money that leaves: withdrawals to a member's own card, payouts to anybody. One engine, two kinds.

-- What a member pays for and may do with one kind, where it differs from the platform's setting.
create table disbursement_terms (
  member_no bigint not null references members,
  kind text not null check (kind in ('withdrawal', 'payout')),
  percent integer not null check (percent between 0 and 1000000),
  fixed bigint not null default 0 check (fixed >= 0),
  min_fee bigint check (min_fee >= 0),
  max_fee bigint check (max_fee >= 0),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  -- From this amount on an operator looks first; null: never.
  review_from bigint check (review_from > 0),
  enabled boolean not null default true,
  primary key (member_no, kind)
);

create table disbursements (
  member_no bigint not null,
  system_no bigint not null,
  kind text not null check (kind in ('withdrawal', 'payout')),
  -- The merchant's number, or the system number where no merchant gave one.
  order_no text not null,
  source text not null check (source in ('console', 'batch', 'gateway')),
  currency text not null,
  amount bigint not null check (amount > 0),
  -- On top of the amount: the wallet pays amount + fee.
  fee bigint not null check (fee >= 0),
  -- Whom it goes to: a snapshot, whatever becomes of the card.
  type text not null check (type in ('bank', 'alipay')),
  holder text not null,
  bank text,
  branch text,
  account_sealed bytea not null,
  account_hint text not null,
  status text not null default 'applying' check (status in ('applying', 'paid', 'frozen', 'cancelled')),
  submission text not null default 'none' check (submission in ('none', 'submitted', 'succeeded', 'failed', 'unknown')),
  review text not null check (review in ('none', 'waiting', 'passed')),
  attempts smallint not null default 0,
  -- What the same number must be asked for with again.
  request_hash bytea not null,
  sign_type text not null default 'none' check (sign_type in ('none', 'MD5', 'HMAC-SHA256', 'RSA-SHA256')),
  notify_url text,
  attach text,
  remark text,
  bank_reference text,
  fail_reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- When the worker looks at it next; null: it waits for a person, or for nothing.
  due_at timestamptz,
  primary key (member_no, system_no),
  unique (member_no, kind, order_no),
  check ((status in ('paid', 'cancelled')) = (finished_at is not null)),
  check (status <> 'paid' or submission in ('succeeded', 'none', 'failed')),
  check (status <> 'cancelled' or submission in ('none', 'failed')),
  check ((sign_type = 'none') = (notify_url is null))
);
create index disbursements_newest on disbursements (member_no, kind, system_no desc);
create index disbursements_open on disbursements (member_no, kind, system_no desc) where status in ('applying', 'frozen');
create index disbursements_due on disbursements (due_at) where due_at is not null;

-- Each try to have an upstream pay. Its reference is fixed before it is sent, and never used for another.
create table disbursement_attempts (
  member_no bigint not null,
  system_no bigint not null,
  attempt smallint not null,
  upstream_id integer not null,
  reference text not null,
  amount bigint not null,
  state text not null check (state in ('submitted', 'unknown', 'succeeded', 'failed')),
  upstream_no text,
  bank_reference text,
  fail_reason text,
  -- How often the upstream was asked how it stands.
  queries integer not null default 0,
  -- When the upstream said no to the request's repetition.
  refused_at timestamptz,
  started_at timestamptz not null,
  settled_at timestamptz,
  primary key (member_no, system_no, attempt),
  check ((state in ('succeeded', 'failed')) = (settled_at is not null))
);
create unique index disbursement_attempts_open on disbursement_attempts (member_no, system_no) where state in ('submitted', 'unknown');
create index disbursement_attempts_by_upstream on disbursement_attempts (upstream_id, started_at);

-- Upstreams that pay out, the lowest position first; what a day may take of each.
create table payout_routes (
  upstream_id integer primary key references upstreams,
  position smallint not null default 1,
  daily_limit bigint check (daily_limit > 0),
  state text not null default 'open' check (state in ('open', 'closed'))
);

-- The sandbox's memory of what it was asked to pay.
create table sandbox_payouts (
  reference text primary key,
  amount bigint not null,
  currency text not null,
  created_at timestamptz not null
);

create view audit.disbursements as
select
  member_no || '-' || system_no as disbursement_id, member_no, system_no, kind, currency, amount as amount_minor, fee as fee_minor,
  status, submission, attempts, created_at, finished_at
from public.disbursements;
