/** The database connections of one process: how many, and which part of the code gets how many of them. */
import type pg from 'pg';
import type { Logger } from '#foundation/server/process/log.ts';

/** Max connections of each pool: see `Database`. */
export interface PoolSizes {
  general: number;
  planned: number;
  batches: number;
}

/** Files that jobs write, of different users; each is read on a connection of its own. */
export const FILES_AT_ONCE = 2;
/** One connection listens for live updates, one holds the locks of jobs. */
const OUTSIDE_POOLS = 2 + FILES_AT_ONCE;
export const DEFAULT_CONNECTIONS = 36;
/** Leaves five to the general pool: a request can need two at the same time. */
export const MIN_CONNECTIONS = 12;
export const MAX_CONNECTIONS = 10_000;

/** An eighth for planned reads, a quarter for batches, the rest for everything else. */
export function poolSizesOf(connections: number): PoolSizes {
  const pooled = connections - OUTSIDE_POOLS;
  const planned = Math.floor(pooled / 8);
  const batches = Math.floor(pooled / 4);
  return { general: pooled - planned - batches, planned, batches };
}

/** Logs what this process uses, and warns when the server does not allow it that much. */
export async function reportConnections(pool: pg.Pool, connections: number, log: Logger): Promise<void> {
  const allowed = await selectAllowed(pool);
  const { general, planned, batches } = poolSizesOf(connections);
  log.info(
    { connections, general, planned, batches, live: 1, jobs: 1, files: FILES_AT_ONCE, allowed },
    'database connections',
  );
  if (connections > allowed)
    log.warn(
      `DATABASE_CONNECTIONS is ${connections}, but the database allows ${allowed} for all processes together: lower it, or raise max_connections`,
    );
}

/** Returns what the server, the database and the role allow. Reserved connections do not count. */
async function selectAllowed(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ allowed: number }>(
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0),
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
     ) as allowed`,
  );
  return rows[0]?.allowed ?? 0;
}
