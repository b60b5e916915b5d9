-- What the books promise is held by the database: rows that are only ever added are not changed, and what money hangs on is not deleted.
-- The triggers are a statement's, so that an insert pays nothing for them. Only who may alter the table can get around them
-- (decision 0044): `refuse_change` also tells which rights the server's own role is given.

create trigger journals_stay before update or delete or truncate on journals for each statement execute function refuse_change();
create trigger risk_holds_stay before update or delete or truncate on risk_holds for each statement execute function refuse_change();
create trigger factor_removals_stay before update or delete or truncate on factor_removals for each statement execute function refuse_change();
create trigger upstream_exchanges_stay before update or delete or truncate on upstream_exchanges for each statement execute function refuse_change();
create trigger callback_attempts_stay before update or delete or truncate on callback_attempts for each statement execute function refuse_change();

-- An agent's share may be claimed by a transfer or taken back, and a transfer may arrive. What and whose it is stays.
create trigger commission_shares_stay before delete or truncate on commission_shares for each statement execute function refuse_change();
create trigger commission_shares_keep before update of member_no, reference, agent_no, currency, amount, held, release_at, created_at on commission_shares
  for each statement execute function refuse_change();
create trigger commission_transfers_stay before delete or truncate on commission_transfers for each statement execute function refuse_change();
create trigger commission_transfers_keep before update of member_no, reference, agent_no, currency, amount, held, release_at, created_at on commission_transfers
  for each statement execute function refuse_change();

-- A proposal may be decided, once.
create trigger order_reversals_stay before delete or truncate on order_reversals for each statement execute function refuse_change();
create trigger order_reversals_keep before update of member_no, approval_id, system_no, reason, forced, proposed_by, proposed_in, proposed_at, expires_at on order_reversals
  for each statement execute function refuse_change();
create trigger order_reversals_decided before update on order_reversals for each row when (old.state <> 'open') execute function refuse_change();
create trigger disbursement_approvals_stay before delete or truncate on disbursement_approvals for each statement execute function refuse_change();
create trigger disbursement_approvals_keep
  before update of member_no, approval_id, system_no, act, bank_reference, upstream_id, reason, proposed_by, proposed_in, proposed_at, expires_at on disbursement_approvals
  for each statement execute function refuse_change();
create trigger disbursement_approvals_decided before update on disbursement_approvals for each row when (old.state <> 'open') execute function refuse_change();
create trigger operator_proposals_stay before delete or truncate on operator_proposals for each statement execute function refuse_change();
create trigger operator_proposals_keep before update of approval_id, user_id, act, reason, proposed_by, proposed_in, proposed_at, expires_at on operator_proposals
  for each statement execute function refuse_change();
create trigger operator_proposals_decided before update on operator_proposals for each row when (old.state <> 'open') execute function refuse_change();

create trigger wallets_stay before delete or truncate on wallets for each statement execute function refuse_change();
create trigger orders_stay before delete or truncate on orders for each statement execute function refuse_change();
create trigger disbursements_stay before delete or truncate on disbursements for each statement execute function refuse_change();
create trigger disbursement_attempts_stay before delete or truncate on disbursement_attempts for each statement execute function refuse_change();

-- A statement that names a partition fires the partition's triggers alone: each has its parent's.
create function hold_partition(child regclass) returns void language plpgsql as $$
declare
  events text;
begin
  select string_agg(distinct event, ' or ') into events
  from pg_inherits i join pg_trigger t on t.tgrelid = i.inhparent and t.tgfoid = 'public.refuse_change()'::regprocedure,
    lateral (values (16, 'update'), (8, 'delete'), (32, 'truncate')) as known (bit, event)
  where i.inhrelid = child and t.tgtype & known.bit <> 0;
  if events is not null then
    execute format('create trigger partition_stays before %s on %s for each statement execute function public.refuse_change()', events, child);
  end if;
end $$;

select hold_partition(i.inhrelid) from pg_inherits i join pg_partitioned_table p on p.partrelid = i.inhparent
where i.inhrelid in (select oid from pg_class where relkind = 'r');

-- The server makes its months by this function alone, with the rights of the tables' owner.
create or replace function create_month_partitions(parent text, first_month date, last_month date) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date := date_trunc('month', first_month)::date;
  made integer := 0;
  child text;
begin
  if not exists (select from pg_partitioned_table where partrelid = to_regclass(quote_ident(parent))) then
    raise exception '% is no table by month', parent;
  end if;
  while month <= last_month loop
    child := parent || '_' || to_char(month, 'YYYYMM');
    if to_regclass(quote_ident(child)) is null then
      execute format('create table %I partition of %I for values from (%s) to (%s)', child, parent,
        to_char(month, 'YYMM') || '01000000000' || '0000',
        to_char(month + interval '1 month', 'YYMM') || '01000000000' || '0000');
      perform hold_partition(to_regclass(quote_ident(child)));
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;
revoke execute on function create_month_partitions(text, date, date) from public;
