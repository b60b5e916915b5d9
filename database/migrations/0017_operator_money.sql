-- What operators do to money that leaves: acts that a second operator confirms, money held for a risk, a member's own window.

-- An act on a large withdrawal or payout, as one operator proposes it.
create table disbursement_approvals (
  member_no bigint not null,
  approval_id uuid not null,
  system_no bigint not null,
  act text not null check (act in ('unfreeze', 'mark_paid', 'cancel', 'submit')),
  -- What it is carried out with.
  bank_reference text,
  upstream_id integer,
  reason text not null,
  -- Operators' users; no foreign keys, as they live on no member's shard.
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- An open one whose time is over counts as expired, and is called so when the next is proposed.
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'expired')),
  decided_by bigint,
  decided_at timestamptz,
  remark text not null default '',
  primary key (member_no, approval_id),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (act <> 'mark_paid' or (bank_reference is not null and upstream_id is not null))
);
create unique index disbursement_approvals_by_id on disbursement_approvals (approval_id);
create unique index disbursement_approvals_open on disbursement_approvals (member_no, system_no) where state = 'open';
create index disbursement_approvals_newest on disbursement_approvals (proposed_at desc, approval_id);

-- The operators' list is over all members.
create index disbursements_of_all on disbursements (system_no desc);
create index disbursements_open_of_all on disbursements (system_no desc) where status in ('applying', 'frozen');

-- When a member may withdraw, where it differs from the platform's hours.
alter table disbursement_terms
  add column window_from text check (window_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column window_to text check (window_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add check ((window_from is null) = (window_to is null));

-- Why an operator holds money of a wallet, or lets it go. Rows are only added; their sum is the wallet's risk_hold.
create table risk_holds (
  member_no bigint not null references members,
  -- A system number of its own.
  reference bigint not null,
  currency text not null,
  -- Positive: held. Negative: let go.
  amount bigint not null check (amount <> 0),
  reason text not null,
  -- Made by the form: the same request holds once.
  request_id text not null,
  -- The operator.
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (member_no, reference),
  unique (member_no, request_id)
);

create view audit.risk_holds as
select member_no, currency, reference, amount as amount_minor, created_at
from public.risk_holds;
