-- Operators move members below other agents.

create table move_proposals (
  approval_id uuid primary key,
  member_no bigint not null references members,
  uplines_before bigint[] not null,
  uplines_after bigint[] not null check (uplines_after <> uplines_before),
  members integer not null check (members > 0),
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
create unique index move_proposals_open on move_proposals (member_no) where state = 'open';
create index move_proposals_newest on move_proposals (proposed_at desc, approval_id);
comment on table move_proposals is 'Members that an operator wants to place under another agent, with all below them; a second one confirms it.';
comment on column move_proposals.uplines_before is 'The agents above the member when it was proposed, nearest first; if they have changed by then, the proposal is outdated.';
comment on column move_proposals.uplines_after is 'The agents above it once it has moved; if they can''t be these any more, the proposal is outdated.';
comment on column move_proposals.members is 'How many would move when it was proposed, with the member itself.';
create trigger move_proposals_stay before delete or truncate on move_proposals for each statement execute function refuse_change();
create trigger move_proposals_keep before update of approval_id, member_no, uplines_before, uplines_after, members, reason, proposed_by, proposed_in, proposed_at, expires_at on move_proposals
  for each statement execute function refuse_change();
create trigger move_proposals_decided before update on move_proposals for each row when (old.state <> 'open') execute function refuse_change();
