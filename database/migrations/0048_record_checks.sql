-- A member's own records, compared with its orders: the check, the file's rows until they are compared, and what differs (decision 0057).
create table record_checks (
  member_no bigint not null,
  check_id uuid not null,
  user_id bigint not null,
  -- Of the user who asked, for the file of differences.
  language text not null,
  -- Pay-ins paid from here, inclusive, to there, exclusive.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The same as days, inclusive, for rows with a date of their own.
  first_day date not null,
  last_day date not null,
  currency text not null,
  row_count integer not null check (row_count > 0),
  state text not null check (state in ('running', 'done', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  -- Counts and sums; null until the records are compared.
  totals jsonb,
  -- The file of the differences; null without any.
  download_id uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (member_no, check_id),
  check ((state = 'running') = (finished_at is null)),
  check (from_at < to_at and first_day <= last_day)
);
create index record_checks_by_time on record_checks (member_no, created_at);

create table record_check_rows (
  member_no bigint not null,
  check_id uuid not null,
  -- As a spreadsheet program counts.
  line integer not null,
  number text not null,
  -- The number as a system number, if it can be one.
  system_no bigint,
  amount bigint not null,
  status text not null check (status in ('paid', 'unpaid', 'reversed')),
  day date,
  primary key (member_no, check_id, line)
);

create table record_differences (
  member_no bigint not null,
  check_id uuid not null,
  -- In the order of the file; what is missing there comes last, oldest first.
  place integer not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'status_differs', 'duplicate_there')),
  number text not null,
  line integer,
  their_amount bigint,
  their_status text,
  their_day date,
  system_no bigint,
  our_amount bigint,
  our_status text,
  our_created_at timestamptz,
  our_paid_at timestamptz,
  primary key (member_no, check_id, place)
);
