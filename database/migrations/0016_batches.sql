-- Batches: many payouts out of one table, taken from the wallet together.
create table batches (
  member_no bigint not null references members,
  -- A system number of its own.
  batch_no bigint not null,
  -- Who sent it.
  user_id bigint not null references users,
  -- Made by the form: with it the same batch is answered again.
  request_id text not null,
  -- Keyed; what the same request must hold again.
  request_hash bytea not null,
  -- Of the table; null for one that was typed.
  file_name text,
  currency text not null,
  row_count integer not null check (row_count > 0),
  -- Of all its rows.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  created_at timestamptz not null,
  primary key (member_no, batch_no),
  unique (member_no, request_id)
);

alter table disbursements
  add column batch_no bigint,
  -- Of the table that the batch was read from.
  add column batch_line integer,
  -- Keyed with a key that is not in the database: says that an account is the same without saying which.
  add column account_hash bytea,
  add check ((batch_no is null) = (batch_line is null));

create index disbursements_batch on disbursements (member_no, batch_no, batch_line) where batch_no is not null;
create index disbursements_batch_standing on disbursements (member_no, batch_no, status, submission) include (amount, finished_at) where batch_no is not null;
create index disbursements_account on disbursements (member_no, account_hash, amount, system_no) where account_hash is not null;
