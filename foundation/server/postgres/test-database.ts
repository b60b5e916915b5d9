/**
 * A fresh, migrated database for one test file, cloned from a template on the server that the test run started
 * (`TEST_DATABASE_URL`). Only tests import this.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { type Database, openDatabase } from './database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { migrate } from './migrate.ts';
import { ensurePartitions } from './partitions.ts';

export interface TestDatabase extends Database {
  /** For a second process or pool on the same database. */
  readonly connectionString: string;
}

export async function testDatabase(options: { size?: number } = {}): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (!adminUrl)
    throw new Error(
      'TEST_DATABASE_URL is not set: run database tests through the project `database` of vitest.config.ts',
    );
  const template = await ensureTemplate(adminUrl);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(adminUrl, (client) => client.query(`create database ${name} template ${template}`));
  const connectionString = urlOf(adminUrl, name);
  const database = openDatabase({ connectionString, log: silentLog, size: options.size ?? 20 });
  return {
    ...database,
    connectionString,
    close: async () => {
      await database.close();
      // `pool.end` does not wait until its connections are gone. The plain command gives them time, and force would
      // break them.
      await withClient(adminUrl, (client) =>
        client.query(`drop database ${name}`).catch(() => client.query(`drop database ${name} with (force)`)),
      );
    },
  };
}

/** Creates one template for each state of the migrations; the first caller makes it. */
async function ensureTemplate(adminUrl: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(migrationsFolder)).sort())
    hash.update(await readFile(new URL(file, migrationsFolder)));
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await withClient(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await client.query(`create database ${name}_new`);
    const database = openDatabase({ connectionString: urlOf(adminUrl, `${name}_new`), log: silentLog, size: 2 });
    await migrate(database.pool, migrationsFolder, silentLog);
    await ensurePartitions(database.pool, new Date());
    await database.close();
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
}
