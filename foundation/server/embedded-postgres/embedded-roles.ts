/**
 * The roles of the embedded server. The superuser only sets up the roles and the database. The owner migrates: it can
 * alter the tables. The product works as the server role, which owns nothing and can't remove the guards of a table.
 */
import pg from 'pg';

export const roles = { superuser: 'postgres', owner: 'countinghouse_owner', server: 'countinghouse' } as const;
export const databaseName = 'countinghouse';

/**
 * Creates the two roles and the database where they are missing. An older database, whose only role was the superuser,
 * is handed over to the owner in one transaction. `connectionTo` returns a connection string of the superuser.
 */
export async function ensureRoles(connectionTo: (database: string) => string): Promise<void> {
  await asSuperuser(connectionTo('postgres'), async (client) => {
    for (const role of [roles.owner, roles.server]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      if (rowCount === 0) await client.query(`create role ${role} login`);
    }
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [databaseName],
    );
    if (!rows[0]) await client.query(`create database ${databaseName} owner ${roles.owner}`);
    else if (rows[0].owner !== roles.owner)
      await client.query(`alter database ${databaseName} owner to ${roles.owner}`);
  });
  await asSuperuser(connectionTo(databaseName), async (client) => {
    const { rows } = await client.query<{ statement: string }>(OF_THE_SUPERUSER, [roles.owner, roles.superuser]);
    if (rows.length > 0) await client.query(['begin', ...rows.map(({ statement }) => statement), 'commit'].join(';\n'));
  });
}

/**
 * Statements that hand over what the superuser owns in our schemas. Sequences of columns, indexes and row types follow
 * their tables.
 */
const OF_THE_SUPERUSER = `
  with mine as (select oid from pg_roles where rolname = $2),
    ours as (select n.oid, n.nspowner, n.nspname from pg_namespace n where n.nspname in ('public', 'audit'))
  select format('alter schema %I owner to %I', nspname, $1::text) as statement from ours where nspowner in (select oid from mine)
  union all
  select format('alter %s %s owner to %I', case c.relkind when 'v' then 'view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end, c.oid::regclass, $1::text)
  from pg_class c join ours on ours.oid = c.relnamespace
  where c.relowner in (select oid from mine) and c.relkind in ('r', 'p', 'v', 'S', 'c')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e') and c.relkind = 'S')
  union all
  select format('alter function %s owner to %I', p.oid::regprocedure, $1::text)
  from pg_proc p join ours on ours.oid = p.pronamespace where p.proowner in (select oid from mine)`;

async function asSuperuser(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString });
  // A server that dies under this connection is reported by the query.
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
