/**
 * Facts about processes: whether one lives, whether it is still the same one, and which ones use a database folder. A
 * process number alone proves nothing: numbers repeat, in containers after every start.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const onLinux = process.platform === 'linux';

/**
 * Returns what distinguishes this process from any other that had or will have its number: its start time, and on Linux
 * the boot. Returns undefined when no such process lives; one that ended but was not yet collected by its parent counts
 * as ended.
 */
export function processIdentity(pid: number): string | undefined {
  if (!onLinux) return processTable(pid, 'lstart=');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, can contain spaces and brackets; the fields after it are plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
    return `${bootId()}/${startTicks}`;
  } catch {
    return undefined;
  }
}

/** The name that the server of this folder gives itself. Its backends carry it in the process table. */
export function clusterName(clusterFolder: string): string {
  return `countinghouse-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 16)}`;
}

/**
 * Whether the process is a PostgreSQL server or backend that uses this folder (an absolute path without links). Judges
 * by the command line, which all users can read: in a container root cannot read another account's /proc/<pid>/cwd.
 */
export function worksIn(pid: number, clusterFolder: string): boolean {
  return (
    processIdentity(pid) !== undefined &&
    namesCluster(onLinux ? linuxCommand(pid) : processTable(pid, 'command='), clusterFolder)
  );
}

/** The PostgreSQL processes that use the folder. */
export function allWorkingIn(clusterFolder: string): number[] {
  if (onLinux) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => worksIn(pid, clusterFolder));
  }
  const table = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  return table.filter((line) => namesCluster(line, clusterFolder)).map((line) => Number.parseInt(line, 10));
}

/** Sends the signal. Returns true unless the process was already gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until none of `pids` uses the folder. Returns false when some still do after `timeoutMs`. */
export async function untilGone(pids: readonly number[], clusterFolder: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (pids.some((pid) => worksIn(pid, clusterFolder))) {
    if (performance.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

let knownBootId: string | undefined;

/** Start times count from the boot, so after a reboot the same number could return at the same time. */
function bootId(): string {
  knownBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return knownBootId;
}

/** Recognizes the server by its `-D folder`, and a backend by the title `postgres: <cluster name>: …`. */
function namesCluster(command: string | undefined, clusterFolder: string): boolean {
  if (command === undefined) return false;
  return (
    command.includes(`postgres: ${clusterName(clusterFolder)}: `) ||
    command.includes(`/bin/postgres -D ${clusterFolder} -c `)
  );
}

function linuxCommand(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}

function processTable(pid: number, column: string): string | undefined {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return (
      execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8', stdio }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}
