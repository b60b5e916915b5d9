-- What one operator proposes to do to another operator's login: reset the password or the factors, or let a disabled one in again.
-- A second operator confirms it.
create table operator_proposals (
  approval_id uuid primary key,
  -- Whose login it is about.
  user_id bigint not null references users,
  act text not null check (act in ('reset_password', 'reset_factor', 'enable')),
  reason text not null,
  proposed_by bigint not null references users,
  proposed_in uuid,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- An open one whose time is over counts as expired, and is called so when the next is proposed.
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'expired')),
  decided_by bigint references users,
  decided_at timestamptz,
  remark text not null default '',
  check (proposed_by <> user_id),
  -- The owner of the login may reject it.
  check (decided_by <> proposed_by and (decided_by <> user_id or state = 'rejected')),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null))
);
create unique index operator_proposals_open on operator_proposals (user_id, act) where state = 'open';
create index operator_proposals_newest on operator_proposals (proposed_at desc, approval_id);
create index operator_proposals_enabled on operator_proposals (user_id, decided_at) where act = 'enable' and state = 'confirmed';
