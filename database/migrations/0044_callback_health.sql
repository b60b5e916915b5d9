-- How callbacks fare, by attempt and by receiver, and what people send again (decision 0051).

alter table callback_attempts add column error_class text, add column reply_headers text, add column made_by text;
comment on column callback_attempts.error_class is 'dns, tls, connect, timeout, redirect, status or body; null if delivered, or if the receiver is not the cause';
comment on column callback_attempts.reply_headers is 'One `name: value` a line';
comment on column callback_attempts.made_by is 'The user who sent it by hand; null if the schedule did';

alter table callbacks add column tries integer not null default 0, add column last_at timestamptz, add column last_error text, add column error_class text;
comment on column callbacks.tries is 'All attempts, also those by hand; `attempts` is the place in the schedule';
comment on column callbacks.last_error is 'Of the last attempt; null if it was a delivery';
comment on column callbacks.error_class is 'Of the last attempt';
comment on column callbacks.next_at is 'Of a pending one: `infinity` while it is kept until its member decides. Of a finished one: its last attempt';
create index callbacks_by_class on callbacks (member_no, error_class, system_no) where error_class is not null;

-- The health of a member's receivers. Written with the outcomes of attempts, only when it changes or every ten seconds.
create table callback_receivers (
  member_no bigint not null,
  -- host:port, as in callbacks.
  receiver text collate "C" not null,
  state text not null check (state in ('ok', 'failing', 'paused')),
  -- When it came into this state.
  since timestamptz not null,
  -- In a row.
  failures integer not null check (failures >= 0),
  -- The first of them.
  failing_since timestamptz,
  last_at timestamptz not null,
  -- While it is paused: when one callback is sent to see whether it is back.
  probe_at timestamptz,
  -- It came back, and its member has not decided yet about the callbacks that were kept.
  asks boolean not null default false,
  -- The last notice that it fails. One that fails and works by turns is reported once an hour.
  notified_at timestamptz,
  primary key (member_no, receiver),
  check ((state = 'paused') = (probe_at is not null)),
  check ((failures > 0) = (failing_since is not null))
) with (fillfactor = 70);

-- What a person sends again by a filter: planned, confirmed, then sent at a rate.
create table callback_runs (
  member_no bigint not null,
  run_id uuid not null,
  state text not null check (state in ('planned', 'running', 'done', 'cancelled')),
  total integer not null,
  made_by text not null,
  created_at timestamptz not null,
  per_second integer,
  -- What was sent until now is paid for by the rate up to this moment.
  paced_until timestamptz,
  ended_at timestamptz,
  primary key (member_no, run_id),
  check ((state = 'planned') = (per_second is null))
);
create index callback_runs_running on callback_runs (member_no, run_id) where state = 'running';
create index callback_runs_by_age on callback_runs (created_at);

create table callback_run_items (
  member_no bigint not null,
  run_id uuid not null,
  system_no bigint not null,
  subject text not null,
  -- Set before it is sent, and never taken back: so a run sends each at most once.
  taken_at timestamptz,
  delivered boolean,
  primary key (member_no, run_id, system_no, subject)
);
create index callback_run_items_waiting on callback_run_items (member_no, run_id, system_no) where taken_at is null;
