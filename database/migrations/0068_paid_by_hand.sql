-- Withdrawals and payouts that people pay at a bank: chosen into a file, which keeps every other attempt away until its result is in.

create table bank_files (
  file_id uuid primary key,
  upstream_id integer not null,
  payer_name text not null,
  payer_account text not null,
  day date not null,
  reason text not null,
  items jsonb not null,
  made_by bigint not null,
  made_at timestamptz not null
);
comment on table bank_files is 'Files for a bank: which withdrawals and payouts an operator chose to be paid by hand. Stored before the first one is taken.';
comment on column bank_files.upstream_id is 'Whose account pays.';
comment on column bank_files.day is 'On which the bank is to pay.';
comment on column bank_files.items is 'Member number and system number of each.';
create index bank_files_newest on bank_files (made_at desc, file_id);
create trigger bank_files_stay before delete or update or truncate on bank_files for each statement execute function refuse_change();

create table hand_payments (
  member_no bigint not null,
  file_id uuid not null,
  system_no bigint not null,
  state text not null check (state in ('refused', 'taken', 'proposed', 'paid', 'failed')),
  error text,
  bank_reference text not null default '',
  fail_reason text not null default '',
  approval_id uuid,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (member_no, file_id, system_no),
  check ((state = 'refused') = (error is not null))
);
comment on table hand_payments is 'Each one of a bank file: whether it was taken, and what became of it.';
comment on column hand_payments.state is 'refused: not taken. taken: at the bank, so nothing else can pay, cancel or unfreeze it. proposed: the bank paid, and a second operator must confirm.';
create unique index hand_payments_taken on hand_payments (member_no, system_no) where state in ('taken', 'proposed');
create trigger hand_payments_stay before delete or truncate on hand_payments for each statement execute function refuse_change();
