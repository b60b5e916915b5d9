/**
 * Describes a database's schema as text, read from its catalogs: tables with columns, keys, checks and indexes in order
 * of creation, without partitions; views with their columns and sources; then composite types and functions. The text
 * is the same on every supported server, so it can be compared. It is only documentation: migrations build a database.
 */
import type pg from 'pg';
import { readableSql } from './readable-sql.ts';

interface Relation {
  oid: number;
  name: string;
  kind: string;
  partitionKey: string | null;
  options: string[] | null;
  rowSecurity: boolean;
}

/** Throws if the schema contains a kind of object that this text would leave out. */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  const unknown = await selectUndescribed(pool);
  if (unknown.length > 0) throw new Error(`database/describe-schema.ts does not describe these: ${unknown.join(', ')}`);
  const relations = await selectRelations(pool);
  const tables = relations.filter(({ kind }) => kind === 'r' || kind === 'p');
  const views = relations.filter(({ kind }) => kind === 'v');
  const types = relations.filter(({ kind }) => kind === 'c');
  const parts = [
    header,
    ...(await each(tables, (table) => describeTable(pool, table))),
    ...(await each(views, (view) => describeView(pool, view))),
    ...(await each(types, (type) => describeType(pool, type))),
    ...(await describeFunctions(pool)),
  ];
  return `${parts.join('\n\n')}\n`;
}

const header = `-- Every table on one page, written by database/write-schema.ts from a database with all migrations. Never edit it by hand.
-- To change the schema, add a migration; then run: node database/write-schema.ts`;

async function describeTable(
  pool: pg.Pool,
  { oid, name, partitionKey, options, rowSecurity }: Relation,
): Promise<string> {
  const [columns, constraints, indexes, triggers, policies] = await Promise.all([
    selectColumns(pool, oid),
    selectConstraints(pool, oid),
    selectIndexes(pool, oid),
    selectTriggers(pool, oid),
    selectPolicies(pool, oid),
  ]);
  const width = Math.max(...columns.map((column) => column.name.length)) + 1;
  const lines = [
    ...columns.map((column) => `  ${column.name.padEnd(width)}${column.text}`),
    ...constraints.map((text) => `  ${text}`),
  ];
  const tail = `${partitionKey === null ? '' : ` partition by ${readableSql(partitionKey)}`}${options === null ? '' : ` with (${options.join(', ')})`}`;
  const security = rowSecurity ? [`alter table ${name} enable row level security;`] : [];
  return [
    `create table ${name} (\n${lines.join(',\n')}\n)${tail};`,
    ...indexes,
    ...triggers,
    ...security,
    ...policies,
  ].join('\n');
}

/** As comments, because the definition of a view differs between PostgreSQL versions, but its columns don't. */
async function describeView(pool: pg.Pool, { oid, name }: Relation): Promise<string> {
  const [columns, sources] = await Promise.all([selectColumns(pool, oid), selectSources(pool, oid)]);
  const width = Math.max(...columns.map((column) => column.name.length)) + 1;
  return [
    `-- view ${name}, over ${sources.join(', ')}`,
    ...columns.map((column) => `--   ${column.name.padEnd(width)}${column.text}`),
  ].join('\n');
}

async function describeType(pool: pg.Pool, { oid, name }: Relation): Promise<string> {
  const columns = await selectColumns(pool, oid);
  return `create type ${name} as (${columns.map((column) => `${column.name} ${column.text}`).join(', ')});`;
}

async function describeFunctions(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; takes: string; gives: string; language: string; body: string }>(
    `select p.oid::regproc::text as name, pg_get_function_arguments(p.oid) as takes, pg_get_function_result(p.oid) as gives, l.lanname as language, p.prosrc as body
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = any(${ownSchemas}) and ${notOfExtension('p.oid')} order by p.oid`,
  );
  return rows.map(
    ({ name, takes, gives, language, body }) =>
      `create function ${name}(${readableSql(takes)}) returns ${readableSql(gives)} language ${language} as $$${body}$$;`,
  );
}

/** Our schemas, without the system's and those of libraries. */
const ownSchemas = `array(select oid from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'pgboss'))`;

