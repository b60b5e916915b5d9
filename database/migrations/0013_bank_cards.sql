-- Where members' withdrawals go: their bank cards and Alipay accounts.

create table bank_cards (
  member_no bigint not null references members,
  card_id uuid not null,
  -- Who handed it in, and hears of what becomes of it.
  user_id bigint not null references users,
  type text not null check (type in ('bank', 'alipay')),
  holder text not null,
  -- A code of features/cards/bank-names.ts.
  bank text,
  branch text,
  -- Sealed, bound to member and card.
  account_sealed bytea not null,
  -- Keyed with a key that is not in the database: an account is there once a member.
  account_hash bytea not null,
  -- First six and last four at most.
  account_hint text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  review_remark text not null default '',
  -- A changed card is a new row, so that what is decided is what was seen; the former one is removed.
  replaces uuid,
  -- When the card came, and when it last changed.
  created_at timestamptz not null,
  changed_at timestamptz not null,
  reviewed_at timestamptz,
  -- Rows stay for questions.
  removed_at timestamptz,
  primary key (member_no, card_id),
  check ((type = 'bank') = (bank is not null)),
  check (type = 'bank' or branch is null),
  check (status <> 'pending' or reviewed_at is null)
);
create unique index bank_cards_by_id on bank_cards (card_id);
create unique index bank_cards_account on bank_cards (member_no, account_hash) where removed_at is null;
create index bank_cards_newest on bank_cards (changed_at desc, card_id) where removed_at is null;
create index bank_cards_pending on bank_cards (changed_at desc, card_id) where removed_at is null and status = 'pending';
