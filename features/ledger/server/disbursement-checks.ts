/** Checks of withdrawals and payouts: what left the wallet is in transit, was paid or was returned, once. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { after, type BookCheck, ofMembers, type Scope } from './book-check.ts';

export const disbursementChecks: readonly BookCheck[] = [
  {
    name: 'transit_on_its_way',
    promise: 'the transit account holds the unsettled withdrawals and payouts, with their fees',
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select w.member_no, 'account ' || w.member_no || '-' || w.currency || '-transit' as subject, w.transit_minor as balance, coalesce(d.open, 0) as "in transit"
      from audit.wallets w
      left join (select member_no, currency, sum(amount_minor + fee_minor) as open from audit.disbursements where status in ('applying', 'frozen') group by 1, 2) d
        using (member_no, currency)
      where ${ofMembers(scope, 'w')} and w.transit_minor <> coalesce(d.open, 0)`,
  },
  {
    name: 'disbursements_booked',
    promise: 'every withdrawal and payout was debited once, and paid or returned once if it ended that way',
    over: 'disbursements',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select d.member_no, d.kind || ' ' || d.system_no as subject, d.status, d.amount_minor as amount, d.fee_minor as fee,
        -t.wallet_minor as debited, p.clearing_minor as paid, p.fees_minor as "fee booked", c.wallet_minor as returned
      from audit.disbursements d
      left join ${journal('t')} on ${journalOf('t', '')}
      left join ${journal('p')} on ${journalOf('p', '_paid')}
      left join ${journal('c')} on ${journalOf('c', '_cancelled')}
      where ${ofMembers(scope, 'd')} and ${changed(scope)} and (
        d.amount_minor + d.fee_minor is distinct from -t.wallet_minor
        or case when d.status = 'paid' then (d.amount_minor, d.fee_minor) is distinct from (p.clearing_minor, p.fees_minor) else p.kind is not null end
        or case when d.status = 'cancelled' then d.amount_minor + d.fee_minor is distinct from c.wallet_minor else c.kind is not null end)`,
  },
  {
    name: 'disbursements_behind_journals',
    promise: 'nothing is debited, paid or returned without a withdrawal or payout',
    over: 'journals',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select j.member_no, 'journal ' || j.journal_id as subject, coalesce(j.wallet_minor, j.clearing_minor) as amount
      from audit.journals j
      where (j.kind like 'withdrawal%' or j.kind like 'payout%') and ${ofMembers(scope, 'j')} and ${after(scope, 'j.created_at')}
        and not exists (
          select from audit.disbursements d where d.member_no = j.member_no and d.system_no = j.reference and d.currency = j.currency and j.kind like d.kind || '%')`,
  },
  {
    name: 'disbursement_days',
    promise: 'counts and sums by day match the withdrawals and payouts',
    over: 'disbursement_days',
    everyMinute: 'never',
    violations: (scope) => sql`
      with kept as (
        select *, to_char(day at time zone 'UTC', 'YYMMDDHH24MISSMS')::bigint * 10000 as first_no from audit.disbursement_days where ${ofMembers(scope)}),
      -- A day begins at the platform's midnight. A row belongs to the last day that began before its number.
      starts as (select member_no, kind, array_agg(distinct first_no order by first_no) as firsts from kept group by 1, 2),
      counted as (
        select member_no, kind, firsts[nullif(width_bucket(system_no, firsts), 0)] as first_no, type, status, count(*) as count, sum(amount_minor) as amount_minor, sum(fee_minor) as fee_minor
        from audit.disbursements left join starts using (member_no, kind) where ${ofMembers(scope)} group by 1, 2, 3, 4, 5)
      select member_no, kind || 's ' || status || ', ' || type as subject, k.day as from, k.count, c.count as counted, k.amount_minor as amount, c.amount_minor as "amounts",
        k.fee_minor as fee, c.fee_minor as fees
      from (select * from kept where (count, amount_minor, fee_minor) <> (0, 0, 0)) k full join counted c using (member_no, kind, first_no, type, status)
      where (k.count, k.amount_minor, k.fee_minor) is distinct from (c.count, c.amount_minor, c.fee_minor)`,
  },
];

function journal(alias: string): Sql {
  return sql`audit.journals ${sql.raw(alias)}`;
}

function journalOf(alias: string, ending: string): Sql {
  return sql.raw(
    `${alias}.member_no = d.member_no and ${alias}.reference = d.system_no and ${alias}.kind = d.kind || '${ending}'`,
  );
}

function changed(scope: Scope): Sql {
  return sql`(${after(scope, 'd.created_at')} or ${after(scope, 'd.finished_at')})`;
}
