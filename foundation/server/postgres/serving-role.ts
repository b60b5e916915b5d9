/**
 * The rights of the role that the server works as, where that is not the role that migrates. They follow from the
 * tables: this role has no right to do what a table's triggers refuse to all roles (`refuse_change`).
 */
import pg from 'pg';

/**
 * Grants `role` what the server needs and revokes everything else, in one transaction. Call as the owner of the tables.
 */
export async function grantServing(client: pg.ClientBase, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role);
  const { rows } = await client.query<{ name: string; rights: string }>(RIGHTS);
  const statements = [
    'begin',
    `grant usage on schema public, audit to ${to}`,
    `revoke all on all tables in schema public from ${to}`,
    ...rows.map(({ name, rights }) => `grant ${rights} on ${name} to ${to}`),
    `grant select on all tables in schema audit to ${to}`,
    `grant usage on all sequences in schema public to ${to}`,
    `grant execute on function create_month_partitions(text, date, date) to ${to}`,
    'commit',
  ];
  try {
    await client.query(statements.join(';\n'));
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * For each table that is not a partition; partitions are reached through their parent. A guard of some columns leaves
 * the right to change the others.
 */
const RIGHTS = `
  with tables as (
    select oid, oid::regclass::text as name, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  ), guards as (
    select t.oid, bool_or(g.tgtype & 8 <> 0) as delete, bool_or(g.tgtype & 16 <> 0 and g.tgattr::text = '') as update
    from tables t join pg_trigger g on g.tgrelid = t.oid and g.tgfoid = to_regprocedure('public.refuse_change()') and g.tgtype & 1 = 0
    group by t.oid
  ), free as (
    select t.oid, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where not exists (select from pg_trigger g where g.tgrelid = t.oid and g.tgfoid = to_regprocedure('public.refuse_change()') and a.attnum = any(g.tgattr::smallint[]))
    group by t.oid
  )
  select t.name, case when t.relname = 'migrations' then 'select' else concat_ws(', ', 'select', 'insert',
      case when coalesce(guards.update, false) then null else 'update (' || free.columns || ')' end,
      case when coalesce(guards.delete, false) then null else 'delete' end) end as rights
  from tables t left join guards using (oid) join free using (oid) order by 1`;
