/**
 * One process of this folder at a time does a piece of work (an install, a build). Runs on any Node that can install.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `work` while no other process is inside `alone` for the same name; waits for its turn. Who waited should look
 * whether the work is still to be done.
 * @template T
 * @param {string} folder the repository
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(folder, name, work) {
  const lock = join(folder, '.cache', `${name}.lock`);
  mkdirSync(join(folder, '.cache'), { recursive: true });
  let told = false;
  while (!taken(lock)) {
    const holder = holderOf(lock);
    if (holder && !told) {
      console.error(`Waiting for process ${holder.pid}, which is busy with the same (${name}) …`);
      told = true;
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
function taken(lock) {
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = holderOf(lock);
  if (!holder || lives(holder)) return false;
  rmSync(lock, { force: true });
  return taken(lock);
}

/**
 * @param {string} lock
 * @returns {{ pid: number, start: string } | undefined} undefined while it is being written, or when it was just given
 * up
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
function lives({ pid, start }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startOf(pid) === start;
}

/**
 * When the process began, where the system shows it: in a container numbers of processes repeat after each start.
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
