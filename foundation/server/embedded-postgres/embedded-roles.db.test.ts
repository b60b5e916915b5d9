import { expect, test } from 'vitest';
import pg from 'pg';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { roles } from './embedded-roles.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { migrate } from '#foundation/server/postgres/migrate.ts';
import { type OpenedDatabase, openSettingsDatabase } from '#foundation/server/postgres/settings-database.ts';
import { EmbeddedTestFolder, query } from './embedded-for-tests.ts';
import { asSuperuser } from '#foundation/server/postgres/tampering-for-tests.ts';

const here = new EmbeddedTestFolder();

/** Opens the database as a process of the product does. */
async function opened<T>(work: (db: OpenedDatabase) => Promise<T>): Promise<T> {
  const database = await openSettingsDatabase(
    { databaseUrl: undefined, databaseConnections: 10, dataDir: here.dataDir },
    silentLog,
  );
  try {
    await database.asOwner((owner, servingRole) => migrate(owner.pool, migrationsFolder, silentLog, servingRole));
    await ensurePartitions(database.db.pool, new Date());
    return await work(database);
  } finally {
    await database.close();
  }
}

const addJournal = `
  insert into members (member_no, kind, name, created_at) values (10000001, 'merchant', 'Shop', now());
  insert into wallets (member_no, currency) values (10000001, 'CNY');
  insert into journals (member_no, reference, kind, currency, created_at, clearing, fees, upstream_id)
    select 10000001, (to_char(now(), 'YYMM') || '010000000000001')::bigint, 'payin', 'CNY', now(), 5, -5, 1`;

test('the server uses a role that is not a superuser, owns nothing and cannot remove a guard from a table', async () => {
  await opened(async ({ db }) => {
    const { rows } = await db.pool.query(
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, (select count(*) from pg_class where relowner = r.oid) as owned,
         (select count(*) from pg_auth_members where member = r.oid) as memberships from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        rolname: roles.server,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        owned: 0n,
        memberships: 0n,
      },
    ]);
    await db.pool.query(addJournal);
    const [month] = (
      await db.pool.query<{ name: string }>(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'journals'::regclass",
      )
    ).rows;
    for (const statement of [
      'update journals set remark = null',
      'delete from journals',
      'truncate journals',
      `delete from ${month?.name}`,
      `drop table ${month?.name}`,
      'alter table journals disable trigger user',
      'drop trigger journals_stay on journals',
      `alter table journals detach partition ${month?.name}`,
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
      "set session_replication_role = 'replica'",
      `set role ${roles.owner}`,
      'delete from migrations',
      'create table own (n int)',
      'update commission_transfers set amount = 1',
      'delete from audit_log',
      'select rolpassword from pg_authid',
    ])
      await expect(db.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    await db.pool.query(
      'update commission_transfers set received_at = now(); select 1 from commission_transfers for update',
    );
    // What a change of the master key needs.
    await db.pool.query('begin; lock table master_keys in access exclusive mode; rollback');
    expect((await db.pool.query('select 1 from journals')).rowCount).toBe(1);
  });
});

test('statistics are gathered for the server, which has no right to gather them itself', async () => {
  await opened(async ({ db, analyze }) => {
    const columns = async (): Promise<number> =>
      (
        await db.pool.query(
          "select 1 from pg_stats where schemaname = 'public' and tablename in ('journals', 'members')",
        )
      ).rowCount ?? 0;
    await db.pool.query(addJournal.replaceAll('10000001', '10000002'));
    const before = await columns();
    await db.pool.query('analyze');
    expect(await columns()).toBe(before);
    await analyze();
    expect(await columns()).toBeGreaterThan(before);
    const { rows } = await db.pool.query(
      "select reltuples from pg_class where oid in ('journals'::regclass, 'members'::regclass)",
    );
    expect(rows.filter(({ reltuples }) => reltuples < 1)).toEqual([]);
  });
});

