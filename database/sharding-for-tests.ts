/**
 * Checks the rules of Citus for a schema that database/citus.sql distributes. Reads only the catalogs, so it works on
 * any PostgreSQL without Citus.
 */
import type pg from 'pg';

/** A pool, or a client in a transaction. */
export type Connection = Pick<pg.ClientBase, 'query'>;

interface Placed {
  name: string;
  placement: 'distributed' | 'reference' | 'in metadata' | 'local';
}

/** How each kind of placement is written. Any other statement is rejected, because it would go unchecked. */
const FORMS: readonly [Placed['placement'], RegExp][] = [
  ['reference', /^select create_reference_table\('(\w+)'\);$/],
  ['distributed', /^select create_distributed_table\('(\w+)', 'member_no', colocate_with => '(?:none|wallets)'\);$/],
  ['in metadata', /^select citus_add_local_table_to_metadata\('(\w+)'\);$/],
  ['local', /^-- local: (\w+)$/],
];

/** Prepares the schema for the placements. Settings of the database are for the sessions that come later. */
const FIRST = /^(?:set citus\.|alter table ).+;$/;
const SETTING =
  /^do \$\$ begin execute format\('alter database %I set citus\.\w+ = \w+', current_database\(\)\); end \$\$;$/;

/** Returns the statements of citus.sql that prepare the schema, one per line. */
export function firstStatements(text: string): string[] {
  return text.split('\n').filter((line) => FIRST.test(line));
}

/** Returns one line per broken rule, or none if `text` can distribute the schema. */
export async function breaches(on: Connection, text: string): Promise<string[]> {
  const placed = placedIn(text);
  const found: string[] = [...groupBreaches(text)];
  for (const rule of RULES) {
    const { rows } = await on.query<{ breach: string }>(`${PLACED} ${rule} order by 1`, [JSON.stringify(placed)]);
    found.push(...rows.map(({ breach }) => breach));
  }
  return found;
}

function placedIn(text: string): Placed[] {
  return text.split('\n').flatMap((line) => {
    for (const [placement, form] of FORMS) {
      const name = form.exec(line)?.[1];
      if (name !== undefined) return [{ name, placement }];
    }
    if (line !== '' && !line.startsWith('--') && !FIRST.test(line) && !SETTING.test(line))
      throw new Error(`unknown statement: ${line}`);
    return [];
  });
}

/**
 * The first distributed table must start a colocation group that all others join. Otherwise a member's rows are in
 * different shards.
 */
function groupBreaches(text: string): string[] {
  return [...text.matchAll(/create_distributed_table\('(\w+)', 'member_no', colocate_with => '(\w+)'/g)].flatMap(
    ([, table, group], index) =>
      (index === 0 ? table === 'wallets' && group === 'none' : group === 'wallets')
        ? []
        : [`${table} is not placed with wallets`],
  );
}

/**
 * `placed` has one row per placement in citus.sql. `at` is null if the schema has no such table. Partitions don't count
 * as tables.
 */
const PLACED = `
  with tables as (
    select oid, relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition),
  placed as (
    select p.name, p.placement, p.line, t.oid as at
    from rows from (jsonb_to_recordset($1::jsonb) as (name text, placement text)) with ordinality as p (name, placement, line) left join tables t using (name))`;

/** Only the columns before \`include\` belong to the key. */
const MEMBER_IN_INDEX = `exists (
  select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'member_no' and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]))`;

/** Both sides have the member at the same position of the key. */
const MEMBER_IN_REFERENCE = `exists (
  select from unnest(k.conkey, k.confkey) as pair (own, other)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own and a.attname = 'member_no'
  join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other and b.attname = 'member_no')`;

const RULES = [
  `select name || ' is not placed' as breach from tables t where not exists (select from placed p where p.at = t.oid)`,
  `select name || ' is placed ' || count(*) || ' times' as breach from placed group by name having count(*) > 1`,
  `select name || ' is placed but is not a table of the schema' as breach from placed where at is null`,

  // `members` is excepted: it is searched as a whole.
  `select p.name || ' is keyed by member but not distributed' as breach
   from placed p join pg_index i on i.indrelid = p.at and i.indisprimary join pg_attribute a on a.attrelid = p.at and a.attnum = i.indkey[0]
   where a.attname = 'member_no' and p.placement <> 'distributed' and p.name <> 'members'`,

  `select p.name || ' has no column member_no that is a bigint and not null' as breach from placed p
   where p.placement = 'distributed' and p.at is not null and not exists (
     select from pg_attribute a where a.attrelid = p.at and a.attname = 'member_no' and a.atttypid = 'bigint'::regtype and a.attnotnull)`,

  `select 'unique key ' || i.indexrelid::regclass || ' of ' || p.name || ' does not include member_no' as breach
   from placed p join pg_index i on i.indrelid = p.at
   where p.placement = 'distributed' and (i.indisunique or i.indisexclusion) and not ${MEMBER_IN_INDEX}`,

  `select 'foreign key ' || k.conname || ' of ' || p.name || ', ' || p.placement || ', refers to ' || o.name || ', ' || o.placement
     || case when p.placement = 'distributed' and o.placement = 'distributed' then ', without member_no on both sides' else '' end as breach
   from placed p join pg_constraint k on k.conrelid = p.at and k.contype = 'f' join placed o on o.at = k.confrelid
   where not case p.placement
     when 'distributed' then o.placement = 'reference' or (o.placement = 'distributed' and ${MEMBER_IN_REFERENCE})
     when 'reference' then o.placement = 'reference'
     when 'in metadata' then o.placement in ('reference', 'in metadata')
     else o.placement = 'local' end`,

  `select p.name || ' is placed before ' || o.name || ', which it refers to' as breach
   from placed p join pg_constraint k on k.conrelid = p.at and k.contype = 'f' join placed o on o.at = k.confrelid
   where p.line < o.line and o.placement in ('reference', 'distributed')`,

  // Triggers with refuse_change() touch nothing outside their shard. Citus accepts them if this setting allows it.
  `select 'trigger ' || t.tgname || ' is on ' || p.name || ', ' || p.placement as breach
   from placed p join pg_trigger t on t.tgrelid = p.at and not t.tgisinternal
   where p.placement in ('distributed', 'reference') and not (p.placement = 'distributed' and t.tgfoid = 'refuse_change()'::regprocedure
     and current_setting('citus.enable_unsafe_triggers', true) = 'on')`,

  // Every insert would get its number from the one node that has the sequence.
  `select p.name || '.' || a.attname || ' is numbered by the database' as breach
   from placed p join pg_attribute a on a.attrelid = p.at and not a.attisdropped left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where p.placement = 'distributed' and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval(%')`,
];
