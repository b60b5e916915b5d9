-- Stable, read-only views for auditors; `verify-books` checks every promise about money from these alone.
-- Amounts are minor units, the sign is the account's change. Columns are added at the end, never renamed or taken away.

create schema audit;

-- One business event: its idempotency key is member, kind and reference. Its entries side by side, null where it has none.
create view audit.journals as
select
  member_no || '-' || reference || '-' || kind as journal_id, member_no, kind, reference, currency, created_at,
  num_nonnulls(wallet, transit, clearing, fees, commission, adjustment, inter_member) as entry_count,
  wallet as wallet_minor, transit as transit_minor, clearing as clearing_minor, fees as fees_minor, commission as commission_minor,
  adjustment as adjustment_minor, inter_member as inter_member_minor, upstream_id
from public.journals;

create view audit.entries as
select
  j.member_no || '-' || j.reference || '-' || j.kind || '-' || leg.kind as entry_id,
  j.member_no || '-' || j.reference || '-' || j.kind as journal_id,
  j.member_no || '-' || j.currency || '-' || leg.kind || case when leg.kind = 'clearing' then '-' || j.upstream_id else '' end as account_id,
  j.member_no, j.currency,
  case when leg.kind = 'wallet' then j.wallet_seq end as seq,
  leg.amount as amount_minor,
  case when leg.kind = 'wallet' then j.wallet_before end as before_minor,
  case when leg.kind = 'wallet' then j.wallet_after end as after_minor,
  j.created_at,
  j.kind as journal_kind, j.reference, leg.kind as account_kind
from public.journals j
cross join lateral (values
  ('wallet', j.wallet), ('transit', j.transit), ('clearing', j.clearing), ('fees', j.fees),
  ('commission', j.commission), ('adjustment', j.adjustment), ('inter_member', j.inter_member)
) as leg (kind, amount)
where leg.amount is not null;

create view audit.accounts as
select w.member_no || '-' || w.currency || '-' || account.kind as account_id, w.member_no, account.kind, w.currency, account.balance as balance_minor
from public.wallets w
cross join lateral (values
  ('wallet', w.wallet), ('transit', w.transit), ('fees', w.fees), ('commission', w.commission),
  ('adjustment', w.adjustment), ('inter_member', w.inter_member)
) as account (kind, balance)
union all
select j.member_no || '-' || j.currency || '-clearing-' || j.upstream_id, j.member_no, 'clearing', j.currency, sum(j.clearing)::bigint
from public.journals j
where j.clearing is not null
group by j.member_no, j.currency, j.upstream_id;

-- The running balances as they are stored, all upstreams' clearing in one; entry_count is the length of the wallet's chain.
create view audit.wallets as
select
  member_no, currency, wallet as wallet_minor, transit as transit_minor, clearing as clearing_minor, fees as fees_minor,
  commission as commission_minor, adjustment as adjustment_minor, inter_member as inter_member_minor,
  seq as entry_count, last_entry_at, total_in as total_in_minor, total_fees as total_fees_minor,
  risk_hold as risk_hold_minor, overdraft_allowed
from public.wallets;

-- The wallets' entries as the money log shows them: entry_minor = amount_minor - fee_minor; the totals run along the chain.
create view audit.money_log as
select
  member_no, currency, wallet_seq as seq, member_no || '-' || reference || '-' || kind as journal_id, kind, reference,
  wallet as entry_minor, amount as amount_minor, fee as fee_minor, wallet_before as before_minor, wallet_after as after_minor,
  wallet_total_in as total_in_minor, wallet_total_fees as total_fees_minor, held as held_minor, release_at, created_at
from public.journals
where wallet_seq is not null;

-- What settlement holds of a wallet, by release time. One that is due no longer counts, and goes with the wallet's next entry.
create view audit.holds as
select w.member_no, w.currency, hold.release_at, hold.amount as amount_minor
from public.wallets w
cross join lateral unnest(w.held_until, w.held_amounts) as hold (release_at, amount);

create view audit.orders as
select member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount as amount_minor, fee as fee_minor,
  amount - fee as obtained_minor, status, created_at, expires_at, paid_at, paid_late, commissions,
  coalesce((select sum((share ->> 'amount')::bigint) from jsonb_array_elements(commissions) as share), 0)::bigint as commission_minor,
  notify_url is not null as wants_callback
from public.orders;

-- What agents earned on a paid order; transfer_reference once it is on its way to them.
create view audit.commission_shares as
select member_no, reference as system_no, agent_no, currency, amount as amount_minor, release_at, created_at, transfer as transfer_reference
from public.commission_shares;

create view audit.commission_transfers as
select member_no, reference, agent_no, currency, amount as amount_minor, release_at, created_at, received_at
from public.commission_transfers;

-- Orders counted and summed: those created in a bucket with what became of them, and those paid in it.
create view audit.order_rollups as
select member_no, span, bucket, kind, channel_id, created_count, created_amount as created_minor, success_count, success_amount as success_minor,
  success_fee as success_fee_minor, expired_count, expired_amount as expired_minor, paid_count, paid_amount as paid_minor, paid_fee as paid_fee_minor
from public.order_rollups;

create view audit.callbacks as
select member_no, system_no, subject, status, attempts, created_at
from public.callbacks;

create view audit.notify_attempts as
select member_no, system_no, subject, attempt_id, at, url, reply_status, error, duration_ms, delivered
from public.callback_attempts;

create view audit.sessions as
select u.role, count(*) filter (where s.ended_at is null and s.expires_at > now()) as open_sessions, count(*) as all_sessions
from public.sessions s join public.users u using (user_id)
group by u.role;
