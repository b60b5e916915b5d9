/**
 * Brings a database to the newest schema: ordered SQL files, each once, in its own transaction. An applied file must
 * never change. A second process that starts at the same time waits for the first.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from '#foundation/server/process/log.ts';
import { grantServing } from './serving-role.ts';

const LOCK_KEY = 7_305_119_421;

/**
 * Applies missing migrations and returns their names. `servingRole` is the role that works on the tables; it can be the
 * one that migrates.
 */
export async function migrate(pool: pg.Pool, folder: URL, log: Logger, servingRole?: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    // A role that only works on the tables has no right to create any, not even an existing one.
    const { rows } = await client.query<{ isNew: boolean; me: string }>(
      `select to_regclass('migrations') is null as "isNew", current_user as me`,
    );
    if (rows[0]?.isNew)
      await client.query(
        'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
      );
    const known = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')).rows.map(
        (row) => [row.name, row.checksum],
      ),
    );
    const applied: string[] = [];
    for (const name of await migrationNames(folder)) {
      const text = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const before = known.get(name);
      if (before === checksum) continue;
      if (before !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
      await applyOne(client, name, text, checksum);
      applied.push(name);
    }
    if (servingRole !== undefined && servingRole !== rows[0]?.me) await grantServing(client, servingRole);
    if (applied.length > 0) log.info({ applied }, 'migrated the database');
    return applied;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
    client.release();
  }
}

/** Whether every migration has been applied. Used for readiness. */
export async function isMigrated(pool: pg.Pool, folder: URL): Promise<boolean> {
  const names = await migrationNames(folder);
  const { rows } = await pool.query<{ count: bigint }>(
    'select count(*) as count from migrations where name = any($1)',
    [names],
  );
  return Number(rows[0]?.count ?? 0) === names.length;
}

async function migrationNames(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function applyOne(client: pg.PoolClient, name: string, text: string, checksum: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
