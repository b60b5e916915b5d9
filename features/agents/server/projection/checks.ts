/**
 * Checks that what agents see equals its source. They read only the schema `audit`. The copies follow a moment later, so
 * each check looks no further than the job has come. Orders and their copies are in different members' shards: on a
 * cluster, materialized parts are what can be joined across shards.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { type BookCheck, ofMembers } from '#features/ledger/server/book-check.ts';

export const agentChecks: readonly BookCheck[] = [
  {
    name: 'agent_orders_complete',
    promise: 'every agent has each order of the members that were below it',
    over: 'agent_orders',
    everyMinute: 'never',
    // An order that paid other agents was created while a move was noticed.
    violations: (scope) => sql`
      with expected as materialized (
        select o.member_no, o.system_no, o.commissions, p.uplines
        from audit.orders o join audit.agent_feed f on f.member_no = o.member_no and o.system_no <= f.settled_system_no
        join (
          select member_no, uplines, from_system_no, lead(from_system_no) over (partition by member_no order by from_system_no) as until
          from audit.agent_paths) p on p.member_no = o.member_no and p.from_system_no <= o.system_no and (p.until is null or o.system_no < p.until)
        where ${ofMembers(scope, 'o')}),
      copies as materialized (select member_no, merchant_no, system_no, cardinality(via) as level from audit.agent_orders where ${ofMembers(scope)})
      select o.member_no, 'order ' || o.system_no as subject, u.agent_no as agent, u.position as level
      from expected o cross join lateral unnest(o.uplines) with ordinality as u (agent_no, position)
      left join copies c on c.member_no = u.agent_no and c.merchant_no = o.member_no and c.system_no = o.system_no
      where c.level is distinct from u.position
        and not exists (select from jsonb_array_elements(coalesce(o.commissions, '[]')) s where (s ->> 'agentNo')::bigint <> all(o.uplines))`,
  },
  {
    name: 'agent_orders_true',
    promise: "every agent's copy of an order agrees with the order",
    over: 'agent_orders',
    everyMinute: 'never',
    violations: (scope) => sql`
      with sources as materialized (
        select o.*, p.seq as paid_seq, r.seq as reversed_seq, f.last_seq from audit.orders o
        left join audit.agent_feed f on f.member_no = o.member_no
        left join audit.money_log p on p.member_no = o.member_no and p.reference = o.system_no and p.kind = o.kind
        left join audit.money_log r on r.member_no = o.member_no and r.reference = o.system_no and r.kind = 'reversal'
        where ${ofMembers(scope, 'o')}),
      copies as materialized (select * from audit.agent_orders where ${ofMembers(scope)})
      select c.member_no, 'order ' || c.system_no || ' of ' || c.merchant_no as subject, c.status as "status copied", o.status, c.amount_minor as "amount copied", o.amount_minor as amount,
        c.fee_minor as "fee copied", o.fee_minor as fee, c.commission_minor as "commission copied", s.amount as commission, c.paid_at as "paid at, copied", o.paid_at as "paid at"
      from copies c
      left join sources o on o.member_no = c.merchant_no and o.system_no = c.system_no
      left join lateral (
        select (s ->> 'amount')::bigint as amount from jsonb_array_elements(coalesce(o.commissions, '[]')) s where (s ->> 'agentNo')::bigint = c.member_no) s on true
      where (c.order_no, c.kind, c.channel_id, c.currency, c.amount_minor, c.fee_minor, c.created_at, c.commission_minor, c.via[cardinality(c.via)])
          is distinct from (o.order_no, o.kind, o.channel_id, o.currency, o.amount_minor, o.fee_minor, o.created_at, coalesce(s.amount, 0), c.merchant_no)
        or c.paid_at <> o.paid_at or c.paid_at is not null and o.paid_at is null or c.status = 'reversed' and o.status <> 'reversed'
        or c.status = 'expired' and o.status = 'unpaid'
        or c.paid_at is null and o.paid_seq <= o.last_seq or c.status <> 'reversed' and o.reversed_seq <= o.last_seq`,
  },
  {
    name: 'agent_commission',
    promise: "every agent's commission by order equals its entries in the money log",
    over: 'agent_orders',
    everyMinute: 'never',
    violations: (scope) => sql`
      select coalesce(c.member_no, l.member_no) as member_no, 'commission booked at ' || coalesce(c.at, l.at) as subject, coalesce(c.sum, 0) as copied, coalesce(l.sum, 0) as booked
      from (
        select member_no, at, sum(sum) as sum from (
          select member_no, booked_at as at, commission_minor as sum from audit.agent_orders where booked_at is not null and ${ofMembers(scope)}
          union all select member_no, returned_at, -commission_minor from audit.agent_orders where returned_at is not null and ${ofMembers(scope)}) c
        group by 1, 2) c
      full join (
        select l.member_no, l.created_at as at, sum(l.entry_minor) as sum, bool_and(l.seq <= f.last_seq) as is_read
        from audit.money_log l join audit.agent_feed f on f.member_no = l.member_no
        join audit.journals j on j.member_no = l.member_no and j.reference = l.reference and j.kind = l.kind
        where (l.kind = 'commission' or l.kind = 'reversal' and j.clearing_minor is null) and ${ofMembers(scope, 'l')}
        group by 1, 2) l on l.member_no = c.member_no and l.at = c.at
      where l.member_no is null or l.is_read and coalesce(c.sum, 0) <> l.sum`,
  },
  ...(['hour', 'day', 'month'] as const).map((span): BookCheck => ({
    name: `agent_rollups_by_${span}`,
    promise: `agents' counts and sums by ${span} match the copied orders`,
    over: 'agent_rollups',
    everyMinute: 'never',
    violations: (scope) => sql`
      with rolled as (select * from audit.agent_rollups where span = ${span} and ${ofMembers(scope)}),
      -- A bucket begins at the platform's midnight or hour. A row belongs to the last bucket that began before it.
      starts as (select member_no, subject_no, parent_no, channel_id, array_agg(bucket order by bucket) as buckets from rolled group by 1, 2, 3, 4),
      placed as (
        select c.*, place.subject_no, place.parent_no, channel.id as placed_channel from audit.agent_orders c
        cross join lateral unnest(0::bigint || c.via, array[0, c.member_no] || c.via[:cardinality(c.via) - 1]) as place (subject_no, parent_no)
        cross join lateral unnest(array[0, c.channel_id]) as channel (id)
        where ${ofMembers(scope, 'c')}),
      events as (
        select member_no, subject_no, parent_no, placed_channel as channel_id, created_at as at, 1 as created, amount_minor as created_minor, (paid_at is not null)::int as success,
          (status = 'expired')::int as expired, case when status = 'success' then commission_minor else 0 end as success_commission, 0 as paid, 0 as paid_minor, 0 as earned_count,
          0 as earned_amount, 0 as earned, 0 as returned_count, 0 as returned from placed
        union all select member_no, subject_no, parent_no, placed_channel, paid_at, 0, 0, 0, 0, 0, 1, amount_minor, 0, 0, 0, 0, 0 from placed where paid_at is not null
        union all select member_no, subject_no, parent_no, placed_channel, booked_at, 0, 0, 0, 0, 0, 0, 0, 1, amount_minor, commission_minor, 0, 0 from placed where booked_at is not null
        union all select member_no, subject_no, parent_no, placed_channel, returned_at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, commission_minor from placed where returned_at is not null),
      counted as (
        select member_no, subject_no, parent_no, channel_id, buckets[nullif(width_bucket(at, buckets), 0)] as bucket, sum(created) as created_count, sum(created_minor) as created_minor,
          sum(success) as success_count, sum(expired) as expired_count, sum(success_commission) as success_commission_minor, sum(paid) as paid_count, sum(paid_minor) as paid_minor,
          sum(earned_count) as earned_count, sum(earned_amount) as earned_amount_minor, sum(earned) as earned_minor, sum(returned_count) as returned_count, sum(returned) as returned_minor
        from events left join starts using (member_no, subject_no, parent_no, channel_id) group by 1, 2, 3, 4, 5)
      select member_no, 'subject ' || subject_no || ', channel ' || channel_id || ' by ${sql.raw(span)}' as subject, bucket as from, r.created_count as created, c.created_count as "orders created",
        r.paid_count as paid, c.paid_count as "orders paid", r.paid_minor as "amount paid", c.paid_minor as "orders' amount paid", r.earned_minor as earned, c.earned_minor as "orders earned",
        r.returned_minor as returned, c.returned_minor as "orders returned"
      from rolled r full join counted c using (member_no, subject_no, parent_no, channel_id, bucket)
      where (coalesce(r.created_count, 0), coalesce(r.created_minor, 0), coalesce(r.success_count, 0), coalesce(r.expired_count, 0), coalesce(r.success_commission_minor, 0), coalesce(r.paid_count, 0),
          coalesce(r.paid_minor, 0), coalesce(r.earned_count, 0), coalesce(r.earned_amount_minor, 0), coalesce(r.earned_minor, 0), coalesce(r.returned_count, 0), coalesce(r.returned_minor, 0))
        is distinct from (coalesce(c.created_count, 0), coalesce(c.created_minor, 0), coalesce(c.success_count, 0), coalesce(c.expired_count, 0), coalesce(c.success_commission_minor, 0),
          coalesce(c.paid_count, 0), coalesce(c.paid_minor, 0), coalesce(c.earned_count, 0), coalesce(c.earned_amount_minor, 0), coalesce(c.earned_minor, 0), coalesce(c.returned_count, 0),
          coalesce(c.returned_minor, 0))`,
  })),
  {
    name: 'agent_holds',
    promise: "what agents' roll-ups hold until a moment matches the copied orders",
    over: 'agent_rollups',
    everyMinute: 'never',
    violations: (scope) => sql`
      select coalesce(r.member_no, c.member_no) as member_no, 'held until ' || coalesce(r.bucket, c.release_at) as subject, coalesce(r.held, 0) as held, coalesce(c.held, 0) as "orders hold"
      from (
        select member_no, bucket, sum(held_minor) as held from audit.agent_rollups
        where span = 'release' and subject_no = 0 and channel_id = 0 and ${ofMembers(scope)} group by 1, 2) r
      full join (
        select member_no, release_at, sum(held_minor) as held from audit.agent_orders
        where booked_at is not null and held_minor > 0 and (returned_at is null or returned_at >= release_at) and ${ofMembers(scope)} group by 1, 2) c
        on c.member_no = r.member_no and c.release_at = r.bucket
      where coalesce(r.held, 0) <> coalesce(c.held, 0)`,
  },
  {
    name: 'agent_paid_out',
    promise: 'what a member has paid out, as agents see it, is what left its wallet for withdrawals and payouts',
    over: 'agent_orders',
    everyMinute: 'never',
    violations: (scope) => sql`
      select f.member_no, 'paid out of ' || f.member_no as subject, f.paid_out_minor as copied, coalesce(-sum(l.amount_minor), 0) as booked
      from audit.agent_feed f
      left join audit.money_log l on l.member_no = f.member_no and l.seq <= f.last_seq
        and l.kind in ('withdrawal', 'payout', 'withdrawal_cancelled', 'payout_cancelled')
      where ${ofMembers(scope, 'f')} group by f.member_no, f.paid_out_minor having f.paid_out_minor <> coalesce(-sum(l.amount_minor), 0)`,
  },
];
