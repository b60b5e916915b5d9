-- What tells two operators apart from one person with two logins: whose password or factor was reset, since when a number is bound,
-- on which device each session was opened, and where a proposal was made.
alter table users add column credentials_reset_at timestamptz;
comment on column users.credentials_reset_at is 'When somebody else, a link or a command of the machine last reset the password or a factor';
alter table users add column mobile_bound_at timestamptz;
comment on column users.mobile_bound_at is 'When the user bound the number; null for one that the account was made with';
-- Nothing says when an operator bound the number that is there: it gets reset links and proves something in a day.
update users set mobile_bound_at = now() where mobile is not null and role = 'operator';

-- Null for sessions that were opened before this column was there.
alter table sessions add column device_hash bytea;

alter table known_devices add column first_seen_at timestamptz;
update known_devices set first_seen_at = seen_at;
alter table known_devices alter column first_seen_at set default now(), alter column first_seen_at set not null;

-- The session in which it was proposed; null for proposals from before.
alter table disbursement_approvals add column proposed_in uuid;
alter table order_reversals add column proposed_in uuid;
