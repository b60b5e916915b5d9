-- Operators set channels and upstreams up in the console (decision 0075).

alter table channels add column position integer not null default 0;
comment on column channels.position is 'Its place in lists; the smallest first.';
update channels set position = channel_id;
-- How many members have a rate of their own on a channel, and which.
create index member_rates_by_channel on member_rates (channel_id, member_no) include (closed);

-- An upstream that takes nothing is closed: by an operator, or by itself after a run of failures.
alter table upstreams add column paused_by text check (paused_by in ('operator', 'failures'));
alter table upstreams add column paused_at timestamptz;
alter table upstreams add column pause_reason text not null default '';
alter table upstreams add column next_check_at timestamptz;
alter table upstreams add column pause_told boolean not null default true;
comment on column upstreams.paused_by is 'Who closed it: an operator, or a run of failures. Null for one that is open, or was closed before this was stored.';
comment on column upstreams.pause_told is 'Whether operators have been told that it paused or returned by itself.';
comment on column upstreams.next_check_at is 'When one that was paused by failures is checked next, to open it again.';

create table upstream_hours (
  upstream_id integer not null,
  hour timestamptz not null,
  outcome text not null check (char_length(outcome) between 1 and 80),
  requests bigint not null check (requests > 0),
  duration_ms bigint not null check (duration_ms >= 0),
  slowest_ms integer not null check (slowest_ms >= 0),
  primary key (upstream_id, hour, outcome)
);
comment on table upstream_hours is 'How an upstream answered by hour: requests by outcome, `ok` or the name of the failure. Each process adds what it has counted.';
