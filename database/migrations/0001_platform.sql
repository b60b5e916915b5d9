-- The platform itself: its settings, its working days, its announcements. Small, shared tables (copied to every shard).

create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Days that differ from the plain week: holidays (working = false) and working weekends (working = true).
create table calendar_days (
  day date primary key,
  working boolean not null,
  name text not null
);

create table announcements (
  announcement_id bigint primary key,
  title text not null,
  body text not null,
  published_at timestamptz not null
);
create index announcements_newest on announcements (published_at desc);

create table announcement_reads (
  user_id bigint not null,
  announcement_id bigint not null references announcements,
  read_at timestamptz not null,
  primary key (user_id, announcement_id)
);

-- Captcha challenges that were used up, until they would have expired anyway.
create table captcha_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index captcha_challenges_expiry on captcha_challenges (expires_at);
