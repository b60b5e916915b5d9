/**
 * What the disk alone makes payments wait: arrivals at a steady rate, whose share of the log a bare loop writes and
 * makes durable, all that waits at once. No design that answers after its commit is faster than this.
 */
import { fdatasyncSync, openSync, closeSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type SteadyLatency, steadyLatency } from './machine.ts';

/** As a piece of PostgreSQL's log, which is used again and again. */
const FILE_BYTES = 16 * 2 ** 20;
const PAGE_BYTES = 8_192;

/** Arrivals a second, bytes for each; in the temporary folder, where the bench's own database lies too. */
export async function bareLog(perSecond: number, bytesEach: number, seconds: number): Promise<SteadyLatency> {
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
