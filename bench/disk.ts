/**
 * Measures the latency that the disk alone adds to payments. Arrivals come at a steady rate; a bare loop writes their
 * share of the log and syncs it, all that wait at once. No design that replies after its commit can be faster.
 */
import { fdatasyncSync, openSync, closeSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type SteadyLatency, steadyLatency } from './machine.ts';

/** The size of a PostgreSQL WAL segment, which is reused. */
const FILE_BYTES = 16 * 2 ** 20;
const PAGE_BYTES = 8_192;

/**
 * Writes `bytesEach` for each of `perSecond` arrivals. The file is in the temporary folder, like the bench's own
 * database.
 */
export async function measureLogWrites(perSecond: number, bytesEach: number, seconds: number): Promise<SteadyLatency> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-disk-'));
  const file = openSync(join(folder, 'log'), 'w');
  try {
    const bytes = Buffer.alloc(FILE_BYTES, 1);
    writeSync(file, bytes);
    fdatasyncSync(file);
    const latencies: number[] = [];
    const count = Math.round(perSecond * seconds);
    const begin = performance.now();
    for (let [done, at] = [0, 0]; done < count;) {
      const due = Math.min(count, 1 + Math.floor(((performance.now() - begin) / 1_000) * perSecond));
      if (due > done) {
        const length = Math.min(FILE_BYTES, Math.ceil(((due - done) * bytesEach) / PAGE_BYTES) * PAGE_BYTES);
        if (at + length > FILE_BYTES) at = 0;
        writeSync(file, bytes, 0, length, at);
        fdatasyncSync(file);
        at += length;
        for (; done < due; done += 1) latencies.push(performance.now() - (begin + (done / perSecond) * 1_000));
      } else await pause(1);
    }
    return steadyLatency(latencies, perSecond);
  } finally {
    closeSync(file);
    await rm(folder, { recursive: true });
  }
}
