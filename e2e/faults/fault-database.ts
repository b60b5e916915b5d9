/**
 * The database of the fault tests: a real PostgreSQL under our supervisor, which faults may kill; or, with `CITUS_URL`, a
 * database on a cluster, which they may not.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder } from '#database/migrations-folder.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { databaseName, roles } from '#foundation/server/embedded-postgres/embedded-roles.ts';
import { openDatabase } from '#foundation/server/postgres/database.ts';
import { migrateQueue } from '#foundation/server/jobs/queue.ts';
import { migrate } from '#foundation/server/postgres/migrate.ts';
import { asSuperuser } from '#foundation/server/postgres/tampering-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { coordinatorUrl, createDatabaseFor, dropDatabaseOf } from '../cluster-for-tests.ts';

export interface FaultDatabase {
  /** The superuser's direct connection. */
  connectionString: string;
  /** Where the line to it leads. */
  address: NetConnectOpts;
  /** The URL over the line on this local port. */
  urlOver(port: number): string;
  kill(signal: 'SIGKILL' | 'SIGQUIT'): void;
  /** Resolves when it accepts connections again. */
  ready(): Promise<void>;
  /** Call it between two rounds. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** The supervisor waits longer after each crash in a row, so after this many it is replaced. */
const MAX_CRASHES = 2;

export async function startFaultDatabase(): Promise<FaultDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-faults-'));
  return coordinatorUrl === undefined ? startEmbedded(dataDir) : startOnCluster(dataDir, coordinatorUrl);
}

async function startEmbedded(dataDir: string): Promise<FaultDatabase> {
  let crashes = 0;
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: silentLog, onCrash: () => void (crashes += 1) });
  let embedded = await start();
  const owner = openDatabase({ connectionString: embedded.ownerConnectionString, log: silentLog, size: 1 });
  await migrate(owner.pool, migrationsFolder, silentLog, roles.server);
  await migrateQueue(owner.pool, roles.server);
  await owner.close();
  const socketFolder = new URL(embedded.connectionString).searchParams.get('host') ?? '';
  return {
    connectionString: asSuperuser(embedded.connectionString),
    address: { path: join(socketFolder, '.s.PGSQL.5432') },
    urlOver: (port) => `postgresql://${roles.server}@127.0.0.1:${port}/${databaseName}`,
    kill: (signal) => embedded.kill(signal),
    ready: () => embedded.ready(),
    async rest() {
      if (crashes < MAX_CRASHES) return;
      await embedded.stop();
      embedded = await start();
      crashes = 0;
    },
    async close() {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startOnCluster(dataDir: string, adminUrl: string): Promise<FaultDatabase> {
  const connectionString = await createDatabaseFor(dataDir, adminUrl);
  const { hostname, port } = new URL(connectionString);
  return {
    connectionString,
    address: { host: hostname, port: Number(port) },
    urlOver(linePort) {
      const url = new URL(connectionString);
      url.host = `127.0.0.1:${linePort}`;
      return url.toString();
    },
    kill(signal) {
      throw new Error(`faults can't send ${signal} to a cluster`);
    },
    ready: async () => undefined,
    rest: async () => undefined,
    async close() {
      await dropDatabaseOf(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
