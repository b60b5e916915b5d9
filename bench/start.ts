/**
 * Measures how long a cold `npm start` takes until it is ready, with everything installed and built: on a new data
 * folder with and without demo data, and on an existing one. Also reports what the login page loads, gzipped.
 *   npm run bench -- start
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { loginFiles } from '#e2e/login-files-for-tests.ts';
import { describeMachine, median, table } from './machine.ts';

const RUNS = 3;

console.log(await describeMachine());
const rows: string[][] = [['npm start until /readyz', 's']];
const folders: string[] = [];
try {
  const times: Record<'demo' | 'empty' | 'again', number[]> = { demo: [], empty: [], again: [] };
  await untilReady(await folder(), 'off');
  for (let run = 0; run < RUNS; run += 1) {
    const demo = await folder();
    const empty = await folder();
    times.demo.push(await untilReady(demo, 'on'));
    times.again.push(await untilReady(demo, 'on'));
    times.empty.push(await untilReady(empty, 'off'));
  }
  rows.push(
    ['first start, with demo data', (median(times.demo) / 1_000).toFixed(1)],
    ['first start, empty', (median(times.empty) / 1_000).toFixed(1)],
    ['second start', (median(times.again) / 1_000).toFixed(1)],
  );
  console.log(`\n${table(rows)}\n\nmedians of ${RUNS} runs\n`);
  console.log(table([['login page loads', 'KB gzip'], ...(await loginSizes())]));
} finally {
  for (const name of folders) await rm(name, { recursive: true, force: true });
}

async function folder(): Promise<string> {
  const name = await mkdtemp(join(tmpdir(), 'countinghouse-bench-start-'));
  folders.push(name);
  return name;
}

async function untilReady(dataDir: string, demo: string): Promise<number> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: demo, LOG_LEVEL: 'error' },
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`);
    if (
      await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await pause(20);
  }
  const elapsed = performance.now() - begin;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return elapsed;
}

async function loginSizes(): Promise<string[][]> {
  const files = await loginFiles();
  const kilobytesOf = (ending: string): string =>
    (
      files.filter(({ name }) => name.endsWith(ending)).reduce((sum, { gzippedBytes }) => sum + gzippedBytes, 0) / 1_000
    ).toFixed(1);
  return [
    ['scripts', kilobytesOf('.js')],
    ['styles', kilobytesOf('.css')],
  ];
}
