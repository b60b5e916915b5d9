/**
 * A fresh, migrated database for one test file, cloned from a template on the server that the test run started
 * (`TEST_DATABASE_URL`), or on every machine of a Citus cluster (`CITUS_URL`, see cluster-for-tests.ts). Only tests import
 * this.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { type Database, openDatabase } from './database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import {
  cloneDatabase,
  clusterNodes,
  createPlacedDatabase,
  disconnectAll,
  dropDatabase,
  migrateDatabase,
  placements,
  queryOnce,
  withClient,
  withDatabase,
} from './cluster-for-tests.ts';

export interface TestDatabase extends Database {
  /** For a second process or pool on the same database. */
  readonly connectionString: string;
  /** The database on each machine, the coordinator first; on one server that is `connectionString`. */
  readonly nodes: readonly string[];
}

export async function testDatabase(options: { size?: number } = {}): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (!adminUrl)
    throw new Error(
      'TEST_DATABASE_URL is not set: run database tests through the project `database` of vitest.config.ts',
    );
  const nodes = process.env['CITUS_URL'] ? await clusterNodes(adminUrl) : [adminUrl];
  const template = await ensureTemplate(nodes);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await cloneDatabase(nodes, template, name);
  const connectionString = withDatabase(adminUrl, name);
  const database = openDatabase({ connectionString, log: silentLog, size: options.size ?? 20 });
  return {
    ...database,
    connectionString,
    nodes: nodes.map((node) => withDatabase(node, name)),
    close: async () => {
      await database.close();
      await dropDatabase(nodes, name);
    },
  };
}

/**
 * Creates one template for each state of the migrations, on each machine; the first caller makes it. Returns its name.
 */
export async function ensureTemplate(nodes: readonly string[]): Promise<string> {
  const [adminUrl = ''] = nodes;
  const hash = createHash('sha256');
  const files = (await readdir(migrationsFolder)).sort().map((file) => new URL(file, migrationsFolder));
  for (const file of [...files, placements]) hash.update(await readFile(file));
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await withClient(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const making = `${name}_new`;
    if (nodes.length > 1) {
      await createPlacedDatabase(nodes, making);
      await disconnectAll(nodes, making);
    } else {
      await client.query(`create database ${making}`);
      await migrateDatabase(withDatabase(adminUrl, making));
    }
    for (const node of nodes.toReversed()) await queryOnce(node, `alter database ${making} rename to ${name}`);
  });
  return name;
}
