/**
 * Chooses the operating system account that runs the embedded PostgreSQL, and runs programs under it. PostgreSQL
 * refuses to run as root, so root lends it an existing account. Must never create, edit or unlock an account, and never
 * pass the caller's environment to the database.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What went wrong with the embedded server, in one sentence for the person at the terminal. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** An account to change to. Where it is undefined, the process keeps its own account. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The names tried when root starts the server, in this order (`_postgres` is macOS's). */
const fallbackAccounts = ['postgres', '_postgres', 'nobody'];

/**
 * Returns the account for the database in `clusterFolder`: our own unless we are root. For root it is the owner of an
 * existing database, so that a start by root never takes the database away from that user; else an unprivileged
 * account.
 */
export function accountFor(clusterFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(clusterFolder)) {
    const { uid, gid } = statSync(clusterFolder);
    if (uid !== 0) return { name: `number ${uid}`, uid, gid };
  }
  const known = accountsOf(existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '');
  for (const name of fallbackAccounts) {
    const account = known.get(name);
    if (account && account.uid !== 0) return account;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody" to run it under: ' +
      'start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Returns the accounts of a passwd file by name. Skips lines that are not accounts. */
export function accountsOf(passwd: string): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const line of passwd.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid || !/^-?\d+$/.test(uid) || !/^-?\d+$/.test(gid)) continue;
    // macOS writes "nobody" as -2, which is the unsigned number at the top of the range.
    accounts.set(name, { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 });
  }
  return accounts;
}

/**
 * Spawn options that run a child under `account`, outside any folder that it cannot enter, with a minimal environment.
 */
export function spawnAs(account: Account | undefined): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  const base = { cwd: '/', env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  // The spawn call takes signed numbers, the passwd file and chown unsigned ones.
  return account ? { ...base, uid: account.uid | 0, gid: account.gid | 0 } : base;
}

/**
 * Runs a program under `account` until it ends. Reports the program's own failure in `ok` and `output`; never throws
 * for it.
 */
export async function runAs(
  account: Account | undefined,
  program: string,
  args: readonly string[],
): Promise<{ ok: boolean; output: string }> {
  try {
    const child = spawn(program, args, { ...spawnAs(account), stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { ok: child.exitCode === 0, output: `${out}${err}`.trim() };
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether `account` can enter the folder. Asks the system, which also knows access lists and mounts. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder])).ok;
}
