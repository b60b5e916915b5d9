-- Files that jobs write: found under Downloads until they expire. They belong to a user, not to a member, and stay where the queue is.
create table downloads (
  download_id uuid primary key,
  user_id bigint not null,
  -- The member that the user belonged to; the file is read only as that member.
  member_no bigint,
  -- The kind of export, or of the work whose result was stored.
  kind text not null,
  -- The file's name.
  name text not null,
  format text not null,
  content_type text not null,
  language text not null,
  -- The list's filter as it was asked for.
  filter jsonb not null,
  -- The moment that the file is as of: the request, or the end of a schedule's period.
  as_of timestamptz not null,
  -- storing: another feature hands its pieces in; shown only when it is whole.
  state text not null check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'storing')),
  -- Why it failed.
  fault text,
  -- Rows of the whole file; null until they are counted.
  row_count bigint,
  rows_done bigint not null default 0,
  size bigint not null default 0,
  -- SHA-256 of the whole file.
  content_hash bytea,
  -- The run that writes it: pieces of an earlier run are refused.
  run_id uuid,
  schedule_id uuid,
  period_from timestamptz,
  -- Where to report that it is ready.
  notify_url text,
  reported_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  check ((state = 'ready') = (content_hash is not null)),
  check ((schedule_id is null) = (period_from is null))
);
create index downloads_of_user on downloads (user_id, created_at desc, download_id);
create index downloads_unfinished on downloads (created_at) where state in ('waiting', 'running', 'storing');
create index downloads_by_expiry on downloads (expires_at) where expires_at is not null;
-- A period's file is made once.
create unique index downloads_of_schedule on downloads (schedule_id, period_from) where schedule_id is not null;

create table download_pieces (
  download_id uuid not null references downloads on delete cascade,
  piece_no integer not null,
  bytes bytea not null,
  primary key (download_id, piece_no)
);
-- Workbooks are compressed already, and compressing the rest again would cost more than the week of storage.
alter table download_pieces alter column bytes set storage external;

create table schedules (
  schedule_id uuid primary key,
  user_id bigint not null,
  member_no bigint,
  kind text not null,
  format text not null,
  filter jsonb not null,
  language text not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- Time of day in the platform's time zone.
  at time not null,
  notify_url text,
  next_at timestamptz not null,
  last_at timestamptz,
  created_at timestamptz not null
);
create index schedules_of_user on schedules (user_id, created_at, schedule_id);
create index schedules_due on schedules (next_at);
