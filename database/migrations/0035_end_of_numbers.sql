-- System numbers end with the year 2092: the next year's do not fit a bigint. The last month reaches to the column's own end.
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
  while month <= last_month and month < date '2093-01-01' loop
    child := parent || '_' || to_char(month, 'YYYYMM');
    if to_regclass(quote_ident(child)) is null then
      execute format('create table %I partition of %I for values from (%s) to (%s)', child, parent,
        to_char(month, 'YYMM') || '01000000000' || '0000',
        case when month = date '2092-12-01' then 'maxvalue' else to_char(month + interval '1 month', 'YYMM') || '01000000000' || '0000' end);
      perform hold_partition(to_regclass(quote_ident(child)));
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;
