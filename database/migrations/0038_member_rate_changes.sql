-- An agent can close a channel for a member, and with it for the members below that one. The rate stays for when it opens again.
alter table member_rates add column closed boolean not null default false;
-- Null: changed before this was recorded, or by the previous release.
alter table member_rates add column changed_at timestamptz;
