-- The operators' overview (decision 0071): figures of all members, what waits for an operator, and the platform's own state.

-- `order_rollups` of all members together. A job copies them, so that no payment waits for a row that all members share.
create table platform_rollups (
  span text not null check (span in ('hour', 'day')),
  bucket timestamptz not null,
  kind text not null,
  channel_id integer not null,
  created_count bigint not null,
  created_amount bigint not null,
  success_count bigint not null,
  paid_count bigint not null,
  paid_amount bigint not null,
  paid_fee bigint not null,
  primary key (span, bucket, kind, channel_id)
);
comment on table platform_rollups is 'Orders of all members by hour and day: sums of order_rollups, copied by a job.';
create index order_rollups_of_all on order_rollups (span, bucket);

create table platform_payout_days (
  day timestamptz not null,
  kind text not null,
  status text not null,
  count bigint not null,
  amount bigint not null,
  fee bigint not null,
  primary key (day, kind, status)
);
comment on table platform_payout_days is 'Withdrawals and payouts of all members by day: sums of disbursement_days, copied by a job.';
create index disbursement_days_of_all on disbursement_days (day);

create table platform_top_members (
  day timestamptz not null,
  member_no bigint not null,
  paid_amount bigint not null,
  primary key (day, member_no)
);
comment on table platform_top_members is 'Members that were among the largest of a day: who can be among the largest of a longer time.';

-- The last turn of each job that has run, in any process.
create table job_turns (
  job text primary key,
  every_ms integer not null,
  ended_at timestamptz not null,
  took_ms integer not null,
  failed boolean not null,
  succeeded_at timestamptz
);
comment on column job_turns.failed is 'Whether the last turn failed.';

create table processes (
  process_id uuid primary key,
  host text not null,
  version text not null,
  roles text[] not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
comment on table processes is 'Each running process says every few seconds that it runs.';

-- What waits for an operator is counted by these indexes alone, however long the history is.
create index disbursements_in_review on disbursements (system_no) include (amount) where status = 'applying' and review = 'waiting';
create index disbursements_frozen on disbursements (system_no) include (amount) where status = 'frozen';
create index disbursements_unknown on disbursements (system_no) include (amount) where status in ('applying', 'frozen') and submission = 'unknown';
create index disbursements_failed_of_all on disbursements (system_no) include (amount) where status = 'applying' and submission = 'failed';
create index callbacks_given_up on callbacks (next_at) where status = 'failed';
