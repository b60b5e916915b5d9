-- Second factors: authenticators with their recovery codes, and when a factor was taken away.

create table authenticators (
  user_id bigint primary key references users,
  authenticator_id uuid not null unique,
  -- Base32, sealed.
  secret bytea not null,
  -- The newest 30-second step whose code was used: a step counts once, and none before it.
  last_step bigint not null,
  bound_at timestamptz not null
);

-- What a session was shown and has not confirmed yet.
create table pending_authenticators (
  session_id uuid primary key,
  user_id bigint not null references users,
  -- Base32, sealed.
  secret bytea not null,
  issued_at timestamptz not null
);
create index pending_authenticators_age on pending_authenticators (issued_at);

create table recovery_codes (
  user_id bigint not null references users,
  -- Keyed with a key that is not in the database.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Payouts rest for a while after each.
create table factor_removals (
  user_id bigint not null references users,
  removed_at timestamptz not null,
  factor text not null check (factor in ('authenticator', 'phone')),
  primary key (user_id, removed_at, factor)
);
