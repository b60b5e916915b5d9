/**
 * Prepares the database files of the embedded server for a start: created once, of the pinned version, and with no
 * other process using them. Must never remove PostgreSQL's own lock while its processes may live, and never replace
 * existing data.
 */
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { type Account, EmbeddedPostgresError, runAs } from './embedded-account.ts';
import { type Binaries, pinnedMajor } from './embedded-binaries.ts';
import { type Home, makeFolderFor, socketPort } from './embedded-home.ts';
import { allWorkingIn, signalProcess, untilGone, worksIn } from './embedded-process.ts';
import { roles } from './embedded-roles.ts';
import type { Logger } from '#foundation/server/process/log.ts';

const fastStopMs = 60_000;
const immediateStopMs = 10_000;

/**
 * Creates the cluster if it does not exist: UTF-8, sorted by code point on every machine, no password on the socket and
 * no network access. Refuses data of another major version.
 */
export async function ensureCluster(home: Home, binaries: Binaries, account: Account | undefined): Promise<void> {
  const leftovers = readdirSync(home.folder).filter((name) => name.startsWith(`${basename(home.cluster)}.new-`));
  for (const name of leftovers) rmSync(join(home.folder, name), { recursive: true });
  if (existsSync(home.cluster)) return checkVersion(home.cluster);

  // Built aside and renamed when whole, so that an interrupted start leaves no half-made database.
  const aside = `${home.cluster}.new-${randomUUID()}`;
  await makeFolderFor(account, aside);
  const { ok, output } = await runAs(account, binaries.initdb, [
    `--pgdata=${aside}`,
    `--username=${roles.superuser}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  if (!ok) throw new EmbeddedPostgresError(`The database could not be created in ${home.folder}: ${output}`);
  renameSync(aside, home.cluster);
}

function checkVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (found === undefined) {
    throw new EmbeddedPostgresError(
      `${cluster} is there but holds no PostgreSQL database: move it away, or set DATA_DIR to another folder.`,
    );
  }
  if (found !== String(pinnedMajor)) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} was created by PostgreSQL ${found}, this version runs PostgreSQL ${pinnedMajor}: ` +
        'move it over with pg_dump, or set DATABASE_URL to a server of its version.',
    );
  }
}

/**
 * Makes sure that no process uses the cluster, so that it can be started. Only for the holder of the claim: any process
 * that still runs there was left by a dead supervisor. It is stopped rather than kept, so that the running server is
 * always our child, with the current programs and settings.
 */
export async function takeOver(home: Home, log: Logger): Promise<void> {
  const recorded = readPostmasterPid(home.cluster);
  if (typeof recorded === 'number' && worksIn(recorded, home.cluster)) {
    log.warn(`a database server left by an earlier run (process ${recorded}) is being stopped`);
    signalProcess(recorded, 'SIGINT');
    if (!(await untilGone([recorded], home.cluster, fastStopMs))) signalProcess(recorded, 'SIGQUIT');
    if (!(await untilGone([recorded], home.cluster, immediateStopMs))) signalProcess(recorded, 'SIGKILL');
  }
  await endBackends(home, log);
  if (await answers(home.socket)) {
    throw new EmbeddedPostgresError(
      `A database server that this machine does not show as a process is using ${home.folder} (another container with the same ` +
        'volume?): stop it, or set DATA_DIR to another folder.',
    );
  }
  disownPostmasterPid(home.cluster);
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`])
    rmSync(join(home.socket, name), { force: true });
}

/**
 * Ends the backends of a server whose main process is gone. They end by themselves after a kill, but a busy one takes
 * time, and no new server can start until then. Only for the holder of the claim.
 */
export async function endBackends(home: Home, log: Logger): Promise<void> {
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const left = allWorkingIn(home.cluster);
    if (left.length === 0) return;
    log.warn(`${left.length} process(es) of an ended database server are being ended (${signal})`);
    for (const pid of left) signalProcess(pid, signal);
    if (await untilGone(left, home.cluster, immediateStopMs)) return;
  }
}

/**
 * Returns the process number in `postmaster.pid`, undefined without the file, or 'broken' when the file holds no
 * number.
 */
function readPostmasterPid(cluster: string): number | 'broken' | undefined {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const first = readFileSync(file, 'utf8').split('\n')[0] ?? '';
  return /^\d+ *$/.test(first) ? Number(first) : 'broken';
}

/**
 * Writes our own process number into the file. PostgreSQL takes any living process with the recorded number for its own
 * server and refuses to start. Numbers repeat, and at this point no process of the folder lives. PostgreSQL treats its
 * parent's number as stale, and still checks the shared memory that the same file names; deleting the file would
 * prevent that check.
 */
function disownPostmasterPid(cluster: string): void {
  const recorded = readPostmasterPid(cluster);
  if (recorded === undefined) return;
  const file = join(cluster, 'postmaster.pid');
  if (recorded === 'broken') return rmSync(file);
  const lines = readFileSync(file, 'utf8').split('\n');
  lines[0] = String(process.pid);
  // Must not follow links: root writes here into a folder of the unprivileged account.
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  writeSync(descriptor, lines.join('\n'));
  closeSync(descriptor);
}

/** Whether something accepts connections on the socket. */
async function answers(socket: string): Promise<boolean> {
  const connection = createConnection(join(socket, `.s.PGSQL.${socketPort}`));
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
