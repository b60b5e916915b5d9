-- What operators say and set for all: settings with their history and proposals, the logo, announcements for some and for
-- a time; and indexes over all members for the audit log, the gateway's log and receivers of callbacks (decision 0076).

create table platform_logos (
  digest text primary key,
  bytes bytea not null,
  added_at timestamptz not null
);
comment on table platform_logos is 'Logos that were chosen, as WebP. Public: the sign-in page shows the current one. Earlier ones stay, so that a change can be undone.';

create table setting_changes (
  change_id uuid primary key,
  name text not null,
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  changed_by bigint not null references users,
  confirmed_by bigint references users,
  changed_at timestamptz not null,
  check (changed_by <> confirmed_by)
);
create index setting_changes_newest on setting_changes (changed_at desc, change_id);
create index setting_changes_of_one on setting_changes (name, changed_at desc, change_id);
comment on table setting_changes is 'Who changed which setting, or the holidays of a year, when and why.';
comment on column setting_changes.name is 'A setting, or calendar_ and the year.';
comment on column setting_changes.before is 'As it was shown: texts by part. Of a year, its days.';
comment on column setting_changes.confirmed_by is 'The second operator, of a setting of money.';
create trigger setting_changes_stay before delete or update or truncate on setting_changes for each statement execute function refuse_change();

create table setting_proposals (
  approval_id uuid primary key,
  name text not null,
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  proposed_by bigint not null references users,
  proposed_in uuid,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale')),
  decided_by bigint references users,
  decided_at timestamptz,
  remark text not null default '',
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null))
);
create unique index setting_proposals_open on setting_proposals (name) where state = 'open';
create index setting_proposals_newest on setting_proposals (proposed_at desc, approval_id);
comment on table setting_proposals is 'A change of a setting of money that one operator proposed; a second one confirms it.';
comment on column setting_proposals.before is 'As it was when proposed; if it has changed by then, the proposal is outdated.';
create trigger setting_proposals_stay before delete or truncate on setting_proposals for each statement execute function refuse_change();
create trigger setting_proposals_keep before update of approval_id, name, before, after, reason, proposed_by, proposed_in, proposed_at, expires_at on setting_proposals
  for each statement execute function refuse_change();
create trigger setting_proposals_decided before update on setting_proposals for each row when (old.state <> 'open') execute function refuse_change();

-- The settlements in working days that members have: a change of the holidays is told by them.
create index members_working_days on members (settlement_days) where settlement_mode = 'T';

alter table announcements
  add column audience text not null default 'all' check (audience in ('all', 'merchants', 'agents', 'named')),
  add column member_nos bigint[] not null default '{}',
  add column until timestamptz,
  add column pinned boolean not null default false,
  add column state text not null default 'published' check (state in ('draft', 'published', 'withdrawn')),
  add column changed_at timestamptz,
  add column changed_by bigint references users,
  add constraint announcements_named check ((audience = 'named') = (member_nos <> '{}')),
  add constraint announcements_ends check (until > published_at);
create index announcements_shown on announcements (pinned desc, published_at desc, announcement_id desc) where state = 'published';
comment on column announcements.published_at is 'From when on members see it.';
comment on column announcements.until is 'Until when members see it; null: for good.';
comment on column announcements.changed_by is 'The operator who last changed it; null: the platform itself.';

-- Counted when a user reads it for the first time, in slots, so that readers do not wait for each other.
create table announcement_read_counts (
  announcement_id bigint not null references announcements,
  slot smallint not null,
  readers bigint not null,
  primary key (announcement_id, slot)
);
insert into announcement_read_counts (announcement_id, slot, readers)
  select announcement_id, 0, count(*) from announcement_reads group by announcement_id;

-- Operators read the log of all users, newest first.
create index audit_log_of_all on audit_log (created_at, chain, seq);
create index audit_log_of_all_by_action on audit_log (action, created_at, chain, seq);
create index audit_log_of_all_refused on audit_log (created_at, chain, seq) where result = 'refused';
create index audit_log_of_all_by_object on audit_log (left(object, 64) text_pattern_ops, created_at, chain, seq);

-- The gateway's requests of all members, newest first. Their numbers rise with time, so that only the last page is written.
create index gateway_requests_of_all on gateway_requests (at);
create index gateway_requests_refused_of_all on gateway_requests (at) where result <> 'ok';

alter table callback_receivers
  add column stopped_at timestamptz,
  add constraint callback_receivers_stopped check (stopped_at is null or state = 'paused');
comment on column callback_receivers.stopped_at is 'An operator paused it: it stays paused until a person resumes it.';
create index callback_receivers_troubled on callback_receivers (state, failing_since) where state <> 'ok';
