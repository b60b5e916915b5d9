/**
 * The console in a real browser that is held back: "slow" = four times slower processor and 562 ms / 1.44 Mbit/s of network,
 * "cpu" = four times slower processor alone. Every figure beside its budget; the server and its demo data are real.
 *   npm run bench -- console            (CONSOLE_RUNS=1 for a quick look)
 */
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { findOrInstallBrowser } from '#scripts/browser.mjs';
import { ensureConsoleBuilt } from '#scripts/console-build.mjs';
import { makeDemoFolder } from '#e2e/demo-for-tests.ts';
import { removeFolder, startServer } from '#e2e/server-for-tests.ts';
import { describeMachine, median, table } from './machine.ts';

const RUNS = Number(process.env['CONSOLE_RUNS'] ?? 5);
const SLOWER = 4;
const QUIET_MS = 400;
const KEY_MS = 200;
const NETWORK = { offline: false, latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 };
const row = (count: number): string => `tbody tr:nth-child(${count})`;
const link = (path: string): string => `nav a[href$="#${path}"]`;
const ADDRESSES = ['/login', '/register', '/dashboard', '/order/list', '/moneylog', '/channel/list'];

/** What a figure may be at most, in its unit; absent: it only explains another one. */
interface Figure {
  name: string;
  unit: 'ms' | 'KB' | '';
  budget?: number;
  values: number[];
}
const figures: Figure[] = [];
/** What a page has asked for and not yet got. */
const underWay = new WeakMap<Page, Set<Request>>();
const keep = (name: string, unit: Figure['unit'], value: number, budget?: number): void => {
  const known = figures.find((figure) => figure.name === name);
  if (known) known.values.push(value);
  else figures.push({ name, unit, values: [value], ...(budget === undefined ? {} : { budget }) });
};

await ensureConsoleBuilt(process.execPath);
const demoFolder = await makeDemoFolder();
const server = await startServer({ from: demoFolder, env: { DEMO: 'on' } });
const browser = await chromium.launch(await findOrInstallBrowser());
try {
  console.log(`${await describeMachine()}\nChromium ${browser.version()}, load of the machine ${loadavg()[0]?.toFixed(1)}`);
  await measureSizes();
  for (let run = 0; run < RUNS; run += 1) {
    const state = await measureLogin(browser);
    await measureScreens(browser, state);
  }
  await measureShifts(browser);
  const rows = figures.map(({ name, unit, budget, values }) => {
    const value = median(values);
    return [
      name,
      written(value, unit),
      budget === undefined ? '' : `≤ ${written(budget, unit)}`,
      budget === undefined ? '' : value <= budget ? 'kept' : 'OVER',
    ];
  });
  console.log(`\n${table([['', 'median', 'budget', ''], ...rows])}\n\nmedians of ${RUNS}; server, database and browser share the machine`);
} finally {
  await browser.close();
  await server.remove();
  await removeFolder(demoFolder);
}

function written(value: number, unit: Figure['unit']): string {
  return unit === '' ? value.toFixed(3) : `${value.toFixed(unit === 'KB' ? 1 : 0)} ${unit}`;
}

/** What the login page names, gzipped as by any server, and what ours really sends. */
async function measureSizes(): Promise<void> {
  const page = await readFile(new URL('../dist/console/index.html', import.meta.url), 'utf8');
  let [gzipped, sent] = [0, 0];
  for (const [, name = ''] of page.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)) {
    gzipped += gzipSync(await readFile(new URL(`../dist/console/${name}`, import.meta.url))).length;
    // Its styles come inside the page.
    if (name.endsWith('.js')) sent += await bytesOf(name);
  }
  keep('login JS + CSS, gzip', 'KB', gzipped / 1_000, 150);
  keep('  the page itself, as sent', 'KB', (await bytesOf('')) / 1_000);
  keep('  its JS, as sent', 'KB', sent / 1_000);
}

