/**
 * Folders for what tests write, in memory where there is room: on a disk, a third of the processors' time in the
 * database tests went into making and deleting the files of their databases. Only tests import this.
 */
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Ten times what a whole run holds at most: browsers and servers need memory too. */
const ROOM_BYTES = 4 * 2 ** 30;

export async function testFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoom()) ? MEMORY : tmpdir(), prefix));
}

/**
 * In a run of tests only: a bench that starts the same servers measures a disk. `TMPDIR` is a wish, and stands;
 * containers often give 64 MB.
 */
async function hasRoom(): Promise<boolean> {
  if (!process.env['VITEST'] || process.env['TMPDIR']) return false;
  const found = await statfs(MEMORY).catch(() => undefined);
  return found !== undefined && Math.min(found.bavail * found.bsize, process.availableMemory()) > ROOM_BYTES;
}
