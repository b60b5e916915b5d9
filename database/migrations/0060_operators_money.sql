-- Operators act on withdrawals and payouts in bulk, choose the upstream of an attempt, and find any member's order.

alter table disbursements add column next_upstream_id integer;
comment on column disbursements.next_upstream_id is 'The upstream that an operator chose for the next attempt. Null: the first route with room.';

create table disbursement_bulks (
  bulk_id uuid primary key,
  act text not null check (act in ('freeze', 'unfreeze', 'mark_paid', 'cancel', 'submit', 'query')),
  reason text not null,
  upstream_id integer,
  items jsonb not null,
  total bigint not null check (total >= 0),
  made_by bigint not null,
  made_at timestamptz not null
);
comment on table disbursement_bulks is 'What an operator did with many withdrawals and payouts at once. Stored before the first one is changed.';
comment on column disbursement_bulks.items is 'Member number, system number and, to mark as paid, bank reference of each.';
comment on column disbursement_bulks.total is 'The sum of what the act pays out or gives back: the amount that decides whether a second operator is needed.';
create trigger disbursement_bulks_stay before delete or update or truncate on disbursement_bulks for each statement execute function refuse_change();

create table disbursement_bulk_results (
  member_no bigint not null,
  bulk_id uuid not null,
  system_no bigint not null,
  outcome text not null check (outcome in ('done', 'proposed', 'refused')),
  error text,
  approval_id uuid,
  at timestamptz not null,
  primary key (member_no, bulk_id, system_no),
  check ((outcome = 'refused') = (error is not null)),
  check ((outcome = 'proposed') = (approval_id is not null))
);
comment on table disbursement_bulk_results is 'What became of each one of a bulk act, written in the transaction that changed it: the act counts once, however often it is sent.';
create trigger disbursement_bulk_results_stay before delete or update or truncate on disbursement_bulk_results for each statement execute function refuse_change();

-- Over all members: newest first, and by any whole number. The numbers come in any order, so that trees of them would cost every new order
-- a page; summaries of blocks cost nearly nothing, and let an upstream's number be added without touching the other indexes.
create index orders_of_all on orders (system_no desc);
create index orders_by_number_of_all on orders using brin (order_no text_bloom_ops) with (autosummarize = on);
create index orders_by_upstream_no_of_all on orders using brin (upstream_no text_bloom_ops) with (autosummarize = on);