async function bytesOf(path: string): Promise<number> {
  const { headers } = await fetch(`${server.baseUrl}/${path}`, { method: 'HEAD', headers: { 'accept-encoding': 'br, gzip' } });
  return Number(headers.get('content-length'));
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** A browser that has never been here; measures what it shows with what is counted in the page itself. */
async function open(on: Browser, { slow = false, state }: { slow?: boolean; state?: State }): Promise<Page> {
  const context = await on.newContext({ viewport: { width: 1440, height: 900 }, ...(state ? { storageState: state } : {}) });
  await context.addInitScript(watchTasksAndShifts);
  const page = await context.newPage();
  const asked = new Set<Request>();
  page.on('request', (request) => void (request.url().endsWith('/api/events') || asked.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => void asked.delete(request));
  underWay.set(page, asked);
  const session = await context.newCDPSession(page);
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** Until nothing has been asked of the server for a while; the stream of live events never ends. */
async function quiet(page: Page): Promise<void> {
  const asked = underWay.get(page);
  for (let since = performance.now(); performance.now() - since < QUIET_MS; await pause(20)) if (asked?.size) since = performance.now();
}

interface Watched {
  shift: number;
  longest: number;
}

/** Runs in the page, before everything else. The kinds of entries are the browser's; the types are Node's. */
function watchTasksAndShifts(): void {
  const watched: Watched = { shift: 0, longest: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) watched.shift += value;
    }
  }).observe({ type: 'layout-shift' as 'resource', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' as 'resource', buffered: true });
}

/** The page's own clock (ms since it was asked for) when `selector` is first there, looked at in every frame. */
async function until(page: Page, selector: string): Promise<number> {
  const found = await page.waitForFunction((wanted) => {
    const { document, performance } = globalThis as unknown as { document: { querySelector(text: string): unknown }; performance: { now(): number } };
    return document.querySelector(wanted) ? performance.now() : undefined;
  }, selector);
  return Number(await found.jsonValue());
}

/** Acts by the page itself, so that no tool's way counts: the act, and the frame in which `selector` is there, by the page's clock. */
async function moments(page: Page, act: Act, selector: string): Promise<{ acted: number; there: number }> {
  const acted = await page.evaluate((wanted) => {
    const { document, location, performance } = globalThis as unknown as PageGlobals;
    const now = performance.now();
    if ('goTo' in wanted) location.hash = wanted.goTo;
    else document.querySelector(wanted.click)?.click();
    return now;
  }, act);
  return { acted, there: await until(page, selector) };
}

async function from(page: Page, act: Act, selector: string): Promise<number> {
  const { acted, there } = await moments(page, act, selector);
  return there - acted;
}

type Act = { click: string } | { goTo: string };
interface PageGlobals {
  document: { querySelector(text: string): { click(): void } | null };
  location: { hash: string };
  performance: { now(): number };
}

/** Answers what the browser keeps after it, for the screens inside. */
async function measureLogin(on: Browser): Promise<State> {
  const page = await open(on, { slow: true });
  await page.goto(server.baseUrl, { waitUntil: 'commit' });
  keep('login form to be seen, slow', 'ms', await until(page, 'form input[name="password"]'));
  keep('login usable, slow', 'ms', await until(page, 'form button[type="submit"]:enabled'), 2_200);
  // Somebody types: what follows the login is fetched, and the captcha solved, meanwhile.
  await page.locator('[name="account"]').pressSequentially('demo_shop', { delay: KEY_MS });
  await page.locator('[name="password"]').pressSequentially(DEMO_PASSWORD, { delay: KEY_MS });
  await quiet(page);
  const { acted, there } = await moments(page, { click: 'form button[type="submit"]' }, '#content h1');
  const answered = await page.evaluate(() => performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('/api/user/login')));
  const { responseEnd = 0 } = (answered ?? {}) as { responseEnd?: number };
  const figuresThere = await until(page, '#content dl > div > dt + dd:not(:has(> span[aria-hidden]))');
  keep("login's answer → dashboard, slow", 'ms', there - responseEnd, 600);
  keep('  until its figures stand', 'ms', figuresThere - responseEnd);
  keep("  from the click, the login's own call included", 'ms', there - acted);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

async function measureScreens(on: Browser, state: State): Promise<void> {
  const deep = await open(on, { state });
  await deep.goto(`${server.baseUrl}/#/order/list`, { waitUntil: 'commit' });
  keep('deep link /order/list, cpu', 'ms', await until(deep, row(1)), 600);
  await quiet(deep);
  await deep.locator(link('/moneylog')).hover();
  await quiet(deep);
  keep('cold route change after hover, cpu', 'ms', await from(deep, { click: link('/moneylog') }, `${link('/moneylog')}[aria-current="page"]`), 300);
  await quiet(deep);
  keep('warm route change, cpu', 'ms', await from(deep, { click: link('/order/list') }, `${link('/order/list')}[aria-current="page"]`), 100);
  await quiet(deep);
  keep('100 rows, cpu', 'ms', await from(deep, { goTo: '/order/list?limit=100' }, row(100)), 300);
  await quiet(deep);
  await watched(deep, { reset: true });
  await deep.locator('search input, form input, main input').first().pressSequentially('LM0901234567', { delay: 60 });
  await quiet(deep);
  keep('longest task while typing into the order filter, cpu', 'ms', (await watched(deep)).longest, 50);
  await deep.context().close();
}

async function measureShifts(on: Browser): Promise<void> {
  const login = await open(on, {});
  await login.goto(server.baseUrl);
  await login.locator('[name="account"]').fill('demo_shop');
  await login.locator('[name="password"]').fill(DEMO_PASSWORD);
  await login.locator('form button[type="submit"]').click();
  await until(login, '#content h1');
  const state = await login.context().storageState();
  await login.context().close();
  for (const address of ADDRESSES) {
    const stranger = ['/login', '/register'].includes(address);
    const page = await open(on, { slow: true, ...(stranger ? {} : { state }) });
    await page.goto(`${server.baseUrl}/#${address}`);
    await until(page, stranger ? 'form button[type="submit"]:enabled' : '#content h1');
    await quiet(page);
    keep(`layout shift of ${address}, slow`, '', (await watched(page)).shift, 0.02);
    await page.context().close();
  }
}

function watched(page: Page, { reset = false } = {}): Promise<Watched> {
  return page.evaluate((again) => {
    const { watched: current } = globalThis as unknown as { watched: Watched };
    const copy = { ...current };
    if (again) Object.assign(current, { shift: 0, longest: 0 });
    return copy;
  }, reset);
}
