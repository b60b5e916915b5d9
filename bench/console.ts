/**
 * Measures the console in a real, throttled browser (see console-browser.ts), with a real server and demo data. Prints
 * every figure with its budget, then the same figures for a minimal console (the probe), reference values of other
 * consoles, and Lighthouse scores.
 *   npm run bench -- console            (CONSOLE_RUNS=1 for a quick look, CONSOLE_LIGHTHOUSE=off without its download)
 */
import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { findOrInstallBrowser } from '#scripts/browser.mjs';
import { ensureConsoleBuilt } from '#scripts/console-build.mjs';
import { makeDemoFolder } from '#e2e/demo-for-tests.ts';
import { removeFolder, startServer } from '#e2e/server-for-tests.ts';
import { from, withoutLazyPositions, moments, open, quiet, type State, until, watched } from './console-browser.ts';
import { lighthouseScores } from './console-lighthouse.ts';
import { comparedWithOthers } from './console-others.ts';
import { startProbe } from './console-probe.ts';
import { loginFiles } from '#e2e/login-files-for-tests.ts';
import { describeMachine, median, table } from './machine.ts';

const RUNS = Number(process.env['CONSOLE_RUNS'] ?? 5);
const KEY_MS = 200;
const MANY = 1_000;
const ROWS = '/order/list?limit=100';
const FORM = 'form button[type="submit"]';
/** The form once its code has loaded. Until then its fields belong to another form, which remembers a click. */
const OWN_FORM = `${FORM}:not([form])`;
/** A real row, not a placeholder. */
const row = (count: number): string => `tbody tr[data-index="${count - 1}"]`;
const link = (path: string): string => `nav a[href$="#${path}"]`;
const current = (path: string): string => `${link(path)}[aria-current="page"]`;
const ADDRESSES = ['/login', '/register', '/dashboard', '/order/list', '/moneylog', '/channel/list'];

/** One measured figure. `budget` is its maximum in its unit; a figure without a budget only explains another one. */
interface Figure {
  name: string;
  unit: 'ms' | 'KB' | '';
  budget?: number;
  values: number[];
}
const figures: Figure[] = [];
const record = (name: string, unit: Figure['unit'], value: number, budget?: number): void => {
  const known = figures.find((figure) => figure.name === name);
  if (known) known.values.push(value);
  else figures.push({ name, unit, values: [value], ...(budget === undefined ? {} : { budget }) });
};

const browserOptions = await findOrInstallBrowser();
await ensureConsoleBuilt(process.execPath);
const demoFolder = await makeDemoFolder();
const server = await startServer({ from: demoFolder, env: { DEMO: 'on' } });
const probe = await startProbe();
const browser = await chromium.launch(withoutLazyPositions(browserOptions));
try {
  console.log(`${await describeMachine()}\nChromium ${browser.version()}, machine load ${loadavg()[0]?.toFixed(1)}`);
  await measureSizes();
  for (let run = 0; run < RUNS; run += 1) {
    await probe.measure(browser);
    const state = await measureLogin(browser);
    await measureScreens(browser, state);
    await measureShifts(browser, state);
  }
  console.log(`\n${table([['', 'median', 'budget', 'ratio', ''], ...figures.map(figureRow)])}`);
  console.log(
    `\nmedians of ${RUNS} runs; server, database and browser share the machine (load at the end: ${loadavg()[0]?.toFixed(1)})`,
  );
  const figureOf = (name: string): Pick<Figure, 'values' | 'budget'> =>
    figures.find((figure) => figure.name === name) ?? { values: [] };
  console.log(`\n${probe.describe(figureOf)}\n\n${comparedWithOthers((name) => median(figureOf(name).values))}`);
  if (process.env['CONSOLE_LIGHTHOUSE'] !== 'off')
    console.log(`\n${await lighthouseScores(server.baseUrl, browserOptions, logIn, RUNS)}`);
} finally {
  await browser.close();
  await probe.close();
  await server.remove();
  await removeFolder(demoFolder);
}

function figureRow({ name, unit, budget, values }: Figure): string[] {
  const value = median(values);
  if (budget === undefined) return [name, formatted(value, unit), '', '', ''];
  return [
    name,
    formatted(value, unit),
    `≤ ${formatted(budget, unit)}`,
    (value / budget).toFixed(2),
    value <= budget ? 'ok' : 'OVER',
  ];
}

function formatted(value: number, unit: Figure['unit']): string {
  return unit === '' ? value.toFixed(3) : `${value.toFixed(unit === 'KB' ? 1 : 0)} ${unit}`;
}

/** Measures the login page's files: as gzip makes them, and as our server sends them. */
async function measureSizes(): Promise<void> {
  let [gzipped, sent] = [0, 0];
  for (const { name, gzippedBytes } of await loginFiles()) {
    gzipped += gzippedBytes;
    // The page's styles are inlined.
    if (name.endsWith('.js')) sent += await bytesOf(name);
  }
  record('login JS + CSS, gzip', 'KB', gzipped / 1_000, 150);
  record('  the page itself, as sent', 'KB', (await bytesOf('')) / 1_000);
  record('  its JS, as sent', 'KB', sent / 1_000);
}

