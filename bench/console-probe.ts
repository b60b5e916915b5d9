/**
 * The same measurements on a minimal console (see probe/), built and served in the same run. They show what this
 * machine needs regardless of what is rendered. The budgets were set on a machine where the same probe took
 * `elsewhere`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { from, open, quiet, until } from './console-browser.ts';
import { median, table } from './machine.ts';

/** The probe's times on the machine where the budgets were set, in milliseconds, and our figure to compare with. */
const elsewhere = {
  'login usable, slow': { anchor: 2_500, ours: 'login usable (hydrated), slow' },
  'deep link, cpu': { anchor: 400, ours: 'deep link /order/list, cpu' },
  '100 rows, cpu': { anchor: 160, ours: '100 rows, cpu' },
} as const;
type Name = keyof typeof elsewhere;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Our values and budget, in milliseconds. */
interface Ours {
  values: readonly number[];
  budget?: number;
}

export interface Probe {
  /** Measures one run. */
  measure(on: Browser): Promise<void>;
  /** `figureOf` returns one of our figures of this run by its name. */
  describe(figureOf: (name: string) => Ours): string;
  close(): Promise<void>;
}

export async function startProbe(): Promise<Probe> {
  const folder = await mkdtemp(join(tmpdir(), 'console-probe-'));
  await build({
    configFile: false,
    root: fileURLToPath(new URL('probe', import.meta.url)),
    base: './',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://probe').pathname;
    bodyOf(folder, path).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': types[extname(path) || '.html'] ?? 'text/plain',
            'content-encoding': 'gzip',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const measured: Record<Name, number[]> = { 'login usable, slow': [], 'deep link, cpu': [], '100 rows, cpu': [] };
  return {
    async measure(on) {
      const login = await open(on, { slow: true });
      await login.goto(address, { waitUntil: 'commit' });
      measured['login usable, slow'].push(await until(login, 'form button'));
      await login.context().close();
      const rows = await open(on, {});
      await rows.goto(`${address}/#/rows`, { waitUntil: 'commit' });
      measured['deep link, cpu'].push(await until(rows, 'tr[data-index="0"]'));
      await quiet(rows);
      measured['100 rows, cpu'].push(await from(rows, { goTo: '/more-rows' }, 'tr[data-index="99"]'));
      await rows.context().close();
    },
    describe: (figureOf) => comparedWithProbe(measured, figureOf),
    async close() {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function bodyOf(folder: string, path: string): Promise<Buffer> {
  const count = /^\/rows-(\d+)\.json$/.exec(path)?.[1];
  const body =
    count === undefined
      ? await readFile(join(folder, path === '/' ? 'index.html' : path))
      : JSON.stringify(rowsOf(Number(count)));
  return promisify(gzip)(body);
}

/** Rows with as many cells as the order list. */
function rowsOf(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    systemNo: `26112004000${index.toString().padStart(8, '0')}`,
    orderNo: `LM${index.toString().padStart(10, '0')}`,
    channel: 'Sandbox QR',
    amount: '123.45',
    fee: '0.74',
    obtained: '122.71',
    status: 'Paid',
    notified: 'Delivered',
    created: '20 Nov 2026, 12:00:00',
    paid: '20 Nov 2026, 12:00:42',
  }));
}

function comparedWithProbe(
  measured: Readonly<Record<Name, readonly number[]>>,
  figureOf: (name: string) => Ours,
): string {
  const rows = Object.entries(elsewhere).map(([name, { anchor, ours }]) => {
    const { values, budget = Number.NaN } = figureOf(ours);
    const [here, mine] = [median(measured[name as Name]), median(values)];
    const ratios = [(mine / here).toFixed(2), (budget / anchor).toFixed(2)];
    return [
      name,
      `${here.toFixed(0)} ms`,
      `${anchor} ms`,
      (here / anchor).toFixed(2),
      `${mine.toFixed(0)} ms`,
      ...ratios,
    ];
  });
  return table([
    [
      'probe (libraries and plain elements only)',
      'here',
      "on the budgets' machine",
      'here ÷ there',
      'ours here',
      'ours ÷ probe',
      'budget ÷ reference',
    ],
    ...rows,
  ]);
}
