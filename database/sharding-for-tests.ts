/**
 * What Citus asks of a schema that database/citus.sql spreads, asked of the catalogs of any PostgreSQL: Citus itself
 * need not be there. Only reads.
 */
import type pg from 'pg';

/** The pool, or one of its clients within a transaction. */
export type Asked = Pick<pg.ClientBase, 'query'>;

interface Placed {
  name: string;
  placement: 'distributed' | 'reference' | 'in metadata' | 'local';
}

/** How each kind of placement is written. Any other statement is refused: it would be believed unchecked. */
const FORMS: readonly [Placed['placement'], RegExp][] = [
  ['reference', /^select create_reference_table\('(\w+)'\);$/],
  ['distributed', /^select create_distributed_table\('(\w+)', 'member_no', colocate_with => '(?:none|wallets)'\);$/],
  ['in metadata', /^select citus_add_local_table_to_metadata\('(\w+)'\);$/],
  ['local', /^-- local: (\w+)$/],
];

/** The statements that the head of citus.sql wants to be run before it, one line each. */
export function firstStatements(text: string): string[] {
  return [...text.matchAll(/^-- first: (.+)$/gm)].map(([, statements = '']) => statements);
}

/** What of a rule is broken, a line each; nothing when `text` can spread the schema as it stands. */
export async function breaches(on: Asked, text: string): Promise<string[]> {
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
    if (line !== '' && !line.startsWith('--')) throw new Error(`this places no table: ${line}`);
    return [];
  });
}

/** A member's rows of all tables lie in one shard only when the first begins a group that the others join. */
function groupBreaches(text: string): string[] {
  return [...text.matchAll(/create_distributed_table\('(\w+)', 'member_no', colocate_with => '(\w+)'/g)].flatMap(
    ([, table, group], index) =>
      (index === 0 ? table === 'wallets' && group === 'none' : group === 'wallets')
        ? []
        : [`${table} is not placed with wallets`],
  );
}

/**
 * `placed`: each line of citus.sql; `at` is null when the schema has no such table. A partition is no table of its own.
 */
const PLACED = `
  with tables as (
    select oid, relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition),
  placed as (
    select p.name, p.placement, p.line, t.oid as at
    from rows from (jsonb_to_recordset($1::jsonb) as (name text, placement text)) with ordinality as p (name, placement, line) left join tables t using (name))`;

/** A key's columns are those before \`include\`. */
const MEMBER_IN_INDEX = `exists (
  select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'member_no' and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]))`;

/** Both sides name the member, in the same place of the key. */
const MEMBER_IN_REFERENCE = `exists (
  select from unnest(k.conkey, k.confkey) as pair (own, other)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own and a.attname = 'member_no'
  join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other and b.attname = 'member_no')`;

const RULES = [
  `select name || ' is not placed' as breach from tables t where not exists (select from placed p where p.at = t.oid)`,
  `select name || ' is placed ' || count(*) || ' times' as breach from placed group by name having count(*) > 1`,
  `select name || ' is placed and is no table of the schema' as breach from placed where at is null`,

  // The register of the members is looked through as a whole.
  `select p.name || ' is keyed by member and not distributed' as breach
   from placed p join pg_index i on i.indrelid = p.at and i.indisprimary join pg_attribute a on a.attrelid = p.at and a.attnum = i.indkey[0]
   where a.attname = 'member_no' and p.placement <> 'distributed' and p.name <> 'members'`,

  `select p.name || ' has no column member_no that is a bigint and not null' as breach from placed p
   where p.placement = 'distributed' and p.at is not null and not exists (
     select from pg_attribute a where a.attrelid = p.at and a.attname = 'member_no' and a.atttypid = 'bigint'::regtype and a.attnotnull)`,

  `select 'unique key ' || i.indexrelid::regclass || ' of ' || p.name || ' is without member_no' as breach
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

  // Those that hold rows touch nothing outside of their shard: Citus takes them where it is told so.
  `select 'trigger ' || t.tgname || ' is on ' || p.name || ', ' || p.placement as breach
   from placed p join pg_trigger t on t.tgrelid = p.at and not t.tgisinternal
   where p.placement in ('distributed', 'reference') and not (p.placement = 'distributed' and t.tgfoid = 'refuse_change()'::regprocedure
     and current_setting('citus.enable_unsafe_triggers', true) = 'on')`,

  // Every insert would ask the one place where the numbers are kept.
  `select p.name || '.' || a.attname || ' is numbered by the database' as breach
   from placed p join pg_attribute a on a.attrelid = p.at and not a.attisdropped left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where p.placement = 'distributed' and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval(%')`,
];
