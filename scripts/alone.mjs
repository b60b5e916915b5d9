/** One process of this folder at a time does a piece of work (an install, a build). Runs on any Node that can install. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `work` while no other process is inside `alone` for the same name; waits for its turn. Who waited should look whether
 * the work is still to be done.
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
    if (!told) console.error(`Waiting for process ${holderOf(lock) ?? ''}, which is busy with the same (${name}) …`);
    told = true;
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
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = holderOf(lock);
    // A number being written at this moment reads as nothing yet.
    if (holder !== undefined && !lives(holder)) rmSync(lock, { force: true });
    return false;
  }
}

/** @param {string} lock */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function lives(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
