-- The upstreams' statements against our books: our side as a copy, the pairs, the differences and their life, what upstreams owe.
-- All of it is the platform's and stays on the coordinator.

-- What moved the clearing account of an upstream, one row for each journal, with the numbers that its statement may name.
create table upstream_bookings (
  upstream_id integer not null,
  member_no bigint not null,
  reference bigint not null,
  kind text not null check (kind in ('payin', 'payout', 'reversal')),
  -- The platform's day of the journal.
  day date not null,
  at timestamptz not null,
  amount bigint not null check (amount > 0),
  -- What the upstream takes by its route; null where nothing is agreed.
  fee bigint,
  -- The upstream's number, and ours as the upstream was given it.
  upstream_no text,
  our_no text not null,
  primary key (upstream_id, member_no, reference, kind)
);
create index upstream_bookings_by_day on upstream_bookings (upstream_id, day);

-- Up to when the day's bookings are copied. Whole: the day was over, and nothing of it can still be booked.
create table upstream_booking_days (
  upstream_id integer not null,
  day date not null,
  copied_at timestamptz not null,
  whole boolean not null,
  primary key (upstream_id, day)
);

-- Why a line and a booking are a pair. A settlement's line has the bookings that it is the sum of.
create table upstream_matches (
  upstream_id integer not null,
  file_id uuid not null,
  line_no integer not null,
  -- The booking's day.
  day date not null,
  member_no bigint not null,
  reference bigint not null,
  kind text not null,
  rule text not null check (rule in ('upstream_no', 'our_no', 'sum', 'person')),
  at timestamptz not null,
  -- The operator who paired them.
  user_id bigint,
  primary key (upstream_id, day, member_no, reference, kind),
  check ((rule = 'person') = (user_id is not null))
);
create index upstream_matches_by_line on upstream_matches (upstream_id, file_id, line_no);

-- One run over a file: what it paired and found, and what changed against the file that it replaced.
create table upstream_comparisons (
  upstream_id integer not null,
  day date not null,
  file_id uuid not null,
  at timestamptz not null,
  lines integer not null,
  paired integer not null,
  appeared integer not null,
  vanished integer not null,
  primary key (upstream_id, file_id, at)
);
create index upstream_comparisons_by_day on upstream_comparisons (upstream_id, day, at desc);
create trigger upstream_comparisons_stay before update or delete or truncate on upstream_comparisons for each statement execute function refuse_change();

create table upstream_differences (
  difference_id bigint generated always as identity primary key,
  upstream_id integer not null,
  day date not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount_differs', 'fee_differs', 'status_differs', 'duplicate', 'late')),
  -- What it is about, the same in every file: a booking, or a line by its number.
  subject text not null,
  file_id uuid,
  line_no integer,
  member_no bigint,
  reference bigint,
  booking_kind text,
  upstream_no text,
  our_no text,
  at timestamptz,
  ours bigint,
  theirs bigint,
  our_fee bigint,
  their_fee bigint,
  their_status text,
  at_risk bigint not null check (at_risk >= 0),
  -- waiting: the files of two more days are not in yet.
  state text not null check (state in ('waiting', 'open', 'assigned', 'resolved', 'ignored')),
  outcome text,
  -- Why it is ignored, or what was done.
  reason text not null default '',
  -- The journal that did it.
  act_member_no bigint,
  act_reference bigint,
  owner_id bigint,
  note text not null default '',
  found_at timestamptz not null,
  changed_at timestamptz not null,
  -- Null: the comparison.
  changed_by bigint,
  version integer not null default 1,
  unique (upstream_id, kind, subject),
  check ((state = 'resolved') = (outcome is not null)),
  check (state <> 'ignored' or reason <> ''),
  check (state <> 'assigned' or owner_id is not null),
  check (file_id is not null or reference is not null)
);
create index upstream_differences_unresolved on upstream_differences (upstream_id, day) where state in ('waiting', 'open', 'assigned');
create index upstream_differences_by_day on upstream_differences (upstream_id, day, difference_id);
create index upstream_differences_by_line on upstream_differences (upstream_id, file_id, line_no) where file_id is not null;
create trigger upstream_differences_stay before delete or truncate on upstream_differences for each statement execute function refuse_change();
create trigger upstream_differences_keep before update of difference_id, upstream_id, kind, subject, found_at on upstream_differences
  for each statement execute function refuse_change();

