/**
 * One run of the embedded server's main process: started with our settings, watched, stopped. Must never outlive us: a
 * watchdog holds the other end of a pipe and stops the server when this process ends in any way. The server has its own
 * session, so that Ctrl-C in the terminal reaches it through us, in order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Account, EmbeddedPostgresError, spawnAs } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { type Home, socketPort } from './embedded-home.ts';
import { clusterName } from './embedded-process.ts';
import { roles } from './embedded-roles.ts';
import type { Logger } from '#foundation/server/process/log.ts';

/** Server settings by their PostgreSQL names. */
export type ServerSettings = Readonly<Record<string, string | number>>;

/** A running main process of the server. */
export interface Postmaster {
  readonly pid: number;
  /** Settles when the process has ended, with its exit code or signal as text. Never rejects. */
  readonly ended: Promise<string>;
  signal(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void;
  /** Returns the last lines that this run wrote to the server's log. */
  lastWords(): string;
  /** Sets whether the process keeps ours alive: only while a caller waits for it. */
  hold(yes: boolean): void;
}

/** For two cores and a machine shared with the application. Fully durable. */
const ourSettings: ServerSettings = {
  listen_addresses: '',
  port: socketPort,
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: 100,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  // Compressing page images halves what two cores can post, and the volume of the log is not the limit.
  wal_compression: 'off',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: 1.1,
  jit: 'off',
  // Parallel queries share memory through /dev/shm, which containers limit to 64 MB, and one query would take both
  // cores.
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Logs neither statements nor values, because rows hold personal data. The application logs its errors itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

const maxLogBytes = 1_000_000;
const lastWordsBytes = 2_000;

/** Ends the server in fast mode when standard input closes, which means that our process is gone. */
const watchdogScript = `
while read -r line; do :; done
read -r running < "$2/postmaster.pid" && [ "$running" = "$1" ] && kill -INT "$1"
`;

/** Starts the server's main process; use `untilReady` to wait for it. The folder must be free (`takeOver`). */
export function startPostmaster(
  binaries: Binaries,
  home: Home,
  account: Account | undefined,
  settings: ServerSettings,
): Postmaster {
  const named = {
    cluster_name: clusterName(home.cluster),
    unix_socket_directories: `"${home.socket.replaceAll('"', '""')}"`,
  };
  const all = Object.entries({ ...ourSettings, ...settings, ...named });
  const args = ['-D', home.cluster, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const log = openLog(home.log);
  const logStart = fstatSync(log).size;
  const options = { ...spawnAs(account), detached: true };
  const child = spawn(binaries.postgres, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  const { pid } = child;
  const watchdog =
    pid === undefined
      ? undefined
      : spawn('/bin/sh', ['-c', watchdogScript, 'watchdog', String(pid), home.cluster], {
          ...options,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
  watchdog?.on('error', () => child.kill('SIGINT'));
  watchdog?.unref();

  return {
    pid: pid ?? 0,
    ended: endOf(child).finally(() => watchdog?.kill('SIGKILL')),
    signal: (signal) => void child.kill(signal),
    lastWords: () => readFileSync(home.log).subarray(logStart).subarray(-lastWordsBytes).toString('utf8').trim(),
    hold: (yes) => (yes ? child.ref() : child.unref()),
  };
}

/** Waits until the server answers a query, however long its recovery takes. Rejects if it ends first. */
export async function untilReady(postmaster: Postmaster, home: Home, log: Logger): Promise<void> {
  let end: string | undefined;
  void postmaster.ended.then((how) => (end = how));
  const since = performance.now();
  let loggedS = 0;
  for (;;) {
    if (end !== undefined) {
      throw new EmbeddedPostgresError(
        `The database server did not start (${end}). Its last log lines: ${postmaster.lastWords()}`,
      );
    }
    const refusal = await refusalOf(connectionStringTo(home, 'postgres', roles.superuser));
    if (refusal === undefined) return;
    const waitedS = Math.floor((performance.now() - since) / 1_000);
    if (waitedS >= loggedS + 10) {
      loggedS = waitedS;
      log.info(`the database server is still starting after ${waitedS} s (${refusal})`);
    }
    await pause(25);
  }
}

/** For the `pg` driver. All parts are explicit, so that PGPORT and similar variables change nothing. */
export function connectionStringTo(home: Home, database: string, user: string): string {
  const parts = new URLSearchParams({ host: home.socket, port: String(socketPort), user, sslmode: 'disable' });
  return `postgresql:///${database}?${parts.toString().replaceAll('+', '%20')}`;
}

/** Returns why the server does not answer a query now, or undefined if it does. */
export async function refusalOf(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // A server that dies under this connection is reported twice: by the query below, and here.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end();
  }
}

/** Opens the log for appending. Starts a new one when it is too large or not writable by us. */
function openLog(path: string): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(path, `${path}.old`);
  try {
    return openSync(path, flags, 0o600);
  } catch {
    renameSync(path, `${path}.old`);
    return openSync(path, flags, 0o600);
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal]: (number | string | null)[] = await once(child, 'exit');
    return signal ? `signal ${signal}` : `exit code ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