function notOfExtension(oid: string): string {
  return `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;
}

async function selectRelations(pool: pg.Pool): Promise<Relation[]> {
  const { rows } = await pool.query<Relation>(
    `select c.oid::int, c.oid::regclass::text as name, c.relkind as kind, pg_get_partkeydef(c.oid) as "partitionKey", c.reloptions as options, c.relrowsecurity as "rowSecurity"
     from pg_class c where c.relnamespace = any(${ownSchemas}) and c.relkind in ('r', 'p', 'v', 'c') and not c.relispartition and ${notOfExtension('c.oid')} order by c.oid`,
  );
  return rows;
}

async function selectColumns(pool: pg.Pool, relation: number): Promise<{ name: string; text: string }[]> {
  const { rows } = await pool.query<{
    name: string;
    type: string;
    collation: string | null;
    required: boolean;
    standard: string | null;
    generated: string;
    identity: string;
  }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, a.attgenerated as generated, a.attidentity as identity,
       pg_get_expr(d.adbin, d.adrelid, true) as standard, (select collname from pg_collation l where l.oid = a.attcollation and l.collname <> 'default') as collation
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [relation],
  );
  return rows.map(({ name, type, collation, required, standard, generated, identity }) => ({
    name,
    text: [
      readableSql(type),
      ...(collation === null ? [] : [`collate "${collation}"`]),
      ...(required ? ['not null'] : []),
      ...(identity === '' ? [] : [`generated ${identity === 'a' ? 'always' : 'by default'} as identity`]),
      ...(standard === null
        ? []
        : [
            generated === ''
              ? `default ${readableSql(standard)}`
              : `generated always as (${readableSql(standard)}) stored`,
          ]),
    ].join(' '),
  }));
}

/** Keys first, then references, then checks. `not null` is part of the column. */
async function selectConstraints(pool: pg.Pool, relation: number): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select pg_get_constraintdef(oid, true) as text from pg_constraint
     where conrelid = $1 and contype in ('p', 'u', 'f', 'c', 'x') order by position(contype::text in 'pufcx'), conname`,
    [relation],
  );
  return rows.map(({ text }) => readableSql(text));
}

/** Without the indexes of keys. */
async function selectIndexes(pool: pg.Pool, relation: number): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select pg_get_indexdef(i.indexrelid) as text from pg_index i
     where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')) order by i.indexrelid::regclass::text`,
    [relation],
  );
  return rows.map(({ text }) => `${readableSql(text)};`);
}

async function selectTriggers(pool: pg.Pool, relation: number): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    'select pg_get_triggerdef(oid, true) as text from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname',
    [relation],
  );
  return rows.map(({ text }) => `${readableSql(text)};`);
}

async function selectPolicies(pool: pg.Pool, relation: number): Promise<string[]> {
  const { rows } = await pool.query<{
    name: string;
    table: string;
    command: string;
    reads: string | null;
    writes: string | null;
  }>(
    `select polname as name, polrelid::regclass::text as table, case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command,
       pg_get_expr(polqual, polrelid, true) as reads, pg_get_expr(polwithcheck, polrelid, true) as writes
     from pg_policy where polrelid = $1 order by polname`,
    [relation],
  );
  return rows.map(
    ({ name, table, command, reads, writes }) =>
      `create policy ${name} on ${table} for ${command}${reads === null ? '' : ` using (${readableSql(reads)})`}${writes === null ? '' : ` with check (${readableSql(writes)})`};`,
  );
}

/** Returns the tables and views that a view reads. */
async function selectSources(pool: pg.Pool, view: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct d.refobjid::regclass::text as name from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
     where r.ev_class = $1 and d.refclassid = 'pg_class'::regclass and d.refobjid <> $1 order by name`,
    [view],
  );
  return rows.map(({ name }) => name);
}

/** Returns objects that the text can't describe. It must not look complete when it isn't. */
async function selectUndescribed(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select 'relation ' || c.oid::regclass::text as name from pg_class c
       where c.relnamespace = any(${ownSchemas}) and c.relkind in ('m', 'f', 'S') and ${notOfExtension('c.oid')}
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
     union all
     select 'type ' || t.oid::regtype::text from pg_type t where t.typnamespace = any(${ownSchemas}) and t.typtype in ('e', 'd') and ${notOfExtension('t.oid')}
     union all
     select 'extension ' || extname from pg_extension where extname <> 'plpgsql'
     order by name`,
  );
  return rows.map(({ name }) => name);
}

/** One at a time, because the order matters and one connection is enough. */
async function each<Item>(items: readonly Item[], describe: (item: Item) => Promise<string>): Promise<string[]> {
  const parts: string[] = [];
  for (const item of items) parts.push(await describe(item));
  return parts;
}
