/**
 * Checks that closed days of statements equal the ledger. They read only the schema `audit`, and share no code with the
 * closing. Each violation names the day.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { type BookCheck, ofMembers, type Scope } from '#features/ledger/server/book-check.ts';

/** The closed days in their latest versions, which are those that the chain runs through. */
function latest(scope: Scope): Sql {
  return sql`(
    select distinct on (member_no, currency, day) * from audit.statement_days where ${ofMembers(scope)} order by member_no, currency, day, version desc)`;
}

const amountsByType = sql`
  d.payin_count, d.payin_minor, d.payin_fee_minor, d.recharge_count, d.recharge_minor, d.recharge_fee_minor, d.withdrawal_count, d.withdrawal_minor, d.withdrawal_fee_minor,
  d.payout_count, d.payout_minor, d.payout_fee_minor, d.refund_count, d.refund_minor, d.refund_fee_minor, d.commission_count, d.commission_minor, d.commission_fee_minor,
  d.adjustment_count, d.adjustment_minor, d.adjustment_fee_minor, d.reversal_count, d.reversal_minor, d.reversal_fee_minor`;

/** Count, amounts and fees of some kinds among the entries `m`. */
function ofKinds(...kinds: readonly string[]): Sql {
  const only = sql`filter (where m.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}))`;
  return sql`count(*) ${only}, coalesce(sum(m.amount_minor) ${only}, 0), coalesce(sum(m.fee_minor) ${only}, 0)`;
}

