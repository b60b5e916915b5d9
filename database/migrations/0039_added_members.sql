-- Users whom an agent adds start with a password and a mobile number that the agent chose.

alter table users add column must_change_password boolean not null default false;
comment on column users.must_change_password is 'The user can do nothing else before they have chosen a password';
alter table users add column given_password_hash text;
comment on column users.given_password_hash is 'Of the password that an agent chose; the user can never choose it again';
alter table users add column mobile_confirmed boolean not null default true;
comment on column users.mobile_confirmed is 'False for a number that an agent gave: it is unique and can be logged in with, and is no factor until its owner has bound it';

-- The requests by which agents added members, so that one that is sent again adds nobody.
create table agent_add_requests (
  -- The agent.
  member_no bigint not null,
  request_id text not null,
  request_hash bytea not null,
  -- Set in the transaction that inserts the row.
  added_no bigint,
  created_at timestamptz not null,
  primary key (member_no, request_id)
);
