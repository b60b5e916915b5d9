/**
 * Test databases on a Citus cluster (`CITUS_URL`, its coordinator): each exists on the coordinator and on every worker,
 * with the tables placed by database/citus.sql. Only tests import this.
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { openDatabase } from './database.ts';
import { ensurePartitions } from './partitions.ts';
import { migrateQueue } from '#foundation/server/jobs/queue.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { silentLog } from '#foundation/server/process/log.ts';

/** Places the tables. */
export const placements = new URL('../citus.sql', migrationsFolder);
/** Few, since every test file clones all shards. */
const TEST_SHARDS = 4;

/** The machines of the cluster, the coordinator first, as URLs of the same database. */
export async function clusterNodes(coordinatorUrl: string): Promise<string[]> {
  const { rows } = await queryOnce<{ host: string; port: number }>(
    coordinatorUrl,
    `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by groupid`,
  );
  return [
    coordinatorUrl,
    ...rows.map(({ host, port }) => {
      const url = new URL(coordinatorUrl);
      url.hostname = host;
      url.port = String(port);
      return url.toString();
    }),
  ];
}

/** Runs a statement about databases, such as `create database`, on every machine of the cluster. */
export async function onEveryNode(nodes: readonly string[], statement: string): Promise<void> {
  for (const node of nodes) await queryOnce(node, statement);
}

/** Creates the database `name` on every machine, migrates it on the coordinator and places its tables. */
export async function createPlacedDatabase(
  nodes: readonly string[],
  name: string,
  { shards = TEST_SHARDS }: { shards?: number } = {},
): Promise<void> {
  await onEveryNode(nodes, `create database ${name}`);
  const [coordinator = '', ...workers] = nodes.map((node) => withDatabase(node, name));
  await onEveryNode([coordinator, ...workers], 'create extension citus');
  const { hostname, port } = new URL(coordinator);
  await queryOnce(coordinator, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
  for (const worker of workers.map((url) => new URL(url)))
    await queryOnce(coordinator, 'select citus_add_node($1, $2)', [worker.hostname, Number(worker.port)]);
  await migrateDatabase(coordinator);
  await placeTables(coordinator, shards);
}

/** Copies a database, to which nothing may be connected, on every machine, with its settings. */
export async function cloneDatabase(nodes: readonly string[], original: string, name: string): Promise<void> {
  await onEveryNode(nodes, `create database ${name} template ${original}`);
  for (const node of nodes) {
    const { rows } = await queryOnce<{ setting: string }>(
      node,
      'select unnest(setconfig) as setting from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = $1) and setrole = 0',
      [original],
    );
    for (const { setting } of rows) {
      const [key = '', value = ''] = setting.split('=');
      await queryOnce(node, `alter database ${name} set ${key} = ${pg.escapeLiteral(value)}`);
    }
  }
}

/** Ends every connection to the database. Citus keeps one of its own, and a template must have none. */
export async function disconnectAll(nodes: readonly string[], name: string): Promise<void> {
  await onEveryNode(
    nodes,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  );
}

/**
 * Drops the database on every machine. A pool that was closed a moment ago still has connections; the plain command
 * gives them time, and force would break them. On a busy cluster even a forced drop can find a connection that ends.
 * Citus' processes of the database on one machine connect to it on the others, every few seconds, so that a forced drop
 * could find a new connection each time. So every machine refuses new connections first.
 */
export async function dropDatabase(nodes: readonly string[], name: string): Promise<void> {
  const dropped = await Promise.all(nodes.map((node) => tryDrop(node, `drop database ${name}`)));
  const inUse = nodes.filter((_, at) => !dropped[at]);
  await onEveryNode(inUse, `alter database ${name} allow_connections false`);
  for (const node of inUse) {
    let isDropped = false;
    for (let tries = 0; !isDropped && tries < 10; tries += 1)
      isDropped = await tryDrop(node, `drop database ${name} with (force)`);
    if (!isDropped) throw new Error(`Database ${name} is still in use`);
  }
}

/** Returns false if the database is in use. */
async function tryDrop(node: string, statement: string): Promise<boolean> {
  try {
    await queryOnce(node, statement);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55006') return false;
    throw error;
  }
}

async function placeTables(coordinator: string, shards: number): Promise<void> {
  const text = await readFile(placements, 'utf8');
  const statements = text.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  await withClient(coordinator, async (client) => {
    for (const statement of [`set citus.shard_count = ${shards}`, ...statements]) await client.query(statement);
  });
}

/** Migrates an empty database and adds this month's partitions. */
export async function migrateDatabase(url: string): Promise<void> {
  const database = openDatabase({ connectionString: url, log: silentLog, size: 2 });
  await migrate(database.pool, migrationsFolder, silentLog);
  await migrateQueue(database.pool);
  await ensurePartitions(database.pool, new Date());
  await database.close();
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

export async function queryOnce<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values?: unknown[],
): Promise<pg.QueryResult<Row>> {
  return withClient(url, (client) => client.query<Row>(statement, values));
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
