/**
 * The benches' own databases: an embedded server in a temporary folder, or the one in `DATABASE_URL`; and next to it a
 * database on the Citus cluster whose coordinator `CITUS_URL` names, with the tables placed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder } from '#database/migrations-folder.ts';
import { type Database, openDatabase } from '#foundation/server/postgres/database.ts';
import { startEmbeddedPostgres } from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { migrateQueue } from '#foundation/server/jobs/queue.ts';
import { migrate } from '#foundation/server/postgres/migrate.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import {
  clusterNodes,
  createPlacedDatabase,
  dropDatabase,
  onEveryNode,
  queryOnce,
  withDatabase,
} from '#foundation/server/postgres/cluster-for-tests.ts';
import { asSuperuser } from '#foundation/server/postgres/tampering-for-tests.ts';

export interface BenchDatabase {
  /** `one server`, or `cluster, 2 workers`. */
  name: string;
  db: Database;
  connectionString: string;
  /** Every machine's URL of the database, the coordinator's first. */
  nodes: readonly string[];
  close(): Promise<void>;
}

export async function benchDatabase(settings?: Record<string, string>): Promise<BenchDatabase> {
  const url = process.env['DATABASE_URL'];
  const dataDir = url ? undefined : await mkdtemp(join(tmpdir(), 'countinghouse-bench-'));
  const embedded = dataDir
    ? await startEmbeddedPostgres({ dataDir, log: silentLog, ...(settings ? { settings } : {}) })
    : undefined;
  // Superuser, because benches create tables, request checkpoints and read the server's statistics.
  const connectionString = url ?? asSuperuser(embedded?.connectionString ?? '');
  const db = openDatabase({ connectionString, log: silentLog });
  await migrate(db.pool, migrationsFolder, silentLog);
  await migrateQueue(db.pool);
  await ensurePartitions(db.pool, new Date());
  return {
    name: 'one server',
    db,
    connectionString,
    nodes: [connectionString],
    async close() {
      await db.close();
      await embedded?.stop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The single server and, if `CITUS_URL` is set, a cluster, to be measured in turns. */
export async function benchDatabases(settings?: Record<string, string>): Promise<BenchDatabase[]> {
  const single = await benchDatabase(settings);
  const cluster = process.env['CITUS_URL'];
  return cluster ? [single, await clusterDatabase(cluster)] : [single];
}

async function clusterDatabase(adminUrl: string): Promise<BenchDatabase> {
  const machines = await clusterNodes(adminUrl);
  const name = `bench_${process.pid}`;
  await createPlacedDatabase(machines, name, { shards: 16 });
  const nodes = machines.map((node) => withDatabase(node, name));
  const connectionString = withDatabase(adminUrl, name);
  await queryOnce(connectionString, `alter database ${name} set citus.enable_stat_counters = on`);
  const db = openDatabase({ connectionString, log: silentLog });
  return {
    name: `cluster, ${machines.length - 1} workers`,
    db,
    connectionString,
    nodes,
    async close() {
      await db.close();
      await dropDatabase(machines, name);
    },
  };
}

/** Writes everything to disk first, so that the work before a measurement is not paid for during it. */
export async function checkpoint({ nodes }: Pick<BenchDatabase, 'nodes'>): Promise<void> {
  await onEveryNode(nodes, 'checkpoint');
}

/** How many statements a cluster sent to a single shard and to several, since the database exists. */
export interface ShardCounts {
  single: number;
  several: number;
}

/** Undefined on a single server. */
export async function shardCounts({ db }: Pick<BenchDatabase, 'db'>): Promise<ShardCounts | undefined> {
  if (!(await db.isSpread())) return undefined;
  const { rows } = await db.pool.query<{ single: bigint; several: bigint }>(
    `select query_execution_single_shard as single, query_execution_multi_shard as several from citus_stat_counters where name = current_database()`,
  );
  return { single: Number(rows[0]?.single ?? 0), several: Number(rows[0]?.several ?? 0) };
}

/** The share of statements since `before` that went to a single shard, in percent; empty on a single server. */
export function shareToOneShard(before: ShardCounts | undefined, after: ShardCounts | undefined): string {
  if (!before || !after) return '';
  const [single, several] = [after.single - before.single, after.several - before.several];
  return `${((single / (single + several)) * 100).toFixed(2)} %`;
}
