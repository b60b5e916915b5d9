-- The members' statements (decision 0054): what moved a wallet on a day, fixed once nothing can be booked on the day any more.

-- A closed day of a wallet that moved on it. Rows are only added; a day that was corrected has a further version, with the reason.
create table statement_days (
  member_no bigint not null,
  currency text not null,
  -- Of the platform's time zone, and the moments between which it lay when it was closed.
  day date not null,
  version integer not null check (version > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The wallet's entries of the day, by their place in the chain.
  first_seq bigint not null check (first_seq > 0),
  last_seq bigint not null,
  opening bigint not null,
  closing bigint not null,
  -- By type of the money log, and signed as there: closing = opening + all amounts - all fees.
  payin_count bigint not null default 0, payin_amount bigint not null default 0, payin_fee bigint not null default 0,
  recharge_count bigint not null default 0, recharge_amount bigint not null default 0, recharge_fee bigint not null default 0,
  withdrawal_count bigint not null default 0, withdrawal_amount bigint not null default 0, withdrawal_fee bigint not null default 0,
  payout_count bigint not null default 0, payout_amount bigint not null default 0, payout_fee bigint not null default 0,
  refund_count bigint not null default 0, refund_amount bigint not null default 0, refund_fee bigint not null default 0,
  commission_count bigint not null default 0, commission_amount bigint not null default 0, commission_fee bigint not null default 0,
  adjustment_count bigint not null default 0, adjustment_amount bigint not null default 0, adjustment_fee bigint not null default 0,
  reversal_count bigint not null default 0, reversal_amount bigint not null default 0, reversal_fee bigint not null default 0,
  -- SHA-256 of the entries, and of this day with the hash of the day before (null for the wallet's first day).
  entries_hash bytea not null check (octet_length(entries_hash) = 32),
  previous_hash bytea check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  closed_at timestamptz not null,
  reason text,
  primary key (member_no, currency, day, version),
  check (starts_at < ends_at),
  check (last_seq - first_seq + 1 = payin_count + recharge_count + withdrawal_count + payout_count + refund_count + commission_count + adjustment_count + reversal_count),
  check (closing = opening + payin_amount - payin_fee + recharge_amount - recharge_fee + withdrawal_amount - withdrawal_fee + payout_amount - payout_fee + refund_amount - refund_fee + commission_amount - commission_fee + adjustment_amount - adjustment_fee + reversal_amount - reversal_fee),
  check ((version = 1) = (reason is null))
);
create trigger statement_days_stay before update or delete or truncate on statement_days for each statement execute function refuse_change();

-- What each channel brought on a closed day. A day's rows are written with it.
create table statement_channels (
  member_no bigint not null,
  currency text not null,
  day date not null,
  version integer not null,
  kind text not null check (kind in ('payin', 'recharge')),
  channel_id integer not null,
  -- Orders created on the day, and how many of them were paid when it was closed.
  orders bigint not null,
  succeeded bigint not null,
  -- Orders whose payment was booked on the day.
  paid bigint not null,
  amount bigint not null,
  fee bigint not null,
  primary key (member_no, currency, day, version, kind, channel_id)
);
create trigger statement_channels_stay before update or delete or truncate on statement_channels for each statement execute function refuse_change();

create view audit.statement_days as
select s.member_no, s.currency, s.day, s.version, s.starts_at, s.ends_at, s.first_seq, s.last_seq, s.opening as opening_minor, s.closing as closing_minor,
  s.payin_count, s.payin_amount as payin_minor, s.payin_fee as payin_fee_minor, s.recharge_count, s.recharge_amount as recharge_minor, s.recharge_fee as recharge_fee_minor, s.withdrawal_count, s.withdrawal_amount as withdrawal_minor, s.withdrawal_fee as withdrawal_fee_minor, s.payout_count, s.payout_amount as payout_minor, s.payout_fee as payout_fee_minor, s.refund_count, s.refund_amount as refund_minor, s.refund_fee as refund_fee_minor, s.commission_count, s.commission_amount as commission_minor, s.commission_fee as commission_fee_minor, s.adjustment_count, s.adjustment_amount as adjustment_minor, s.adjustment_fee as adjustment_fee_minor, s.reversal_count, s.reversal_amount as reversal_minor, s.reversal_fee as reversal_fee_minor,
  s.entries_hash, s.previous_hash, s.hash, s.closed_at, s.reason
from public.statement_days s cross join (select true) as read_only;

create view audit.statement_channels as
select c.member_no, c.currency, c.day, c.version, c.kind, c.channel_id, c.orders, c.succeeded, c.paid, c.amount as amount_minor, c.fee as fee_minor
from public.statement_channels c cross join (select true) as read_only;

-- A day's hash covers the remarks of its entries.
create or replace view audit.money_log as
select
  j.member_no, j.currency, j.wallet_seq as seq, j.member_no || '-' || j.reference || '-' || j.kind as journal_id, j.kind, j.reference,
  j.wallet as entry_minor, j.amount as amount_minor, j.fee as fee_minor, j.wallet_before as before_minor, j.wallet_after as after_minor,
  j.wallet_total_in as total_in_minor, j.wallet_total_fees as total_fees_minor, j.held as held_minor, j.release_at, j.created_at, j.remark
from public.journals j cross join (select true) as read_only
where j.wallet_seq is not null;
