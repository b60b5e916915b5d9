/** Checks of orders and what follows from them: what was paid is booked, reported and counted, and nothing else is. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { after, type BookCheck, ofMembers, type Scope, everyShare } from './book-check.ts';

export const orderChecks: readonly BookCheck[] = [
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
    promise: "a paid order's amount is the merchant's net amount plus the fee",
    over: 'orders',
    everyMinute: 'changed',
    violations: (scope) => sql`
      select o.member_no, 'order ' || o.system_no as subject, o.amount_minor as amount, j.wallet_minor as obtained, o.fee_minor as fee
      from ${paidOrders(scope)} o join audit.journals j on ${paymentOf('j', 'o')}
      where o.amount_minor is distinct from j.wallet_minor + o.fee_minor`,
  },
  {
    name: 'gross',
    promise: 'merchant, agents and platform together receive the gross amount of every paid order',
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
    name: 'commission_shares',
    promise: "agents' shares of each paid order sum to its commission",
    over: 'commission_shares',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, 'order ' || system_no as subject, coalesce(commission, 0) as commission, coalesce(shares, 0) as shares
      from (select member_no, system_no, commission_minor as commission from ${paidOrders(scope)} o where commission_minor <> 0) o
      full join (select member_no, system_no, sum(amount_minor) as shares from ${everyShare(scope)} every group by 1, 2) s using (member_no, system_no)
      where coalesce(commission, 0) <> coalesce(shares, 0)`,
  },
  {
    name: 'numbers_unique',
    promise: "a merchant's order number names one order",
    over: 'orders',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, kind || ' ' || order_no as subject, count(*) as orders from audit.orders where ${ofMembers(scope)} group by member_no, kind, order_no having count(*) > 1`,
  },
  ...(['hour', 'day'] as const).map((span): BookCheck => ({
    name: `rollups_by_${span}`,
    promise: `counts and sums by ${span} match the orders`,
    over: 'order_rollups',
    everyMinute: 'never',
    violations: (scope) => sql`
      with rolled as (select * from audit.order_rollups where span = ${span} and ${ofMembers(scope)}),
      -- A day begins at the platform's midnight. An order belongs to the last bucket that began before it.
      starts as (select member_no, kind, channel_id, array_agg(bucket order by bucket) as buckets from rolled group by 1, 2, 3),
      counted as (
        select member_no, kind, channel_id, buckets[nullif(width_bucket(at, buckets), 0)] as bucket, sum(created) as created_count, sum(created * amount_minor) as created_minor,
          sum(success) as success_count, sum(success * amount_minor) as success_minor, sum(success * fee_minor) as success_fee_minor, sum(expired) as expired_count,
          sum(expired * amount_minor) as expired_minor, sum(paid) as paid_count, sum(paid * amount_minor) as paid_minor, sum(paid * fee_minor) as paid_fee_minor,
          sum(paid * cost_minor) as paid_cost_minor, sum(paid * commission_minor) as paid_commission_minor
        from (
          select member_no, kind, channel_id, amount_minor, fee_minor, 0 as cost_minor, 0 as commission_minor, created_at as at, 1 as created, (paid_at is not null)::int as success, (status = 'expired')::int as expired, 0 as paid from audit.orders where ${ofMembers(scope)}
          union all select member_no, kind, channel_id, amount_minor, fee_minor, cost_minor, commission_minor, paid_at, 0, 0, 0, 1 from audit.orders where paid_at is not null and ${ofMembers(scope)}) o
        left join starts using (member_no, kind, channel_id) group by 1, 2, 3, 4)
      select member_no, 'channel ' || channel_id || ', ' || kind || 's by ${sql.raw(span)}' as subject, bucket as from, r.created_count as created, c.created_count as "orders created",
        r.created_minor as "amount created", c.created_minor as "orders' amount", r.success_count as success, c.success_count as "orders paid", r.expired_count as expired,
        c.expired_count as "orders expired", r.paid_count as "paid in it", c.paid_count as "orders paid in it", r.paid_minor as "amount paid in it", c.paid_minor as "orders' amount paid in it",
        r.paid_cost_minor as "cost paid in it", c.paid_cost_minor as "orders' cost paid in it", r.paid_commission_minor as "commission paid in it",
        c.paid_commission_minor as "orders' commission paid in it"
      from rolled r full join counted c using (member_no, kind, channel_id, bucket)
      where (r.created_count, r.created_minor, r.success_count, r.success_minor, r.success_fee_minor, r.expired_count, r.expired_minor, r.paid_count, r.paid_minor, r.paid_fee_minor)
        is distinct from (c.created_count, c.created_minor, c.success_count, c.success_minor, c.success_fee_minor, c.expired_count, c.expired_minor, c.paid_count, c.paid_minor, c.paid_fee_minor)
        -- Cost and commission that are not added up yet say so by their count.
        or r.costed_count > r.paid_count
        or (r.costed_count = r.paid_count and (r.paid_cost_minor, r.paid_commission_minor) is distinct from (c.paid_cost_minor, c.paid_commission_minor))`,
  })),
];

function paidOrders(scope: Scope): Sql {
  return sql`(select * from audit.orders where status in ('success', 'reversed') and ${ofMembers(scope)} and ${after(scope, 'paid_at')})`;
}

/** The journals that book an order's payment. */
function paymentOf(journal: string, order: string): Sql {
  const [j, o] = [sql.raw(journal), sql.raw(order)];
  return sql`${j}.member_no = ${o}.member_no and ${j}.reference = ${o}.system_no and ${j}.kind in ('payin', 'recharge')`;
}
