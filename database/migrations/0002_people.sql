-- Members (who own wallets), users (who log in), their sessions, and the counts that limit guessing.

create table members (
  member_no bigint primary key check (member_no between 10000000 and 99999999),
  kind text not null check (kind in ('merchant', 'agent')),
  -- Nearest agent first, up to the root; empty for a member without an agent. No foreign key: agents live on other shards.
  uplines bigint[] not null default '{}',
  name text not null,
  level smallint not null default 1,
  state text not null default 'active' check (state in ('active', 'disabled')),
  certification text not null default 'none' check (certification in ('none', 'pending', 'approved', 'rejected')),
  settlement_mode text not null default 'D' check (settlement_mode in ('D', 'T')),
  settlement_days smallint not null default 0 check (settlement_days between 0 and 90),
  -- Ten-thousandths of a percent that are released at once on the same day.
  same_day_ratio integer not null default 1000000 check (same_day_ratio between 0 and 1000000),
  remark text not null default '',
  created_at timestamptz not null
);
create index members_by_upline on members using gin (uplines);

create table users (
  user_id bigint primary key,
  role text not null check (role in ('member', 'agency', 'operator')),
  member_no bigint references members,
  username text not null,
  password_hash text not null,
  pay_password_hash text,
  nickname text not null,
  bio text not null default '',
  avatar text,
  mobile text,
  state text not null default 'active' check (state in ('active', 'disabled')),
  last_login_at timestamptz,
  last_login_ip inet,
  last_login_day date,
  consecutive_days integer not null default 0,
  created_at timestamptz not null,
  check ((role = 'operator') = (member_no is null))
);
create unique index users_username on users (lower(username));
create unique index users_mobile on users (mobile) where mobile is not null;
create unique index users_member on users (member_no) where member_no is not null;

create table sessions (
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea primary key,
  session_id uuid not null unique,
  user_id bigint not null references users,
  -- SHA-256 of the HttpOnly second half of a browser's login.
  half_hash bytea,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip inet not null,
  device text not null
);
create index sessions_open on sessions (user_id) where ended_at is null;

-- A device that this user entered from before: it may still try when a stranger has used up the guesses.
create table known_devices (
  user_id bigint not null references users,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Sliding windows of attempts: one row per limited thing (a password of an account, codes for a number, an address).
create table attempt_windows (
  scope text not null,
  subject text not null,
  tries timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (scope, subject)
);
create index attempt_windows_expiry on attempt_windows (expires_at);

create table sms_codes (
  sms_code_id uuid primary key,
  purpose text not null check (purpose in ('register', 'bindphone', 'clearmobilebind', 'verify')),
  mobile text not null,
  user_id bigint,
  code_hash bytea not null,
  wrong_tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sms_codes_latest on sms_codes (mobile, purpose, created_at desc);