export const statementChecks: readonly BookCheck[] = [
  {
    name: 'statement_sums',
    promise: 'every closed day of a statement has all entries of the day, and their sums',
    over: 'statement_days',
    everyMinute: 'never',
    // By time and not by number, so that an entry on another day is noticed on both.
    violations: (scope) => sql`
      select d.member_no, 'day ' || d.day as subject, d.first_seq as "first entry", b.first_seq as "first booked", d.last_seq as "last entry", b.last_seq as "last booked",
        d.closing_minor - d.opening_minor as change, b.change as booked
      from ${latest(scope)} d
      cross join lateral (
        select coalesce(min(m.seq), d.first_seq) as first_seq, coalesce(max(m.seq), d.first_seq - 1) as last_seq, count(*) as count,
          coalesce(sum(m.amount_minor - m.fee_minor), 0) as change,
          row(${ofKinds('payin')}, ${ofKinds('recharge')}, ${ofKinds('withdrawal')}, ${ofKinds('payout')}, ${ofKinds('withdrawal_cancelled', 'payout_cancelled')},
            ${ofKinds('commission')}, ${ofKinds('adjustment')}, ${ofKinds('reversal')})::text as by_type
        from audit.money_log m where m.member_no = d.member_no and m.currency = d.currency and m.created_at >= d.starts_at and m.created_at < d.ends_at) b
      where (d.first_seq, d.last_seq, d.last_seq - d.first_seq + 1) is distinct from (b.first_seq, b.last_seq, b.count)
        or d.closing_minor - d.opening_minor <> b.change or row(${amountsByType})::text <> b.by_type`,
  },
  {
    name: 'statement_ends',
    promise: 'every closed day opens and closes with the balances of the wallet',
    over: 'statement_days',
    everyMinute: 'never',
    violations: (scope) => sql`
      select d.member_no, 'day ' || d.day as subject, d.opening_minor as opening, f.before_minor as "before its first entry", d.closing_minor as closing,
        l.after_minor as "after its last entry"
      from ${latest(scope)} d
      left join audit.money_log f on f.member_no = d.member_no and f.currency = d.currency and f.seq = d.first_seq
      left join audit.money_log l on l.member_no = d.member_no and l.currency = d.currency and l.seq = d.last_seq
      where d.last_seq >= d.first_seq and (d.opening_minor, d.closing_minor) is distinct from (f.before_minor, l.after_minor)`,
  },
  {
    name: 'statement_entries',
    promise: 'no entry of a closed day was changed',
    over: 'statement_days',
    everyMinute: 'never',
    violations: (scope) => sql`
      select d.member_no, 'day ' || d.day as subject, encode(d.entries_hash, 'hex') as "hash of its entries", encode(e.hash, 'hex') as "hash now"
      from ${latest(scope)} d
      cross join lateral (
        select sha256(coalesce(string_agg(block, ''::bytea order by no), ''::bytea)) as hash from (
          select m.seq / 1000 as no, sha256(convert_to(string_agg(concat_ws('|', m.seq, m.reference, m.kind, m.amount_minor, m.fee_minor, m.before_minor, m.after_minor,
            trunc(extract(epoch from m.created_at) * 1000000), coalesce(m.remark, '')), chr(10) order by m.seq), 'UTF8')) as block
          from audit.money_log m
          where m.member_no = d.member_no and m.currency = d.currency and m.seq between d.first_seq and d.last_seq group by 1) blocks) e
      where d.entries_hash <> e.hash`,
  },
  {
    name: 'statement_chain',
    promise: "every closed day's hash is its own, and it begins where the day before ended",
    over: 'statement_days',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, 'day ' || day as subject, encode(hash, 'hex') as hash, encode(computed, 'hex') as computed, first_seq as "first entry", last_before as "last before",
        opening_minor as opening, closing_before as "closing before", encode(previous_hash, 'hex') as "hash before, noted", encode(hash_before, 'hex') as "hash before"
      from (
        select d.*, lag(d.hash) over chain as hash_before, lag(d.closing_minor) over chain as closing_before, lag(d.last_seq) over chain as last_before,
          lag(d.ends_at) over chain as end_before,
          sha256(convert_to(concat_ws('|', 'statement', d.member_no, d.currency, to_char(d.day, 'YYYY-MM-DD'), d.first_seq, d.last_seq, d.opening_minor, d.closing_minor, ''), 'UTF8')
            || coalesce(d.previous_hash, ''::bytea) || d.entries_hash) as computed
        from ${latest(scope)} d window chain as (partition by d.member_no, d.currency order by d.day)) chained
      where hash <> computed or previous_hash is distinct from hash_before or opening_minor <> coalesce(closing_before, 0) or first_seq <> coalesce(last_before, 0) + 1
        or starts_at < end_before`,
  },
  {
    name: 'statement_late',
    promise: 'nothing was booked on a day after it was closed, and nothing can be',
    over: 'statement_days',
    everyMinute: 'never',
    violations: (scope) => sql`
      select d.member_no, 'day ' || d.day as subject, d.ends_at as "closed until", w.last_entry_at as "earliest next", m.at as booked
      from (select distinct on (member_no, currency) * from audit.statement_days where ${ofMembers(scope)} order by member_no, currency, day desc, version desc) d
      join audit.wallets w on w.member_no = d.member_no and w.currency = d.currency
      cross join lateral (
        select min(m.created_at) as at from audit.money_log m where m.member_no = d.member_no and m.currency = d.currency and m.seq > d.last_seq) m
      where w.last_entry_at < d.ends_at or m.at < d.ends_at`,
  },
  {
    name: 'statement_channels',
    promise: 'the channels of every closed day bring what the day collected',
    over: 'statement_days',
    everyMinute: 'never',
    violations: (scope) => sql`
      select d.member_no, 'day ' || d.day as subject, d.payin_minor as collections, coalesce(c.payin_minor, 0) as "of its channels", d.recharge_minor as recharges,
        coalesce(c.recharge_minor, 0) as "of channels for recharges"
      from ${latest(scope)} d
      left join (
        select member_no, currency, day, version,
          sum(amount_minor) filter (where kind = 'payin') as payin_minor, sum(amount_minor) filter (where kind = 'recharge') as recharge_minor,
          row(coalesce(sum(paid) filter (where kind = 'payin'), 0), coalesce(sum(amount_minor) filter (where kind = 'payin'), 0), coalesce(sum(fee_minor) filter (where kind = 'payin'), 0),
            coalesce(sum(paid) filter (where kind = 'recharge'), 0), coalesce(sum(amount_minor) filter (where kind = 'recharge'), 0),
            coalesce(sum(fee_minor) filter (where kind = 'recharge'), 0))::text as sums
        from audit.statement_channels where ${ofMembers(scope)} group by 1, 2, 3, 4) c using (member_no, currency, day, version)
      where row(d.payin_count, d.payin_minor, d.payin_fee_minor, d.recharge_count, d.recharge_minor, d.recharge_fee_minor)::text <> coalesce(c.sums, '(0,0,0,0,0,0)')`,
  },
];
