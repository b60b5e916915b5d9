/**
 * Every promise about money as a question to the auditors' views: it finds nothing when the books are right. Reads schema
 * `audit` alone, and must never share code with what books: an error there would hide itself here.
 */
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '#foundation/server/database.ts';

/** What a check looks at; without either, at everything. */
export interface Scope {
  /** Whole families only (merchants with their agents): commission is between them. */
  members?: readonly bigint[] | undefined;
  /** What was booked since then; with the members that changed. */
  since?: Date | undefined;
}

/** One finding: a row of any columns besides, each a figure in minor units, a count, a word or a time. */
export interface Violation {
  member_no: bigint | null;
  subject: string;
  [figure: string]: unknown;
}

export interface BookCheck {
  name: string;
  promise: string;
  /** The view whose rows are looked at. */
  over: 'journals' | 'entries' | 'money_log' | 'wallets' | 'orders' | 'commission_shares' | 'commission_transfers' | 'callbacks' | 'order_rollups';
  /** What the minute's run does with it: the question is cheap for all, is asked for what changed, or left to the full run. */
  everyMinute: 'all' | 'changed' | 'never';
  violations(scope: Scope): RawBuilder<Violation>;
}

export const bookChecks: readonly BookCheck[] = [
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
    // As of the wallet's last entry: what was due later only adds. What an operator holds may be more than there is.
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
    name: 'wallets_end_their_chain',
    promise: "each wallet's balance, length and totals are those of its last entry",
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
      left join (select member_no, currency, sum(amount_minor) as owed from audit.commission_shares where transfer_reference is null group by 1, 2) s using (member_no, currency)
      where ${ofMembers(scope, 'w')} and w.commission_minor <> coalesce(s.owed, 0)`,
  },
  {
    name: 'between_members',
    promise: 'between members there is only commission on its way',
    over: 'wallets',
    everyMinute: 'all',
    violations: (scope) => sql`
      select null::bigint as member_no, 'all ' || currency || ' inter_member accounts' as subject, w.total as balance, coalesce(t.open, 0) as "on its way"
      from (select currency, sum(inter_member_minor) as total from audit.wallets where ${ofMembers(scope)} group by 1) w
      left join (select currency, sum(amount_minor) as open from audit.commission_transfers where received_at is null and ${ofMembers(scope)} group by 1) t using (currency)
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
    name: 'orders_booked',
    promise: 'every paid order is booked once, with its kind, amount, currency and upstream',
    over: 'orders',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select member_no, 'order ' || system_no as subject, kind, booked_kind as "booked as", times as "times booked", amount_minor as amount, -clearing_minor as "amount booked",
        booked_fee as "fee booked", fee_minor as fee, currency, booked_currency as "currency booked", upstream_id as upstream, booked_upstream as "upstream booked"
      from (
        select o.*, j.kind as booked_kind, j.clearing_minor, j.fees_minor + coalesce(j.commission_minor, 0) as booked_fee, j.currency as booked_currency, j.upstream_id as booked_upstream,
          count(j.kind) over (partition by o.member_no, o.system_no) as times
        from ${paidOrders(scope)} o left join audit.journals j on ${paymentOf('j', 'o')}) o
      where times <> 1 or (kind, currency, upstream_id, amount_minor, fee_minor) is distinct from (booked_kind, booked_currency, booked_upstream, -clearing_minor, booked_fee)`,
  },
  {
    name: 'payments_have_orders',
    promise: 'nothing is booked for an order that is unpaid, expired or unknown',
    over: 'journals',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select l.member_no, 'journal ' || l.journal_id as subject, l.amount_minor as amount, coalesce(o.status, 'no such order') as "its order"
      from audit.money_log l left join audit.orders o on o.member_no = l.member_no and o.system_no = l.reference
      where l.kind in ('payin', 'recharge') and ${ofMembers(scope, 'l')} and ${after(scope, 'l.created_at')} and coalesce(o.status, 'unknown') not in ('success', 'reversed')`,
  },
  {
    name: 'obtained',
    promise: "a paid order's amount is what the merchant obtained and the fee",
    over: 'orders',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select o.member_no, 'order ' || o.system_no as subject, o.amount_minor as amount, j.wallet_minor as obtained, o.fee_minor as fee
      from ${paidOrders(scope)} o join audit.journals j on ${paymentOf('j', 'o')}
      where o.amount_minor is distinct from j.wallet_minor + o.fee_minor`,
  },
  {
    name: 'gross',
    promise: 'merchant, agents and platform together have the gross amount of every paid order',
    over: 'orders',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select o.member_no, 'order ' || o.system_no as subject, o.amount_minor as gross, j.wallet_minor as merchant, o.commission_minor as agents, j.commission_minor as "agents as booked",
        j.fees_minor as platform
      from ${paidOrders(scope)} o join audit.journals j on ${paymentOf('j', 'o')}
      where o.amount_minor is distinct from j.wallet_minor + o.commission_minor + j.fees_minor or o.commission_minor <> coalesce(j.commission_minor, 0)`,
  },
  {
    name: 'callbacks_noted',
    promise: 'every paid order with a notify address has its callback',
    over: 'orders',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select o.member_no, 'order ' || o.system_no as subject, o.paid_at as "paid at"
      from ${paidOrders(scope)} o
      where o.wants_callback and not exists (select from audit.callbacks c where c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin')`,
  },
  {
    name: 'callbacks_true',
    promise: 'no callback tells of a payment that was not made',
    over: 'callbacks',
    everyMinute: 'never',
    violations: (scope) => sql`
      select c.member_no, 'callback payin-' || c.system_no as subject, c.status, coalesce(o.status, 'no such order') as "its order"
      from audit.callbacks c left join audit.orders o using (member_no, system_no)
      where c.subject = 'payin' and ${ofMembers(scope, 'c')} and coalesce(o.status, 'unknown') not in ('success', 'reversed')`,
  },
  {
    name: 'journals_balance',
    promise: 'every journal has two entries or more, which sum to zero',
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
    // As of the wallet's last entry, like the wallet's own list: what was due before is not kept.
    name: 'holds',
    promise: 'settlement holds of each wallet what its journals said',
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
    name: 'commission_shares',
    promise: "agents' shares of each paid order are those that it was made with",
    over: 'commission_shares',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, 'order ' || system_no as subject, coalesce(commission, 0) as commission, coalesce(shares, 0) as shares
      from (select member_no, system_no, commission_minor as commission from ${paidOrders(scope)} o where commission_minor <> 0) o
      full join (select member_no, system_no, sum(amount_minor) as shares from audit.commission_shares where ${ofMembers(scope)} group by 1, 2) s using (member_no, system_no)
      where coalesce(commission, 0) <> coalesce(shares, 0)`,
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
        or (case when t.received_at is not null then t.amount_minor end) is distinct from got.wallet_minor or got.wallet_minor <> -got.inter_member_minor)
      union all
      select j.member_no, 'journal ' || j.journal_id, null, null, null, j.wallet_minor, null
      from audit.journals j left join audit.commission_transfers t on t.reference = j.reference and case j.kind when 'commission' then t.agent_no else t.member_no end = j.member_no
      where ${ofMembers(scope, 'j')} and j.kind in ('commission', 'commission_sent') and t.reference is null`,
  },
  {
    name: 'numbers_unique',
    promise: "a merchant's number names one order",
    over: 'orders',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, kind || ' ' || order_no as subject, count(*) as orders from audit.orders where ${ofMembers(scope)} group by member_no, kind, order_no having count(*) > 1`,
  },
  ...(['hour', 'day'] as const).map((span): BookCheck => ({
    name: `rollups_by_${span}`,
    promise: `counts and sums by ${span} are those of the orders`,
    over: 'order_rollups',
    everyMinute: 'never',
    violations: (scope) => sql`
      with rolled as (select * from audit.order_rollups where span = ${span} and ${ofMembers(scope)}),
      -- A day begins at the platform's midnight; an order's own bucket is the last that began before it.
      starts as (select member_no, kind, channel_id, array_agg(bucket order by bucket) as buckets from rolled group by 1, 2, 3),
      counted as (
        select member_no, kind, channel_id, buckets[nullif(width_bucket(at, buckets), 0)] as bucket, sum(created) as created_count, sum(created * amount_minor) as created_minor,
          sum(success) as success_count, sum(success * amount_minor) as success_minor, sum(success * fee_minor) as success_fee_minor, sum(expired) as expired_count,
          sum(expired * amount_minor) as expired_minor, sum(paid) as paid_count, sum(paid * amount_minor) as paid_minor, sum(paid * fee_minor) as paid_fee_minor
        from (
          select o.*, created_at as at, 1 as created, (paid_at is not null)::int as success, (status = 'expired')::int as expired, 0 as paid from audit.orders o where ${ofMembers(scope)}
          union all select o.*, paid_at, 0, 0, 0, 1 from audit.orders o where paid_at is not null and ${ofMembers(scope)}) o
        left join starts using (member_no, kind, channel_id) group by 1, 2, 3, 4)
      select member_no, 'channel ' || channel_id || ', ' || kind || 's by ${sql.raw(span)}' as subject, bucket as from, r.created_count as created, c.created_count as "orders created",
        r.created_minor as "amount created", c.created_minor as "orders' amount", r.success_count as success, c.success_count as "orders paid", r.expired_count as expired,
        c.expired_count as "orders expired", r.paid_count as "paid in it", c.paid_count as "orders paid in it", r.paid_minor as "amount paid in it", c.paid_minor as "orders' amount paid in it"
      from rolled r full join counted c using (member_no, kind, channel_id, bucket)
      where (r.created_count, r.created_minor, r.success_count, r.success_minor, r.success_fee_minor, r.expired_count, r.expired_minor, r.paid_count, r.paid_minor, r.paid_fee_minor)
        is distinct from (c.created_count, c.created_minor, c.success_count, c.success_minor, c.success_fee_minor, c.expired_count, c.expired_minor, c.paid_count, c.paid_minor, c.paid_fee_minor)`,
  })),
];

const otherSide = sql`transit_minor + clearing_minor + fees_minor + commission_minor + adjustment_minor + inter_member_minor`;

function ofMembers({ members }: Scope, alias?: string): RawBuilder<unknown> {
  const column = sql.raw(alias === undefined ? 'member_no' : `${alias}.member_no`);
  return members === undefined ? sql`true` : sql`${column} = any(${arrayLiteral(members)}::bigint[])`;
}

function after({ since }: Scope, column: string): RawBuilder<unknown> {
  return since === undefined ? sql`true` : sql`${sql.raw(column)} >= ${since}`;
}

function paidOrders(scope: Scope): RawBuilder<unknown> {
  return sql`(select * from audit.orders where status in ('success', 'reversed') and ${ofMembers(scope)} and ${after(scope, 'paid_at')})`;
}

/** The journals that book an order's payment. */
function paymentOf(journal: string, order: string): RawBuilder<unknown> {
  const [j, o] = [sql.raw(journal), sql.raw(order)];
  return sql`${j}.member_no = ${o}.member_no and ${j}.reference = ${o}.system_no and ${j}.kind in ('payin', 'recharge')`;
}

/** With `since`, each chain from the entry before the first new one, so that the link between them is looked at too. */
function logOf(scope: Scope): RawBuilder<unknown> {
  if (scope.since === undefined) return sql`(select * from audit.money_log where ${ofMembers(scope)})`;
  return sql`(
    select l.* from (
      select member_no, currency, min(seq) as first from audit.money_log where ${ofMembers(scope)} and created_at >= ${scope.since} group by 1, 2) fresh
    join lateral (select * from audit.money_log l where l.member_no = fresh.member_no and l.currency = fresh.currency and l.seq >= fresh.first - 1) l on true)`;
}

/** What stands before a chain's first entry; before the first that is looked at, when others precede it: unknown. */
function beforeFirst({ since }: Scope): RawBuilder<unknown> {
  return since === undefined ? sql`0` : sql`case when seq = 1 then 0 end`;
}
