/**
 * Runs Lighthouse's four categories for login, dashboard and order list, on desktop and on a phone. Reports medians of
 * as many runs as the other figures, because on a shared machine one run's performance varies by ten points. Lighthouse
 * is too heavy to be a dependency: it is downloaded into `.cache/lighthouse` when it is first needed.
 */
import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { median, table } from './machine.ts';

const VERSION = '13.5.0';
const MIN_SCORE = 0.95;
/** Lighthouse would wait three times as long for an idle network, but the page's live stream never ends. */
const WAIT_MS = 15_000;
const folder = fileURLToPath(new URL('../.cache/lighthouse', import.meta.url));
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The metrics behind the performance score, in ms. They show what to fix when the score is too low. */
const metrics = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'speed-index': 'SI',
};
/** Each address and whether it needs a login. */
const pages = [
  ['/login', false],
  ['/dashboard', true],
  ['/order/list', true],
] as const;

interface Result {
  lhr: { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> };
}
interface Audit {
  score: number | null;
  title: string;
  scoreDisplayMode: string;
  numericValue?: number;
}
interface Lighthouse {
  default(url: string, flags: object, config?: object): Promise<Result | undefined>;
  desktopConfig: object;
}

export async function lighthouseScores(
  baseUrl: string,
  browser: { executablePath: string; args: string[] },
  logIn: (page: Page) => Promise<void>,
  runs: number,
): Promise<string> {
  const lighthouse = await load();
  const profile = await mkdtemp(join(tmpdir(), 'console-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...browser,
    args: [...browser.args, `--remote-debugging-port=${port}`],
  });
  const flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    disableStorageReset: true,
    maxWaitForLoad: WAIT_MS,
  };
  try {
    const rows: string[][] = [];
    const failedAudits = new Set<string>();
    for (const [address, inside] of pages) {
      if (inside && (await context.cookies(baseUrl)).every(({ name }) => name !== 'Admin-Token'))
        await logIn(await context.newPage());
      for (const [form, config] of [
        ['desktop', lighthouse.desktopConfig],
        ['phone', undefined],
      ] as const) {
        const results: Result[] = [];
        for (let run = 0; run < runs; run += 1) {
          const result = await lighthouse.default(`${baseUrl}/#${address}`, flags, config);
          if (!result) throw new Error(`Lighthouse returned no result for ${address}`);
          results.push(result);
        }
        rows.push([`${address}, ${form}`, ...resultRow(results)]);
        for (const { lhr } of results)
          for (const { score, title, scoreDisplayMode } of Object.values(lhr.audits))
            if (scoreDisplayMode === 'binary' && score === 0) failedAudits.add(`${address}: ${title}`);
      }
    }
    const found = failedAudits.size === 0 ? '' : `\nfailed audits:\n  ${[...failedAudits].join('\n  ')}`;
    const heads = table([['', ...categories, '', 'performance per run', ...Object.values(metrics)], ...rows]);
    return `Lighthouse ${VERSION}, medians of ${runs} runs, budget ≥ ${MIN_SCORE * 100} each; metrics in ms\n${heads}${found}`;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/**
 * One row: the medians of the categories, whether they meet the budget, the performance of each run, and the medians of
 * its metrics.
 */
function resultRow(results: Result[]): string[] {
  const scores = categories.map((category) => results.map(({ lhr }) => lhr.categories[category]?.score ?? 0));
  const middle = scores.map(median);
  const percent = (score: number): string => String(Math.round(score * 100));
  const times = Object.keys(metrics).map((name) =>
    median(results.map(({ lhr }) => lhr.audits[name]?.numericValue ?? Number.NaN)).toFixed(0),
  );
  return [
    ...middle.map(percent),
    middle.every((score) => score >= MIN_SCORE) ? 'ok' : 'UNDER',
    (scores[0] ?? []).map(percent).join(' '),
    ...times,
  ];
}

async function load(): Promise<Lighthouse> {
  const installed = join(folder, 'node_modules', 'lighthouse', 'package.json');
  const isInstalled = await access(installed).then(
    () => true,
    () => false,
  );
  if (!isInstalled) {
    console.error(`Installing Lighthouse ${VERSION} into .cache/lighthouse …`);
    await promisify(execFile)('npm', [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      `lighthouse@${VERSION}`,
    ]);
  }
  const found = createRequire(installed).resolve('lighthouse');
  return (await import(pathToFileURL(found).href)) as Lighthouse;
}
