/**
 * The environment of the fault tests: a real PostgreSQL (fault-database.ts), a line to it that can be broken, the
 * product's server as a process behind that line, and the means to fail each of them.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#foundation/core/clock.ts';
import { type Database, openDatabase, sqlState } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { composeVerbs, type Verbs } from '#apps/server/verbs.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { startServer, type TestServer } from '../server-for-tests.ts';
import { openLine } from './database-line.ts';
import { startFaultDatabase } from './fault-database.ts';
import type { PlannedFault } from './plan.ts';

export interface Environment {
  readonly baseUrl: string;
  /** A direct connection to the database, not over the line. It breaks with the database. */
  readonly db: Database;
  /** Of `db`. */
  readonly connectionString: string;
  readonly verbs: Verbs;
  /** The server processes; the first one has the gateway. */
  readonly servers: readonly TestServer[];
  /** Causes the fault, and restarts what does not recover by itself. */
  inflict(fault: PlannedFault): Promise<void>;
  /** Call it between two rounds. */
  rest(): Promise<void>;
  /** The error lines of the servers' logs. */
  serverErrors(): string[];
  close(): Promise<void>;
}

export const UPSTREAM = 1;

export interface EnvironmentOptions {
  /** Number of processes, including the first. */
  workers?: number;
  /** The roles of each process; the first one also has the gateway. */
  processRoles?: string;
  /** The first process creates the demo's people and traffic. */
  demo?: boolean;
}

/** `receiver`: `host:port` of the callbacks' receiver. */
export async function startEnvironment(
  receiver: string,
  { workers = 1, processRoles = 'worker', demo = false }: EnvironmentOptions = {},
): Promise<Environment> {
  const database = await startFaultDatabase();
  const db = openDatabase({
    connectionString: database.connectionString,
    log: silentLog,
    size: 4,
    applicationName: 'fault test',
  });
  await ensurePartitions(db.pool, new Date());

  const line = await openLine(database.address);
  const masterKey = randomBytes(32);
  const port = await freePort();
  // The sandbox notifies the platform as an external upstream would: at its public address.
  const env = serverSettings(database.urlOver(line.port), masterKey, [`127.0.0.1:${port}`, receiver]);
  const first = { ...env, ROLES: `gateway,${processRoles}`, ...(demo ? { DEMO: 'on' } : {}) };
  const server = await startServer({ port, env: first });
  const more = await Promise.all(
    Array.from({ length: workers - 1 }, () => startServer({ env: { ...env, ROLES: processRoles } })),
  );
  const servers = [server, ...more];
  const verbs = composeVerbs({
    settings: readSettings(server.env),
    db,
    clock: systemClock,
    log: silentLog,
    sealer: new Sealer(masterKey),
    publish: () => undefined,
  });
  if (!demo) await addChannel(verbs, db);

  return {
    baseUrl: server.baseUrl,
    servers,
    db,
    connectionString: database.connectionString,
    verbs,
    async inflict({ kind, pick, stallMs }) {
      if (kind === 'SIGKILL of the server') return restart(servers[Math.floor(pick * servers.length)] ?? server);
      if (kind === 'SIGKILL of a database backend') return killBackend(db, pick);
      if (kind === 'SIGKILL of the database') database.kill('SIGKILL');
      else if (kind === 'immediate stop of the database') database.kill('SIGQUIT');
      else if (kind === 'cut of the line') line.cut();
      else {
        line.stall();
        await pause(stallMs);
        if (kind === 'stall and cut of the line') line.cut();
        line.resume();
      }
      await database.ready();
    },
    rest: () => database.rest(),
    serverErrors: () => servers.flatMap((one) => one.errors()),
    async close() {
      await verbs.outgoing.close();
      for (const one of servers) await one.remove();
      await line.close();
      await db.close();
      await database.close();
    },
  };
}

function serverSettings(databaseUrl: string, masterKey: Buffer, reachable: readonly string[]): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey.toString('base64'),
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'error',
    NOTIFY_WAITS_S: Array.from({ length: 60 }, () => '1').join(','),
    OUTBOUND_ALLOW: reachable.join(','),
  };
}

async function addChannel({ upstreams, channels }: Verbs, db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, {
      upstreamId: UPSTREAM,
      connector: 'sandbox',
      name: 'Sandbox',
      settings: { key: randomBytes(24).toString('hex') },
    });
    await channels.addChannel(tx, {
      channelId: 1,
      code: 'qr',
      mode: 'qr',
      name: { en: 'QR', zh: 'QR', es: 'QR', th: 'QR' },
      minAmountMinor: 100n,
      maxAmountMinor: 5_000_000n,
      dailyLimitMinor: null,
      rate: { percentE4: 6_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
      routes: [{ upstreamId: UPSTREAM, position: 1, weight: 1 }],
    });
  });
}

/** Restarts it like a process manager: repeatedly, even while the database is down. */
export async function restart(server: TestServer): Promise<void> {
  await server.kill();
  await again(() => server.start());
}

/**
 * Kills a backend that serves the product, preferably a busy one. The database then ends all others too, and recovers.
 */
async function killBackend(db: Database, pick: number): Promise<void> {
  const { rows } = await again(() =>
    db.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'countinghouse' and backend_type = 'client backend' order by (state = 'active') desc, pid limit 4`,
    ),
  );
  const backend = rows[Math.floor(pick * rows.length)];
  try {
    if (backend) process.kill(backend.pid, 'SIGKILL');
  } catch (error) {
    // The backend ended by itself after the query: the pool closed an idle connection.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const MAX_WAIT_MS = 120_000;

/**
 * Retries the work until it succeeds, for what a fault breaks temporarily. Gives up after two minutes, or if the error
 * can never go away.
 */
export async function again<T>(
  work: () => Promise<T>,
  isHopeless: (error: unknown) => boolean = isMistake,
): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isHopeless(error) || performance.now() - since > MAX_WAIT_MS) throw error;
      await pause(30);
    }
  }
}

/** An error in the statement itself, which no recovery fixes. */
function isMistake(error: unknown): boolean {
  return sqlState(error)?.startsWith('42') ?? false;
}
