/** Checks of wallets, accounts, journals and commission: the books are consistent. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { type BookCheck, ofMembers, type Scope, everyShare } from './book-check.ts';

const otherSide = sql`transit_minor + clearing_minor + fees_minor + commission_minor + adjustment_minor + inter_member_minor`;

export const walletChecks: readonly BookCheck[] = [
  {
    name: 'wallets_sum_to_zero',
    promise: "each member's accounts sum to zero",
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select member_no, 'wallet ' || member_no || '-' || currency as subject, wallet_minor + ${otherSide} as sum
      from audit.wallets where ${ofMembers(scope)} and wallet_minor + ${otherSide} <> 0`,
  },
  {
    name: 'wallets_not_below_zero',
    promise: 'no wallet is below zero',
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select member_no, 'wallet ' || member_no || '-' || currency as subject, wallet_minor as balance
      from audit.wallets where ${ofMembers(scope)} and wallet_minor < 0 and not overdraft_allowed`,
  },
  {
    // As of the wallet's last entry: later releases only add to what is available. Risk holds are checked below.
    name: 'available_not_below_zero',
    promise: 'no wallet has paid out what settlement still held',
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select w.member_no, 'wallet ' || w.member_no || '-' || w.currency as subject, w.wallet_minor as balance, h.held
      from audit.wallets w
      join lateral (select sum(amount_minor) as held from audit.holds h where h.member_no = w.member_no and h.currency = w.currency and h.release_at > w.last_entry_at) h on true
      where ${ofMembers(scope, 'w')} and w.wallet_minor < h.held and not w.overdraft_allowed`,
  },
  {
    // As of the wallet's last entry or hold, whichever is later: each was checked against what was available then.
    name: 'risk_holds',
    promise: "each wallet's risk hold is the sum of the operators' holds, and was available when it was placed",
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select w.member_no, 'wallet ' || w.member_no || '-' || w.currency as subject, w.risk_hold_minor as held, coalesce(r.sum, 0) as recorded,
        w.wallet_minor as balance, h.held as "held by settlement"
      from audit.wallets w
      left join (select member_no, currency, sum(amount_minor) as sum, max(created_at) as last_at from audit.risk_holds where ${ofMembers(scope)} group by 1, 2) r
        using (member_no, currency)
      left join lateral (
        select sum(amount_minor) as held from audit.holds h
        where h.member_no = w.member_no and h.currency = w.currency and h.release_at > greatest(w.last_entry_at, r.last_at)) h on true
      where ${ofMembers(scope, 'w')} and (w.risk_hold_minor <> coalesce(r.sum, 0)
        or w.risk_hold_minor > 0 and not w.overdraft_allowed and w.wallet_minor < w.risk_hold_minor + coalesce(h.held, 0))`,
  },
  {
    name: 'wallets_end_their_chain',
    promise: "each wallet's balance, length and totals match its last entry",
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select w.member_no, 'wallet ' || w.member_no || '-' || w.currency as subject, w.wallet_minor as balance, l.after_minor as "after its last entry",
        w.entry_count as entries, l.seq as "number of its last entry", w.total_in_minor as "total in", l.total_in_minor as "total in by its last entry",
        w.total_fees_minor as "total fees", l.total_fees_minor as "total fees by its last entry"
      from audit.wallets w
      left join lateral (select * from audit.money_log l where l.member_no = w.member_no and l.currency = w.currency order by l.seq desc limit 1) l on true
      where ${ofMembers(scope, 'w')} and (w.wallet_minor, w.entry_count, w.total_in_minor, w.total_fees_minor)
        is distinct from (coalesce(l.after_minor, 0), coalesce(l.seq, 0), coalesce(l.total_in_minor, 0), coalesce(l.total_fees_minor, 0))`,
  },
  {
    name: 'commission_owed',
    promise: 'the commission account holds what is still owed to agents',
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select w.member_no, 'account ' || w.member_no || '-' || w.currency || '-commission' as subject, w.commission_minor as balance, coalesce(s.owed, 0) as owed
      from audit.wallets w
      left join (select member_no, currency, sum(amount_minor) as owed from ${everyShare(scope)} every where transfer_reference is null and reversed_at is null group by 1, 2) s using (member_no, currency)
      where ${ofMembers(scope, 'w')} and w.commission_minor <> coalesce(s.owed, 0)`,
  },
  {
    name: 'between_members',
    promise: 'inter-member accounts hold only commission in open transfers',
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      with open as materialized (
        select currency, agent_no, reference, amount_minor from audit.commission_transfers where received_at is null and ${ofMembers(scope)}),
      booked as materialized (
        select o.currency, o.amount_minor from open o join audit.journals j on j.member_no = o.agent_no and j.reference = o.reference and j.kind = 'commission'
        where ${justBooked('j')})
      select null::bigint as member_no, 'all ' || currency || ' inter_member accounts' as subject, w.total as balance, coalesce(t.open, 0) as "in transfers"
      from (select currency, sum(inter_member_minor) as total from audit.wallets where ${ofMembers(scope)} group by 1) w
      left join (
        select currency, sum(amount_minor) as open from (select currency, amount_minor from open union all select currency, -amount_minor from booked) t group by 1) t using (currency)
      where w.total <> coalesce(t.open, 0)`,
  },
  {
    name: 'chains_unbroken',
    promise: "every wallet's entries form one unbroken chain: after = before + amount − fee, next before = last after",
    over: 'money_log',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select member_no, 'wallet ' || member_no || '-' || currency || ', entry ' || seq || ' (journal ' || journal_id || ')' as subject, previous_seq as "entry before it",
        previous_after as "after the entry before it", before_minor as "before", entry_minor as entry, amount_minor as amount, fee_minor as fee, after_minor as "after",
        total_in_minor as "total in", total_fees_minor as "total fees", created_at as at
      from (
        select l.*, coalesce(lag(seq) over chain, ${beforeFirst(scope)}) as previous_seq, coalesce(lag(after_minor) over chain, ${beforeFirst(scope)}) as previous_after,
          coalesce(lag(total_in_minor) over chain, ${beforeFirst(scope)}) as previous_in, coalesce(lag(total_fees_minor) over chain, ${beforeFirst(scope)}) as previous_fees,
          lag(created_at) over chain as previous_at
        from ${logOf(scope)} l window chain as (partition by member_no, currency order by seq, journal_id)) l
      where seq <> previous_seq + 1 or before_minor <> previous_after or created_at < previous_at or total_in_minor <> previous_in + greatest(amount_minor, 0)
        or total_fees_minor <> previous_fees + fee_minor or (entry_minor, after_minor) is distinct from (amount_minor - fee_minor, before_minor + entry_minor)`,
  },
  {
    name: 'journals_balance',
    promise: 'every journal has at least two entries, which sum to zero',
    over: 'journals',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, 'journal ' || member_no || '-' || reference || '-' || journal_kind as subject, currency, sum(amount_minor) as sum, count(*) as entries
      from audit.entries where ${ofMembers(scope)} group by member_no, reference, journal_kind, currency having sum(amount_minor) <> 0 or count(*) < 2
      union all
      select member_no, 'journal ' || journal_id, currency, 0, entry_count from audit.journals where ${ofMembers(scope)} and entry_count = 0`,
  },
  {
    name: 'accounts_sum_entries',
    promise: "every account's balance is the sum of its entries",
    over: 'entries',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, 'account ' || member_no || '-' || currency || '-' || kind as subject, coalesce(balance, 0) as balance, coalesce(entries, 0) as "sum of its entries"
      from (
        select member_no, currency, kind, balance_minor as balance from audit.accounts where kind <> 'clearing' and ${ofMembers(scope)}
        union all select member_no, currency, 'clearing', clearing_minor from audit.wallets where ${ofMembers(scope)}) a
      full join (
        select member_no, currency, account_kind as kind, sum(amount_minor) as entries from audit.entries where ${ofMembers(scope)} group by 1, 2, 3) e using (member_no, currency, kind)
      where coalesce(balance, 0) <> coalesce(entries, 0)`,
  },
  {
    name: 'everything_sums_to_zero',
    promise: 'all accounts together sum to zero',
    over: 'entries',
    everyMinute: 'never',
    violations: (scope) => sql`
      select null::bigint as member_no, 'all ' || currency || ' accounts' as subject, sum(balance_minor) as sum
      from audit.accounts where ${ofMembers(scope)} group by currency having sum(balance_minor) <> 0`,
  },
  {
    // As of the wallet's last entry, like the wallet's own list, which does not keep holds that were due before.
    name: 'holds',
    promise: "each wallet's settlement holds match its journals",
    over: 'money_log',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, 'wallet ' || member_no || '-' || currency as subject, release_at as "released at", coalesce(held, 0) as held, coalesce(booked, 0) as "held by its journals"
      from (
        select w.member_no, w.currency, h.release_at, sum(h.amount_minor) as held
        from audit.wallets w join audit.holds h using (member_no, currency) where ${ofMembers(scope, 'w')} and h.release_at > w.last_entry_at group by 1, 2, 3) h
      full join (
        select w.member_no, w.currency, l.release_at, sum(l.held_minor) as booked
        from audit.wallets w join audit.money_log l using (member_no, currency) where ${ofMembers(scope, 'w')} and l.release_at > w.last_entry_at group by 1, 2, 3
        having sum(l.held_minor) <> 0) l using (member_no, currency, release_at)
      where coalesce(held, 0) <> coalesce(booked, 0)`,
  },
  {
    name: 'commission_transfers',
    promise: 'commission leaves the merchant once and reaches the agent once',
    over: 'commission_transfers',
    everyMinute: 'never',
    violations: (scope) => sql`
      select t.member_no, 'commission transfer ' || t.member_no || '-' || t.reference || ' to ' || t.agent_no as subject, t.amount_minor as amount, s.shares, -sent.commission_minor as sent,
        got.wallet_minor as received, t.received_at as "received at"
      from audit.commission_transfers t
      left join (select member_no, transfer_reference as reference, sum(amount_minor) as shares from audit.commission_shares where transfer_reference is not null group by 1, 2) s using (member_no, reference)
      left join audit.journals sent on sent.member_no = t.member_no and sent.reference = t.reference and sent.kind = 'commission_sent'
      left join audit.journals got on got.member_no = t.agent_no and got.reference = t.reference and got.kind = 'commission'
      where ${ofMembers(scope, 't')} and ((t.amount_minor, t.amount_minor, t.amount_minor) is distinct from (s.shares, -sent.commission_minor, sent.inter_member_minor)
        or (case when t.received_at is not null or ${justBooked('got')} then t.amount_minor end) is distinct from got.wallet_minor or got.wallet_minor <> -got.inter_member_minor)
      union all
      select j.member_no, 'journal ' || j.journal_id, null, null, null, j.wallet_minor, null
      from audit.journals j left join audit.commission_transfers t on t.reference = j.reference and case j.kind when 'commission' then t.agent_no else t.member_no end = j.member_no
      where ${ofMembers(scope, 'j')} and j.kind in ('commission', 'commission_sent') and t.reference is null`,
  },
];

/**
 * With `since`, each chain starts at the entry before the first new one, so that the link between them is checked too.
 */
function logOf(scope: Scope): Sql {
  if (scope.since === undefined) return sql`(select * from audit.money_log where ${ofMembers(scope)})`;
  return sql`(
    select l.* from (
      select member_no, currency, min(seq) as first from audit.money_log where ${ofMembers(scope)} and created_at >= ${scope.since} group by 1, 2) fresh
    join lateral (select * from audit.money_log l where l.member_no = fresh.member_no and l.currency = fresh.currency and l.seq >= fresh.first - 1) l on true)`;
}

/** The value before a chain's first entry: 0, or null (unknown) if earlier entries are not read. */
function beforeFirst({ since }: Scope): Sql {
  return since === undefined ? sql`0` : sql`case when seq = 1 then 0 end`;
}

/**
 * On a cluster, a transfer is marked as received in a transaction of its own, after the agent's journal. Until then it
 * is right, but not for longer than this.
 */
function justBooked(journal: string): Sql {
  return sql`${sql.raw(journal)}.created_at > now() - interval '1 minute'`;
}
