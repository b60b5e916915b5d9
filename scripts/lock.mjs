/**
 * A lock file that lets one process at a time do a piece of work (an install, a build). Runs on any Node that can
 * install.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `work` while no other process runs work under the same name. Waits for its turn, so `work` should check whether
 * the work is already done.
 * @template T
 * @param {string} folder the repository
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, name, work) {
  const lock = join(folder, '.cache', `${name}.lock`);
  mkdirSync(join(folder, '.cache'), { recursive: true });
  let reported = false;
  while (!acquire(lock)) {
    const holder = holderOf(lock);
    if (holder && !reported) {
      console.error(`Waiting for process ${holder.pid}, which is doing the same work (${name}) …`);
      reported = true;
    }
    await pause(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function acquire(lock) {
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = holderOf(lock);
  if (!holder || isAlive(holder)) return false;
  rmSync(lock, { force: true });
  return acquire(lock);
}

/**
 * @param {string} lock
 * @returns {{ pid: number, start: string } | undefined} undefined while the file is being written or was just removed
 */
function holderOf(lock) {
  try {
    const [pid, start = ''] = readFileSync(lock, 'utf8').split(' ');
    return Number(pid) ? { pid: Number(pid), start } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {{ pid: number, start: string }} holder */
function isAlive({ pid, start }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startOf(pid) === start;
}

/**
 * When the process started, where the system shows it. In a container, process ids repeat after each start.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
