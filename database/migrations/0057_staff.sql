-- Invitations of operators, what an owner proposed to a second one about staff, and who gave whom rights.

create table staff_invitations (
  invitation_id uuid primary key,
  token_hash bytea not null unique,
  roles text[] not null,
  rights text[] not null,
  reason text not null,
  invited_by bigint not null references users,
  created_at timestamptz not null,
  confirmed_by bigint references users,
  opened_at timestamptz,
  expires_at timestamptz not null,
  user_id bigint references users,
  used_at timestamptz,
  cancelled_at timestamptz,
  check ((user_id is null) = (used_at is null)),
  check (used_at is null or cancelled_at is null and opened_at is not null)
);
create index staff_invitations_newest on staff_invitations (created_at desc, invitation_id);
comment on table staff_invitations is 'Links with which invited people become operators, once.';
comment on column staff_invitations.token_hash is 'SHA-256 of the link''s token.';
comment on column staff_invitations.rights is 'What the roles granted when the link was made. The link is over if they grant more by then.';
comment on column staff_invitations.opened_at is 'Null: waits for a second owner, and the link does not work yet.';

create table staff_proposals (
  approval_id uuid primary key,
  act text not null check (act in ('invite', 'set_roles', 'save_role')),
  subject text not null,
  name text not null,
  roles text[] not null,
  roles_before text[] not null,
  rights text[] not null,
  rights_before text[] not null,
  reason text not null,
  proposed_by bigint not null references users,
  proposed_in uuid,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'expired')),
  decided_by bigint references users,
  decided_at timestamptz,
  remark text not null default '',
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null))
);
create unique index staff_proposals_open on staff_proposals (act, subject) where state = 'open';
create index staff_proposals_newest on staff_proposals (proposed_at desc, approval_id);
comment on table staff_proposals is 'What one owner proposed about staff; a second owner confirms it.';
comment on column staff_proposals.subject is 'Id of the invitation, the user or the role.';
comment on column staff_proposals.name is 'The user''s name, or the new name of the role. Empty for an invitation.';
comment on column staff_proposals.roles is 'The roles that a user gets; of save_role none.';
comment on column staff_proposals.rights is 'What the user or the role can do afterwards.';
comment on column staff_proposals.rights_before is 'What it could do when this was proposed; if it has changed by then, the proposal is outdated.';

create trigger staff_proposals_stay before delete or truncate on staff_proposals for each statement execute function refuse_change();
create trigger staff_proposals_keep before update of approval_id, act, subject, name, roles, roles_before, rights, rights_before, reason, proposed_by, proposed_in, proposed_at, expires_at on staff_proposals
  for each statement execute function refuse_change();
create trigger staff_proposals_decided before update on staff_proposals for each row when (old.state <> 'open') execute function refuse_change();

create table staff_grants (
  user_id bigint not null references users,
  granted_by bigint not null references users,
  granted_at timestamptz not null,
  primary key (user_id, granted_by),
  check (user_id <> granted_by)
);
comment on table staff_grants is 'When an operator last invited another one or gave it more rights, as proposer or confirmer: for a day neither confirms what the other proposed.';

create index users_operators on users (lower(username)) where role = 'operator';