async function bytesOf(path: string): Promise<number> {
  const { headers } = await fetch(`${server.baseUrl}/${path}`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  return Number(headers.get('content-length'));
}

/** Measures the login. Returns the browser's state after it, for the screens behind the login. */
async function measureLogin(on: Browser): Promise<State> {
  const page = await open(on, { slow: true });
  await page.goto(server.baseUrl, { waitUntil: 'commit' });
  // From here on typed text is kept, and a click or Enter is remembered until the code handles it.
  record('login form takes input, slow', 'ms', await until(page, FORM));
  record('login usable (hydrated), slow', 'ms', await until(page, OWN_FORM), 2_200);
  // While the user types, the code behind the login is fetched and the captcha is solved.
  await page.locator('[name="account"]').pressSequentially('demo_shop', { delay: KEY_MS });
  await page.locator('[name="password"]').pressSequentially(DEMO_PASSWORD, { delay: KEY_MS });
  await quiet(page);
  const { acted, there } = await moments(page, { click: FORM }, '#content h1');
  const answered = await page.evaluate(() =>
    performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('/api/user/login')),
  );
  const { responseEnd = 0 } = (answered ?? {}) as { responseEnd?: number };
  const figuresShown = await until(page, '#content dl > div > dt + dd:not(:has(> span[aria-hidden]))');
  record("login's answer → dashboard, slow", 'ms', there - responseEnd, 600);
  record('  until its figures are shown', 'ms', figuresShown - responseEnd);
  record('  from the click, including the login call', 'ms', there - acted);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

async function measureScreens(on: Browser, state: State): Promise<void> {
  const deep = await open(on, { state });
  await deep.goto(`${server.baseUrl}/#/order/list`, { waitUntil: 'commit' });
  record('deep link /order/list, cpu', 'ms', await until(deep, row(1)), 600);
  await quiet(deep);
  await deep.locator(link('/moneylog')).hover();
  await quiet(deep);
  record(
    'cold route change after hover, cpu',
    'ms',
    await from(deep, { click: link('/moneylog') }, current('/moneylog')),
    300,
  );
  await quiet(deep);
  record('warm route change, cpu', 'ms', await from(deep, { click: link('/order/list') }, current('/order/list')), 100);
  await quiet(deep);
  record('100 rows, cpu', 'ms', await from(deep, { goTo: ROWS }, row(100)), 300);
  await quiet(deep);
  await watched(deep, { reset: true });
  await deep.locator('search input, form input, main input').first().pressSequentially('LM0901234567', { delay: 60 });
  await quiet(deep);
  record('longest task while typing into the order filter, cpu', 'ms', (await watched(deep)).longest, 50);
  await measureManyRows(deep);
  await deep.context().close();
}

/**
 * No call returns this many rows, but the table must handle them. Repeats the rows of the real answer under other
 * numbers.
 */
async function measureManyRows(page: Page): Promise<void> {
  await page.goto('about:blank');
  let body: string | undefined;
  await page.route('**/api/order/list', async (route) => {
    if (body === undefined) {
      const answer = (await (await route.fetch()).json()) as {
        data: { list: { systemNo: string; orderNo: string }[] };
      };
      const { list } = answer.data;
      const many = Array.from({ length: MANY }, (_, index) => list.slice(index % list.length)[0]).flatMap(
        (order, index) => (order ? [{ ...order, systemNo: String(10n ** 18n + BigInt(index)) }] : []),
      );
      body = JSON.stringify({ ...answer, data: { ...answer.data, total: MANY, list: many } });
    }
    await route.fulfill({ contentType: 'application/json', body });
  });
  await page.goto(`${server.baseUrl}/#/moneylog`);
  await until(page, row(1));
  // A first visit loads the screen's code and the answer, so that only the table is measured.
  await from(page, { goTo: '/order/list?limit=50' }, `table[aria-rowcount="${MANY + 1}"]`);
  await from(page, { goTo: '/moneylog' }, current('/moneylog'));
  await quiet(page);
  record(
    '1,000 rows (virtual), cpu',
    'ms',
    await from(page, { goTo: ROWS }, `table[aria-rowcount="${MANY + 1}"]:not([data-stale]) ${row(10)}`),
    300,
  );
  await quiet(page);
}

async function measureShifts(on: Browser, state: State): Promise<void> {
  for (const address of ADDRESSES) {
    const isLoggedOut = ['/login', '/register'].includes(address);
    const page = await open(on, { slow: true, ...(isLoggedOut ? {} : { state }) });
    await page.goto(`${server.baseUrl}/#${address}`);
    await until(page, isLoggedOut ? OWN_FORM : '#content h1');
    await quiet(page);
    record(`layout shift of ${address}, slow`, '', (await watched(page)).shift, 0.02);
    await page.context().close();
  }
}

async function logIn(page: Page): Promise<void> {
  await page.goto(server.baseUrl);
  await page.locator('[name="account"]').fill('demo_shop');
  await page.locator('[name="password"]').fill(DEMO_PASSWORD);
  await page.locator(FORM).click();
  await until(page, '#content h1');
}
