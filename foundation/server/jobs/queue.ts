/**
 * Work that is asked for once and done by some worker process: kept in PostgreSQL until it is done, given to another
 * process when one ends, repeated after a fault. A thin wrapper of pg-boss, whose tables are in a schema of their own
 * (`pgboss`), on the coordinator of a cluster. It uses the process's pool and opens no connection of its own.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Db, PgBoss } from 'pg-boss';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';

/** A kind of work. `Data` must survive JSON. */
export interface Queue<Data extends object> {
  /** Unique; stored jobs refer to it. Letters, digits and hyphens. */
  readonly name: string;
  /** How many times a job is repeated after a fault or the end of its process, with growing delays. */
  readonly retries: number;
  /** When a job counts as lost and is repeated, although its process is alive. */
  readonly expiresAfterMs: number;
  /** Only carries the type. */
  readonly data?: Data;
}

export interface QueuedJob<Data extends object> {
  readonly id: string;
  readonly data: Data;
  /** Whether a fault of this run is final. */
  readonly isLastRun: boolean;
  /** Ends the run: the process stops, or the job is no longer this process's. */
  readonly signal: AbortSignal;
}

export interface SendOptions {
  /** A UUID; made where it is missing. */
  id?: string;
  /** Of several jobs with the same key, one runs at a time: mostly the oldest, but workers that look at once can swap two. */
  singletonKey?: string;
  startAfter?: Date;
  /** Sends with the commit of this transaction. */
  tx?: Tx;
}

export type QueuedState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

export interface JobQueue {
  send<Data extends object>(queue: Queue<Data>, data: Data, options?: SendOptions): Promise<void>;
  /** Does the work of this queue in this process until `stop`, `atOnce` jobs at the same time. */
  work<Data extends object>(
    queue: Queue<Data>,
    options: { atOnce: number },
    handler: (job: QueuedJob<Data>) => Promise<void>,
  ): Promise<void>;
  /** A waiting job never runs. A running one is only marked, so its handler must look at something of its own. */
  cancel(queue: Queue<object>, id: string): Promise<void>;
  /** Undefined: there is no such job, or it ended a week ago. */
  stateOf(queue: Queue<object>, id: string): Promise<QueuedState | undefined>;
  /** Takes no more jobs and gives running ones back, so that another process repeats them. */
  stop(): Promise<void>;
}

/** One queue's work, as a feature declares it. */
export interface QueueWork {
  start(jobs: JobQueue): Promise<void>;
}

export function queueWork<Data extends object>(
  queue: Queue<Data>,
  options: { atOnce: number },
  handler: (job: QueuedJob<Data>) => Promise<void>,
): QueueWork {
  return { start: (jobs) => jobs.work(queue, options, handler) };
}

const SCHEMA = 'pgboss';
const LOCK_KEY = 7_305_119_422;
const POLL_S = 1;
/** A process that dies is noticed after this time and the next look of a living one. The shortest that pg-boss takes. */
const HEARTBEAT_S = 10;
const LOOK_S = 5;
/** How long a stopping process waits for its handlers. */
const STOP_WAIT_MS = 10_000;

const options = {
  schema: SCHEMA,
  schedule: false,
  registerInstance: false,
  monitorVacuum: false,
  // Only the owner of an index can rebuild it.
  reindex: false,
  superviseIntervalSeconds: LOOK_S,
  monitorIntervalSeconds: LOOK_S,
} as const;

/** Brings the schema of the queue to this version. Call as the owner of the tables; `servingRole` gets the rights. */
export async function migrateQueue(pool: pg.Pool, servingRole?: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const boss = new PgBoss({ ...options, supervise: false, db: on(client) });
    await boss.start();
    await boss.stop({ graceful: false });
    const { rows } = await client.query<{ me: string }>('select current_user as me');
    if (servingRole === undefined || servingRole === rows[0]?.me) return;
    const to = pg.escapeIdentifier(servingRole);
    await client.query(
      `grant usage on schema ${SCHEMA} to ${to};
       grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${to};
       grant usage on all sequences in schema ${SCHEMA} to ${to}`,
    );
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
    client.release();
  }
}

/** Asks the database nothing before its first use. */
export function openJobQueue({ pool, log }: { pool: pg.Pool; log: Logger }): JobQueue {
  const stopping = new AbortController();
  const known = new Map<string, Promise<void>>();
  let starting: Promise<PgBoss> | undefined;

  const started = (): Promise<PgBoss> => {
    starting ??= startBoss(pool, log);
    // A failed start is not kept.
    starting.catch(() => (starting = undefined));
    return starting;
  };
  const bossFor = async (queue: Queue<object>): Promise<PgBoss> => {
    const boss = await started();
    let made = known.get(queue.name);
    if (!made) {
      known.set(queue.name, (made = createQueue(boss, queue)));
      made.catch(() => known.delete(queue.name));
    }
    await made;
    return boss;
  };

  return {
    async send(queue, data, { id = randomUUID(), singletonKey = id, startAfter, tx } = {}) {
      const boss = await bossFor(queue);
      await boss.send(queue.name, data, {
        id,
        singletonKey,
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(tx === undefined ? {} : { db: within(tx) }),
      });
    },
    async work<Data extends object>(
      queue: Queue<Data>,
      { atOnce }: { atOnce: number },
      handler: (job: QueuedJob<Data>) => Promise<void>,
    ) {
      const boss = await bossFor(queue);
      await boss.work<Data, void, { includeMetadata: true; localConcurrency: number; pollingIntervalSeconds: number }>(
        queue.name,
        { includeMetadata: true, localConcurrency: atOnce, pollingIntervalSeconds: POLL_S },
        async ([job]) => {
          if (!job) return;
          const { id, data, retryCount, retryLimit, signal } = job;
          await handler({
            id,
            data,
            isLastRun: retryCount >= retryLimit,
            signal: AbortSignal.any([signal, stopping.signal]),
          });
        },
      );
    },
    async cancel(queue, id) {
      await (await bossFor(queue)).cancel(queue.name, id);
    },
    async stateOf(queue, id) {
      const [job] = await (await bossFor(queue)).findJobs(queue.name, { id });
      return job && states[job.state];
    },
    async stop() {
      stopping.abort();
      const boss = await starting?.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: STOP_WAIT_MS });
    },
  };
}

const states = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

async function startBoss(pool: pg.Pool, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({ ...options, migrate: false, createSchema: false, supervise: true, db: on(pool) });
  // Without this listener an error would end the process. pg-boss tries again by itself.
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed and will try again'));
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the job queue warns'));
  return boss.start();
}

/** `singleton` means one running job per key. */
async function createQueue(boss: PgBoss, { name, retries, expiresAfterMs }: Queue<object>): Promise<void> {
  await boss.createQueue(name, {
    policy: 'singleton',
    retryLimit: retries,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: expiresAfterMs / 1_000,
    heartbeatSeconds: HEARTBEAT_S,
  });
}

/** Results are parsed as pg-boss expects them, and not as our pool does. */
function on(connection: Pick<pg.Pool | pg.PoolClient, 'query'>): Db {
  return {
    executeSql: async (text, values) =>
      values === undefined || values.length === 0
        ? (connection as pg.Pool).query({ text, types: pg.types } as pg.QueryConfig)
        : (connection as pg.Pool).query({ text, values, types: pg.types } as pg.QueryConfig),
  };
}

function within(tx: Tx): Db {
  return {
    executeSql: async (text, values) => ({
      rows: (await tx.query<object>({ text, values: values ?? [] })).rows,
    }),
  };
}
