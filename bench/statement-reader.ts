/**
 * A whole process that files one statement, for bench/reconciliation. The arguments are the database, the upstream and
 * the file. Prints its memory before and at its highest, and how long it took.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileUpload } from '#features/reconciliation/server/files/filing.ts';
import { plainMapping } from '#features/reconciliation/server/reading/corpus-for-tests.ts';
import { workerApp } from './product-process.ts';

const SETTLING_MS = 2_000;
const MEGABYTE = 2 ** 20;
const [connectionString = '', upstreamId = '', path = ''] = process.argv.slice(2);
const app = await workerApp(connectionString);
await pause(SETTLING_MS);
const idle = process.memoryUsage.rss();
let peak = idle;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
// As an upload is held, once.
const bytes = await readFile(path);
const begin = performance.now();
const filed = await fileUpload(app, {
  upstreamId: Number(upstreamId),
  day: '2026-11-19',
  name: 'statement',
  bytes,
  mapping: { upstreamId: Number(upstreamId), version: 1, mapping: plainMapping, savedAt: new Date(), savedBy: '' },
  userId: 1n,
  uploadedAt: new Date(),
  withinTransaction: async () => undefined,
});
const seconds = (performance.now() - begin) / 1_000;
if ('faults' in filed) throw new Error(JSON.stringify(filed.faults.slice(0, 3)));
console.log(JSON.stringify({ seconds, rows: filed.rows, idle: idle / MEGABYTE, peak: peak / MEGABYTE }));
process.exit(0);
