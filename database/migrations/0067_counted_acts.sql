-- Acts that operators did within the last day, by whose sums they count in; and proposals whose object has changed.

create table counted_acts (
  kind text not null,
  party text not null,
  object text not null,
  amount bigint not null check (amount > 0),
  counted_at timestamptz not null,
  primary key (kind, party, object)
);
create index counted_acts_by_party on counted_acts (kind, party, counted_at) include (object, amount);
create index counted_acts_by_time on counted_acts (counted_at);
comment on table counted_acts is 'What operators did within the last day: decides whether the next act takes two people. A job deletes older rows.';
comment on column counted_acts.kind is 'The bound that it counts for.';
comment on column counted_acts.party is 'In whose sum it counts: a proposer, a member, or a beneficiary by a keyed hash.';
comment on column counted_acts.object is 'What was acted on. It counts once within a day.';
comment on column counted_acts.amount is 'Minor units, or 1 where the bound is a number of acts.';

alter table disbursement_approvals drop constraint disbursement_approvals_state_check,
  add constraint disbursement_approvals_state_check check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'));
alter table order_reversals drop constraint order_reversals_state_check,
  add constraint order_reversals_state_check check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'));
alter table operator_proposals drop constraint operator_proposals_state_check,
  add constraint operator_proposals_state_check check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'));
alter table staff_proposals drop constraint staff_proposals_state_check,
  add constraint staff_proposals_state_check check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'));

alter table disbursement_approvals add column object_version text;
comment on column disbursement_approvals.object_version is 'How the withdrawal or payout was when this was proposed; if it differs, the proposal is stale. Null: from before this was stored.';
drop trigger disbursement_approvals_keep on disbursement_approvals;
create trigger disbursement_approvals_keep
  before update of member_no, approval_id, system_no, act, bank_reference, upstream_id, reason, proposed_by, proposed_in, proposed_at, expires_at, object_version
  on disbursement_approvals for each statement execute function refuse_change();
