/**
 * The folder of the embedded server: where it is, what it holds, and how the account that runs the database reaches
 * it.
 *
 *   <DATA_DIR>/postgres/    the home; a link when that account cannot enter DATA_DIR (a clone under a closed home folder)
 *     claims/               which process runs the server (embedded-claim.ts)
 *     cluster/              the data; belongs to the account, mode 0700
 *     socket/               belongs to the account, mode 0700: this, not a password, keeps others out
 *     binaries-<version>/   a copy of the programs, only where the account cannot reach the installed ones
 *     server.log            the server's log; never statements or values
 *
 * Must never open a foreign folder to the account: where a path is closed, use another or report it.
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { chown, lchown, mkdir, readdir } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type Account, EmbeddedPostgresError, accountFor, canEnter } from './embedded-account.ts';
import type { Logger } from '#foundation/server/process/log.ts';

/** The absolute paths of one embedded server, without links. */
export interface Home {
  readonly folder: string;
  readonly claims: string;
  readonly cluster: string;
  readonly socket: string;
  readonly log: string;
}

/** The port in a socket's file name; nothing listens on the network. */
export const socketPort = 5432;

/** Below the socket path limits of Linux (107) and macOS (103). */
const maxSocketPathBytes = 99;

/** Where root keeps the database when the account cannot enter the data folder. */
const machineFolder = '/var/lib/countinghouse';

/**
 * Finds or creates the home in `dataDir`. Several processes can call it at once. Changes nothing of a running server.
 */
export async function openHome(dataDir: string, log: Logger, elsewhere: string = machineFolder): Promise<Home> {
  const wanted = join(resolve(dataDir), 'postgres');
  try {
    mkdirSync(dirname(wanted), { recursive: true });
    if (process.getuid?.() === 0) await makeRootsHome(wanted, elsewhere, log);
    else makeUsersHome(wanted);
    return placesIn(realpathSync(wanted));
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || !(error instanceof Error)) throw error;
    if (lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(wanted)) {
      throw new EmbeddedPostgresError(
        `The database's folder is gone: ${wanted} points to a folder that does not exist.`,
      );
    }
    throw new EmbeddedPostgresError(
      `The database's folder ${wanted} cannot be used (${error.message}): start as its owner, or set DATA_DIR to a folder of your own.`,
    );
  }
}

/** Gives the folders that the server uses to its account. Only for the holder of the claim. */
export async function prepareFor(account: Account | undefined, home: Home): Promise<void> {
  mkdirSync(home.socket, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(home.socket);
  const mine = process.getuid?.() ?? uid;
  // The short socket folder is in the temporary folder, where any user could have created that name first.
  if (!lstatSync(home.socket).isDirectory() || (uid !== mine && uid !== account?.uid)) {
    throw new EmbeddedPostgresError(
      `The folder ${home.socket} belongs to another user; remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  chmodSync(home.socket, 0o700);
  if (!account) return;
  await chown(home.socket, account.uid, account.gid);
  if (existsSync(home.cluster) && statSync(home.cluster).uid !== account.uid) await changeOwner(home.cluster, account);
  if (!(await canEnter(account, home.folder))) {
    throw new EmbeddedPostgresError(
      `Root runs the database under the account "${account.name}", which cannot enter ${home.folder}: ` +
        'let it pass through the folders above, set DATA_DIR to another place, or start as an ordinary user.',
    );
  }
}

function placesIn(folder: string): Home {
  const own = join(folder, 'socket');
  const tooLong = Buffer.byteLength(join(own, `.s.PGSQL.${socketPort}`)) > maxSocketPathBytes;
  const short = `/tmp/countinghouse-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return {
    folder,
    claims: join(folder, 'claims'),
    cluster: join(folder, 'cluster'),
    socket: tooLong ? short : own,
    log: join(folder, 'server.log'),
  };
}

function makeUsersHome(wanted: string): void {
  mkdirSync(wanted, { recursive: true, mode: 0o700 });
  if (statSync(wanted).uid === process.getuid?.()) return;
  throw new EmbeddedPostgresError(
    `The database in ${wanted} belongs to another account: start as that account, or set DATA_DIR to a folder of your own.`,
  );
}

/**
 * Creates root's home where another account can reach it: in the data folder if possible, else in the machine's folder.
 */
async function makeRootsHome(wanted: string, elsewhere: string, log: Logger): Promise<void> {
  const dataDir = dirname(wanted);
  // Passing through our own folders shows nothing in them. We must not open a closed folder above them.
  allowTraversal(dataDir);
  const account = accountFor(join(wanted, 'cluster'));
  if (lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  if (existsSync(wanted) || (await canEnter(account, dataDir))) {
    mkdirSync(wanted, { recursive: true });
    return allowTraversal(wanted);
  }
  const folder = join(elsewhere, randomUUID());
  mkdirSync(folder, { recursive: true });
  allowTraversal(elsewhere);
  allowTraversal(folder);
  try {
    symlinkSync(folder, wanted);
  } catch (error) {
    // Another start created its link at this moment, and that one counts.
    rmdirSync(folder);
    if (!lstatSync(wanted, { throwIfNoEntry: false })) throw error;
    return;
  }
  log.warn(
    `the account "${account?.name}" cannot enter ${dataDir}: the database is in ${folder}, ${wanted} points to it`,
  );
}

function allowTraversal(folder: string): void {
  const { mode, uid } = statSync(folder);
  if (uid === 0 && (mode & 0o011) !== 0o011) chmodSync(folder, (mode & 0o7777) | 0o011);
}

/** Changes owners without following links: a link planted by the account must not give it a file of the machine. */
async function changeOwner(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await lchown(folder, account.uid, account.gid);
}

/** Creates an empty folder that belongs to `account`, with mode 0700. */
export async function makeFolderFor(account: Account | undefined, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}
