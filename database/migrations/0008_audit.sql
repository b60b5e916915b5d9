-- Stable, read-only views for auditors; `verify-books` checks every promise about money from these alone.

create schema audit;

create view audit.journals as
select member_no || '-' || reference || '-' || kind as journal_id, member_no, kind, reference, currency, created_at
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
  j.created_at
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

create view audit.orders as
select member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount as amount_minor, fee as fee_minor,
  amount - fee as obtained_minor, status, created_at, expires_at, paid_at, paid_late, commissions
from public.orders;

create view audit.notify_attempts as
select member_no, system_no, subject, attempt_id, at, url, reply_status, error, duration_ms, delivered
from public.callback_attempts;

create view audit.sessions as
select u.role, count(*) filter (where s.ended_at is null and s.expires_at > now()) as open_sessions, count(*) as all_sessions
from public.sessions s join public.users u using (user_id)
group by u.role;
