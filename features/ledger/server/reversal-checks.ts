/**
 * Checks of reversed orders: each was reversed once, completely, by two operators, and everyone with a part in it gave
 * it back.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { type BookCheck, ofMembers, everyShare } from './book-check.ts';

export const reversalChecks: readonly BookCheck[] = [
  {
    name: 'reversals_opposite',
    promise: 'every reversed order, and no other, has one reversal journal, the opposite of its payment',
    over: 'orders',
    everyMinute: 'never',
    violations: (scope) => sql`
      select coalesce(o.member_no, r.member_no) as member_no, 'order ' || system_no as subject, o.status, p.wallet_minor as paid, r.wallet_minor as reversed, p.clearing_minor as clearing, r.clearing_minor as "clearing reversed",
        p.fees_minor as fees, r.fees_minor as "fees reversed", p.commission_minor as commission, coalesce(r.commission_minor, 0) + coalesce(r.inter_member_minor, 0) as "commission reversed",
        p.upstream_id as upstream, r.upstream_id as "upstream reversed"
      from (select * from audit.orders where status = 'reversed' and ${ofMembers(scope)}) o
      full join (
        select *, reference as system_no from audit.journals j where kind = 'reversal' and clearing_minor is not null and ${ofMembers(scope)}) r using (member_no, system_no)
      left join audit.journals p on p.member_no = o.member_no and p.reference = o.system_no and p.kind = o.kind
      where (p.wallet_minor, p.clearing_minor, p.fees_minor, coalesce(p.commission_minor, 0), p.upstream_id, p.currency)
        is distinct from (-r.wallet_minor, -r.clearing_minor, -r.fees_minor, -coalesce(r.commission_minor, 0) - coalesce(r.inter_member_minor, 0), r.upstream_id, r.currency)`,
  },
  {
    name: 'reversals_by_two',
    promise: 'every reversed order was proposed by one operator and confirmed by another',
    over: 'orders',
    everyMinute: 'never',
    violations: (scope) => sql`
      select member_no, 'order ' || system_no as subject, o.status, a.proposed_by as "proposed by", a.decided_by as "decided by"
      from (select * from audit.orders where status = 'reversed' and ${ofMembers(scope)}) o
      full join (select * from audit.order_reversals where ${ofMembers(scope)}) a using (member_no, system_no)
      where o.status is null or a.decided_by is null or a.decided_by = a.proposed_by`,
  },
  {
    name: 'commission_reversed',
    promise:
      'for every reversed order, and no other, shares are reversed and agents have returned what they had received',
    over: 'commission_shares',
    everyMinute: 'never',
    violations: (scope) => sql`
      select coalesce(s.member_no, j.member_no) as member_no, 'order ' || coalesce(s.system_no, j.reference) as subject, coalesce(s.agent_no, j.member_no) as agent, o.status,
        s.amount_minor as share, s.reversed_at as "reversed at", s.transfer_reference as sent, j.wallet_minor as returned
      from (select s.*, case when transfer_reference is null or reversed_at is null then 0 else -amount_minor end as owes from ${everyShare(scope)} s) s
      left join audit.orders o on o.member_no = s.member_no and o.system_no = s.system_no
      full join (select * from audit.journals where kind = 'reversal' and clearing_minor is null and ${ofMembers(scope)}) j on j.member_no = s.agent_no and j.reference = s.system_no
      where s.member_no is null or (o.status = 'reversed') is distinct from (s.reversed_at is not null) or coalesce(j.wallet_minor, 0) <> s.owes`,
  },
];
