-- Of a commission as much is held as of the order that earned it, which may be less than all of it.
alter table commission_shares add column held bigint not null default 0;
alter table commission_transfers add column held bigint not null default 0;
update commission_shares set held = amount where release_at is not null;
update commission_transfers set held = amount where release_at is not null;
alter table commission_shares alter column held drop default,
  add check (held between 0 and amount), add check ((held = 0) = (release_at is null));
alter table commission_transfers alter column held drop default,
  add check (held between 0 and amount), add check ((held = 0) = (release_at is null));
create or replace view audit.commission_shares as
  select member_no, reference as system_no, agent_no, currency, amount as amount_minor, release_at, created_at, transfer as transfer_reference, held as held_minor
  from public.commission_shares;
create or replace view audit.commission_transfers as
  select member_no, reference, agent_no, currency, amount as amount_minor, release_at, created_at, received_at, held as held_minor
  from public.commission_transfers;
