/**
 * Folders for what tests write, in memory if there is room: on a disk, a third of the processor time of the database
 * tests went into creating and deleting their databases' files. In memory the whole run takes two minutes less and at
 * most 0.43 GB. A killed process loses nothing in memory either; tests about files, disks or a whole process don't use
 * this. `fsync=off` is no alternative, because the product refuses such a server. Only tests import this.
 */
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Ten times the max of a whole run: browsers and servers need memory too. */
const ROOM_BYTES = 4 * 2 ** 30;

export async function testFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoom()) ? MEMORY : tmpdir(), prefix));
}

/**
 * Only for test runs: a bench that starts the same servers measures a disk. A set `TMPDIR` is respected. Containers
 * often give 64 MB.
 */
async function hasRoom(): Promise<boolean> {
  if (!process.env['VITEST'] || process.env['TMPDIR']) return false;
  const found = await statfs(MEMORY).catch(() => undefined);
  return found !== undefined && Math.min(found.bavail * found.bsize, process.availableMemory()) > ROOM_BYTES;
}
