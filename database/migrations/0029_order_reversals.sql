-- A paid order taken back: one operator proposes it, another confirms it.
create table order_reversals (
  member_no bigint not null,
  approval_id uuid not null,
  system_no bigint not null,
  reason text not null,
  -- Also where a wallet does not cover it: nothing else may take a wallet below zero.
  forced boolean not null,
  -- Operators' users; no foreign keys, as they live on no member's shard.
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- An open one whose time is over counts as expired, and is called so when the next is proposed.
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'expired')),
  decided_by bigint,
  decided_at timestamptz,
  remark text not null default '',
  primary key (member_no, approval_id),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null))
);
create index order_reversals_by_id on order_reversals (approval_id);
create unique index order_reversals_open on order_reversals (member_no, system_no) where state = 'open';
create unique index order_reversals_done on order_reversals (member_no, system_no) where state = 'confirmed';
create index order_reversals_newest on order_reversals (proposed_at desc, approval_id);

-- What was still owed of a reversed order's commission is never sent.
alter table commission_shares add column reversed_at timestamptz;
drop index commission_shares_open;
create index commission_shares_open on commission_shares (member_no, agent_no) where transfer is null and reversed_at is null;

create or replace view audit.commission_shares as
select s.member_no, s.reference as system_no, s.agent_no, s.currency, s.amount as amount_minor, s.release_at, s.created_at, s.transfer as transfer_reference,
  s.held as held_minor, s.reversed_at
from public.commission_shares s cross join (select true) as read_only;

create view audit.order_reversals as
select r.member_no, r.system_no, r.forced, r.proposed_by, r.proposed_at, r.decided_by, r.decided_at
from public.order_reversals r cross join (select true) as read_only
where r.state = 'confirmed';