test('the server has the rights on every table that the triggers leave, and none on partitions', async () => {
  await opened(async ({ db }) => {
    const { rows } = await db.pool.query<{ name: string; part: boolean; rights: string }>(`
      select oid::regclass::text as name, relispartition as part, array_to_string(array_remove(array[
        case when has_table_privilege(oid, 'select') then 'r' end, case when has_table_privilege(oid, 'insert') then 'a' end,
        case when has_table_privilege(oid, 'update') then 'w' when has_any_column_privilege(oid, 'update') then 'c' end,
        case when has_table_privilege(oid, 'delete') then 'd' end, case when has_table_privilege(oid, 'truncate') then 't' end,
        case when has_table_privilege(oid, 'trigger') then 'g' end, case when has_table_privilege(oid, 'references') then 'x' end], null), '') as rights
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
    expect(new Set(rows.filter(({ part }) => part).map(({ rights }) => rights))).toEqual(new Set(['']));
    const less = Object.fromEntries(
      rows
        .filter(({ part, rights }) => !part && !/^r(?:a[wc]d)$/.test(rights))
        .map(({ name, rights }) => [name, rights]),
    );
    expect(less).toEqual({
      migrations: 'r',
      ...Object.fromEntries(
        [
          'audit_log',
          'bank_files',
          'callback_attempts',
          'clearing_days',
          'disbursement_bulk_results',
          'disbursement_bulks',
        ]
          .concat(['factor_removals', 'journals', 'member_notes', 'member_rate_changes', 'platform_journals'])
          .concat(['risk_holds', 'routing_versions', 'setting_changes', 'statement_channels', 'statement_days'])
          .concat(['upstream_comparisons'])
          .concat(['upstream_difference_events', 'upstream_exchanges', 'upstream_lines', 'upstream_mappings'])
          .map((name) => [name, 'ra']),
      ),
      ...Object.fromEntries(
        [
          'audit_heads',
          'commission_shares',
          'commission_transfers',
          'disbursement_approvals',
          'disbursement_attempts',
          'disbursements',
          'hand_payments',
        ]
          .concat([
            'move_proposals',
            'operator_proposals',
            'order_confirmations',
            'order_reversals',
            'orders',
            'rate_proposals',
            'setting_proposals',
            'staff_proposals',
            'upstream_differences',
            'upstream_files',
            'wallet_adjustments',
            'wallets',
          ])
          .map((name) => [name, 'rac']),
      ),
    });
  });
});

test('an older database, owned and served by the superuser, is handed over with all its rows', async () => {
  const before = await here.start();
  const admin = new pg.Client({
    connectionString: asSuperuser(before.connectionString).replace('/countinghouse?', '/postgres?'),
  });
  await admin.connect();
  for (const statement of [
    'drop database countinghouse',
    `drop role ${roles.owner}`,
    `drop role ${roles.server}`,
    'create database countinghouse',
  ])
    await admin.query(statement);
  await admin.end();
  const pool = new pg.Pool({ connectionString: asSuperuser(before.connectionString), max: 2 });
  // `end` does not wait until the connections are closed, and stopping the server cuts them.
  pool.on('error', () => undefined);
  await migrate(pool, migrationsFolder, silentLog);
  await ensurePartitions(pool, new Date());
  await pool.query(addJournal);
  await pool.end();
  await before.stop();

  for (const time of ['first', 'second']) {
    await opened(async ({ db, connectionString }) => {
      expect((await db.pool.query('select wallet, clearing, fees from journals')).rows, time).toEqual([
        { wallet: null, clearing: 5n, fees: -5n },
      ]);
      expect((await db.pool.query('select count(*) as n from audit.journals')).rows).toEqual([{ n: 1n }]);
      await expect(db.pool.query('delete from journals')).rejects.toMatchObject({ code: '42501' });
      expect(
        await query(
          { connectionString },
          `select pg_get_userbyid(owner) as name, count(*) > 0 from (
             select relowner as owner from pg_class where relnamespace in ('public'::regnamespace, 'audit'::regnamespace)
             union all select proowner from pg_proc where pronamespace in ('public'::regnamespace, 'audit'::regnamespace)
             union all select typowner from pg_type where typnamespace in ('public'::regnamespace, 'audit'::regnamespace)
             union all select nspowner from pg_namespace where nspname = 'audit' union all select datdba from pg_database where datname = 'countinghouse') all_of_it
           group by 1`,
        ),
      ).toEqual([[roles.owner, true]]);
    });
  }
});