-- Every state that a difference was in. The trigger writes it, so that no statement can leave it out.
create table upstream_difference_events (
  difference_id bigint not null,
  version integer not null,
  state text not null,
  outcome text,
  reason text not null,
  act_member_no bigint,
  act_reference bigint,
  owner_id bigint,
  note text not null,
  ours bigint,
  theirs bigint,
  at timestamptz not null,
  user_id bigint,
  primary key (difference_id, version)
);
create trigger upstream_difference_events_stay before update or delete or truncate on upstream_difference_events
  for each statement execute function refuse_change();

create function keep_difference_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into upstream_difference_events (difference_id, version, state, outcome, reason, act_member_no, act_reference, owner_id, note, ours, theirs, at, user_id)
  select difference_id, version, state, outcome, reason, act_member_no, act_reference, owner_id, note, ours, theirs, changed_at, changed_by from changed
  on conflict (difference_id, version) do nothing;
  return null;
end $$;
create trigger upstream_differences_added after insert on upstream_differences
  referencing new table as changed for each statement execute function keep_difference_event();
create trigger upstream_differences_changed after update on upstream_differences
  referencing new table as changed for each statement execute function keep_difference_event();

-- Only its owner may analyze a table, and the server's role owns none.
create function analyze_upstream_bookings() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze upstream_bookings;
end $$;
create function analyze_upstream_matches() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze upstream_matches;
end $$;

-- What a closed day changed of what an upstream owes: the opposite of its clearing legs.
create table clearing_days (
  upstream_id integer not null,
  currency text not null,
  day date not null,
  bookings integer not null,
  taken_in bigint not null,
  paid_out bigint not null,
  primary key (upstream_id, currency, day)
);
create trigger clearing_days_stay before update or delete or truncate on clearing_days for each statement execute function refuse_change();
-- Until which day they are complete, and the moment at which it ended.
create table clearing_progress (
  single boolean primary key default true check (single),
  day date not null,
  until timestamptz not null
);

-- A day's journals of all members are found without an index entry for each: they are stored in the order of their time.
create index journals_by_moment on journals using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- Journals of the platform itself: what an upstream paid to our bank, or we to it.
create table platform_journals (
  reference bigint primary key,
  kind text not null check (kind in ('upstream_settlement')),
  upstream_id integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  clearing bigint not null check (clearing <> 0),
  bank bigint not null,
  -- The day on which the bank booked it, and the bank's or the upstream's number of the payment.
  day date not null,
  bank_reference text not null,
  remark text not null,
  -- The same request, and the same line of a statement, are booked once.
  request_id text not null unique,
  line_upstream_id integer,
  line_file_id uuid,
  line_no integer,
  user_id bigint not null,
  unique (line_upstream_id, line_file_id, line_no),
  check (clearing + bank = 0),
  check ((line_upstream_id is null) = (line_file_id is null) and (line_file_id is null) = (line_no is null))
);
create index platform_journals_by_upstream on platform_journals (upstream_id, currency, day);
create trigger platform_journals_stay before update or delete or truncate on platform_journals for each statement execute function refuse_change();

-- Whose statement a sandbox's payout is in; null for those from before.
alter table sandbox_payouts add column upstream_id integer;

create view audit.platform_journals as
select j.reference, j.kind, j.upstream_id, j.currency, j.created_at, j.day, j.clearing as clearing_minor, j.bank as bank_minor,
  j.line_upstream_id, j.line_file_id, j.line_no
from public.platform_journals j cross join (select true) as read_only;

create view audit.clearing_days as
select d.upstream_id, d.currency, d.day, d.bookings, d.taken_in as taken_in_minor, d.paid_out as paid_out_minor
from public.clearing_days d cross join (select true) as read_only;

create view audit.clearing_progress as
select p.day, p.until
from public.clearing_progress p cross join (select true) as read_only;
