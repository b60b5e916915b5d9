-- Rates below cost take two people.

create table rate_proposals (
  approval_id uuid primary key,
  member_no bigint not null references members,
  channel_id integer not null references channels,
  percent_before integer not null,
  fixed_before bigint not null,
  min_fee_before bigint,
  max_fee_before bigint,
  percent integer not null,
  fixed bigint not null,
  min_fee bigint,
  max_fee bigint,
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
create unique index rate_proposals_open on rate_proposals (member_no, channel_id) where state = 'open';
create index rate_proposals_newest on rate_proposals (proposed_at desc, approval_id);
comment on table rate_proposals is 'A member''s rate below what an upstream costs that one operator proposed; a second one confirms it.';
comment on column rate_proposals.percent_before is 'What the member paid when it was proposed, with the columns that follow; if it has changed by then, the proposal is outdated.';
create trigger rate_proposals_stay before delete or truncate on rate_proposals for each statement execute function refuse_change();
create trigger rate_proposals_keep
  before update of approval_id, member_no, channel_id, percent_before, fixed_before, min_fee_before, max_fee_before, percent, fixed, min_fee, max_fee, reason, proposed_by, proposed_in, proposed_at, expires_at
  on rate_proposals for each statement execute function refuse_change();
create trigger rate_proposals_decided before update on rate_proposals for each row when (old.state <> 'open') execute function refuse_change();
