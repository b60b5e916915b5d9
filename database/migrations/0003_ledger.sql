-- The double-entry ledger.
-- A journal is one row whose legs are its columns; the row itself refuses to exist unless they sum to zero.
-- Journals are never updated or deleted; a mistake is a new, opposite journal.

create table wallets (
  member_no bigint not null references members,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Running balances of the member's accounts. `wallet` is what the platform owes the member.
  wallet bigint not null default 0,
  transit bigint not null default 0,
  clearing bigint not null default 0,
  fees bigint not null default 0,
  commission bigint not null default 0,
  adjustment bigint not null default 0,
  inter_member bigint not null default 0,
  -- Length of the wallet's chain: the seq of its latest entry; and that entry's time, so that time never runs back along it.
  seq bigint not null default 0,
  last_entry_at timestamptz,
  -- All that ever came in, and all fees: with them copied onto each entry, sums over any range are a difference of two rows.
  total_in bigint not null default 0,
  total_fees bigint not null default 0,
  -- Money held by settlement: held_amounts[i] is released at held_until[i], in time order. Due ones simply stop counting.
  held_until timestamptz[] not null default '{}',
  held_amounts bigint[] not null default '{}',
  -- Money held by an operator.
  risk_hold bigint not null default 0 check (risk_hold >= 0),
  -- An operator's forced reversal may take the wallet below zero; nothing else may.
  overdraft_allowed boolean not null default false,
  primary key (member_no, currency),
  check (wallet + transit + clearing + fees + commission + adjustment + inter_member = 0),
  check (wallet >= 0 or overdraft_allowed),
  check (cardinality(held_until) = cardinality(held_amounts))
) with (fillfactor = 50);

create table journals (
  member_no bigint not null,
  -- The system number of the order, withdrawal or adjustment that this event belongs to. With `kind` it is the
  -- idempotency key: the same event can't be booked twice.
  reference bigint not null,
  kind text not null check (kind in (
    'payin', 'recharge', 'withdrawal', 'withdrawal_paid', 'withdrawal_cancelled', 'payout', 'payout_paid', 'payout_cancelled',
    'commission_sent', 'commission', 'adjustment', 'reversal')),
  currency text not null,
  created_at timestamptz not null,
  wallet bigint,
  transit bigint,
  clearing bigint,
  fees bigint,
  commission bigint,
  adjustment bigint,
  inter_member bigint,
  -- Whose clearing account.
  upstream_id integer,
  -- The wallet's entry: its place in the chain, and the money log's figures. wallet = amount - fee.
  wallet_seq bigint,
  wallet_before bigint,
  wallet_after bigint,
  amount bigint,
  fee bigint,
  wallet_total_in bigint,
  wallet_total_fees bigint,
  -- The part of the wallet's entry that settlement holds, and until when.
  held bigint,
  release_at timestamptz,
  remark text,
  primary key (member_no, reference, kind),
  check (coalesce(wallet, 0) + coalesce(transit, 0) + coalesce(clearing, 0) + coalesce(fees, 0)
    + coalesce(commission, 0) + coalesce(adjustment, 0) + coalesce(inter_member, 0) = 0),
  check ((wallet is null) = (wallet_seq is null)),
  check (wallet is null or (wallet = amount - fee and wallet_after = wallet_before + wallet)),
  check ((clearing is null) or (upstream_id is not null))
) partition by range (reference);
-- Pages of the money log, and the ends of a time range (time and seq grow together).
create index journals_by_seq on journals (member_no, wallet_seq) where wallet_seq is not null;
create index journals_by_time on journals (member_no, created_at, wallet_seq) where wallet_seq is not null;
-- All but the common kind, for the filter by type.
create index journals_uncommon on journals (member_no, kind, wallet_seq) where kind <> 'payin' and wallet_seq is not null;

-- What each agent earns on a paid order, until a job moves it: claimed into a transfer, which is booked on both sides.
create table commission_shares (
  member_no bigint not null,
  reference bigint not null,
  agent_no bigint not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  release_at timestamptz,
  created_at timestamptz not null,
  transfer bigint,
  primary key (member_no, reference, agent_no)
);
create index commission_shares_open on commission_shares (member_no, agent_no) where transfer is null;
create index commission_shares_by_agent on commission_shares (agent_no, created_at);

-- Commission on its way from a merchant's books to an agent's: a journal on each side with this one reference.
create table commission_transfers (
  member_no bigint not null,
  reference bigint not null,
  agent_no bigint not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  release_at timestamptz,
  created_at timestamptz not null,
  received_at timestamptz,
  primary key (member_no, reference)
);
create index commission_transfers_open on commission_transfers (created_at) where received_at is null;

-- Partitions by month of the system number. Called at every start and daily, well ahead of need.
create function create_month_partitions(parent text, first_month date, last_month date) returns integer
language plpgsql as $$
declare
  month date := date_trunc('month', first_month)::date;
  made integer := 0;
  child text;
begin
  while month <= last_month loop
    child := parent || '_' || to_char(month, 'YYYYMM');
    if to_regclass(child) is null then
      execute format('create table %I partition of %I for values from (%s) to (%s)', child, parent,
        to_char(month, 'YYMM') || '01000000000' || '0000',
        to_char(month + interval '1 month', 'YYMM') || '01000000000' || '0000');
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;
