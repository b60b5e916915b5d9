/**
 * Nothing is ever cut: every list, in every language and at the usual widths of a desk, with rows that have the longest
 * values. A text that does not fit ends in an ellipsis and shows all of it on hover; a column that does not fit is left
 * out, and the column button says so. On a phone a row is two lines, and eight of them fit.
 */
import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import type { DownloadRow } from '#features/downloads/contract.ts';
import { languages } from '#foundation/core/words.ts';
import { untilIdle } from './idle-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const demoAgent = { account: 'demo_agent', password: DEMO_PASSWORD };

const shopLists = [
  '/order/list',
  '/moneylog',
  '/order/reconciliation',
  '/repay/index',
  '/repay/index?tab=payouts',
  '/repay/index?tab=batches',
  '/repay/bankcard',
  '/channel/list',
  '/channel/api?tab=requests',
  '/channel/api?tab=callbacks',
  '/user/recharge',
  '/user/logs',
  '/user/logs?view=sessions',
  '/user/downloads',
];
const agentLists = ['/agent/userlist', '/agent/orderList', '/agent/commission'];

/** The rows of the lists on the page. */
const ROWS = '[role="region"] > table tbody tr[data-index]';

let visitor: Visitor;
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

describe.each(languages)('in %s', (language) => {
  test.each([
    { account: demoShop, lists: shopLists },
    { account: demoAgent, lists: agentLists },
  ])('no cell of the lists of $account.account is cut at 1280, 1366 and 1440 px', async ({ account, lists }) => {
    visitor = await stage.visit({ language, storageState: await stage.loggedIn(account) });
    const { page } = visitor;
    // A page that is left waits for no answer.
    await page.route('**/api/**', (route) => stretchRows(route).catch(() => undefined));
    const found: string[] = [];
    const lookAt = async (name: string) => {
      for (const width of [1280, 1366, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.locator(ROWS).first().waitFor();
        await untilIdle(page);
        for (const cut of await cutCells(page)) found.push(`${name} at ${width} px: ${cut}`);
      }
    };
    for (const path of lists) {
      // By way of another page, so that no row of the previous list is measured.
      await page.goto('about:blank');
      await page.goto(`${stage.baseUrl}/#${path}`);
      await lookAt(path);
    }
    if (account === demoShop) {
      await page.goto(`${stage.baseUrl}/#/repay/index?tab=batches`);
      await page.locator(`${ROWS} [data-open-row]`).first().click();
      await page.waitForURL(/repay\/batch\?/);
      const batch = page.url();
      await page.goto('about:blank');
      await page.goto(batch);
      await lookAt('a batch');
    }
    expect(found).toEqual([]);
  });
});

describe.each(languages)('on a phone, in %s', (language) => {
  test.each([
    { account: demoShop, lists: shopLists },
    { account: demoAgent, lists: agentLists },
  ])('no amount, account or breadcrumb of $account.account is cut', async ({ account, lists }) => {
    visitor = await stage.visit({ language, width: 390, storageState: await stage.loggedIn(account) });
    const { page } = visitor;
    await page.route('**/api/**', (route) => stretchRows(route).catch(() => undefined));
    const found: string[] = [];
    for (const path of lists) {
      await page.goto('about:blank');
      await page.goto(`${stage.baseUrl}/#${path}`);
      await page.locator('main li > button').first().waitFor();
      await untilIdle(page);
      for (const cut of await cutFigures(page)) found.push(`${path}: ${cut}`);
      // The way to the screen is whole too.
      const [wide, high] = await page
        .locator('header nav li:last-child > span')
        .last()
        .evaluate((item) => [item.scrollWidth - item.clientWidth, item.scrollHeight - item.clientHeight]);
      if ((wide ?? 0) > 1 || (high ?? 0) > 1) found.push(`${path}: the breadcrumb`);
    }
    expect(found).toEqual([]);
  });
});

test('where columns have no room the button says how many are shown, and a wider window shows them again', async () => {
  visitor = await stage.visit({ width: 1440, storageState: await stage.loggedIn() });
  const { page } = visitor;
  await page.goto(`${stage.baseUrl}/#/order/list`);
  await page.locator('tbody tr[data-index]').first().waitFor();
  const chooser = page.getByRole('button', { name: /^Columns/ });
  const count = async () => Number(/Columns (\d+) of 11/.exec((await chooser.getAttribute('aria-label')) ?? '')?.[1]);
  const headers = async () =>
    (await page.getByRole('columnheader').allTextContents()).filter((text) => text !== 'Open ');
  expect(await count()).toBe(10);
  await page.setViewportSize({ width: 900, height: 900 });
  await expect.poll(count).toBeLessThan(10);
  expect(await headers()).not.toContain('Type');
  expect(await headers()).toContain('Order number');
  // A column that the user ticks has room before the others.
  await chooser.click();
  expect(await page.getByRole('checkbox', { name: 'Type', exact: true }).isChecked()).toBe(false);
  await page.getByRole('checkbox', { name: 'Type', exact: true }).check();
  await expect.poll(headers).toContain('Type');
  expect(await cutCells(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(count).toBe(10);
});

test('a list fills the window: header, filters and page control stay, and only its rows scroll', async () => {
  visitor = await stage.visit({ width: 1440, storageState: await stage.loggedIn() });
  const { page } = visitor;
  for (const path of ['/order/list', '/moneylog', '/user/logs']) {
    // So that no row of the previous list is waited for.
    await page.goto('about:blank');
    await page.goto(`${stage.baseUrl}/#${path}`);
    await page.locator('tbody tr[data-index]').nth(10).waitFor();
    await untilIdle(page);
    const box = page.getByRole('region').filter({ has: page.locator('table') });
    expect([path, await page.evaluate('document.documentElement.scrollHeight - innerHeight')]).toEqual([path, 0]);
    const pages = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
    expect((pages?.y ?? Infinity) + (pages?.height ?? 0)).toBeLessThanOrEqual(900);
    await page.setViewportSize({ width: 1440, height: 660 });
    expect(await box.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
    expect([path, await page.evaluate('document.documentElement.scrollHeight - innerHeight')]).toEqual([path, 0]);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  const [first] = await page
    .locator('tbody tr[data-index]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(first).toBe(32);
});

test.each([
  ['/order/list', 8],
  ['/moneylog', 8],
  ['/user/logs', 8],
  ['/repay/index?tab=payouts', 8],
] as const)('on a phone rows of %s are two lines, and %d of them are in view', async (path, most) => {
  visitor = await stage.visit({ width: 390, storageState: await stage.loggedIn() });
  const { page } = visitor;
  await page.goto(`${stage.baseUrl}/#${path}`);
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') });
  await rows.nth(8).waitFor();
  await untilIdle(page);
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => ({ top: row.getBoundingClientRect().top, bottom: row.getBoundingClientRect().bottom })),
  );
  expect(boxes.filter(({ top, bottom }) => top >= 0 && bottom <= 844).length).toBeGreaterThanOrEqual(most);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  // Scrolled, the tools and the day stay at the top.
  await page.mouse.move(195, 600);
  await page.mouse.wheel(0, 700);
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(400);
  const tools = await page.getByRole('button', { name: 'Tools' }).boundingBox();
  expect(tools?.y).toBeGreaterThanOrEqual(0);
  expect(tools?.y).toBeLessThan(60);
});

/** Gives the rows of every list the longest values that its fields can have. */
async function stretchRows(route: Route): Promise<void> {
  if (route.request().url().includes('/events')) return route.continue();
  const response = await route.fetch();
  const answer = (await response.json().catch(() => undefined)) as { data?: { list?: unknown[] } } | undefined;
  if (!Array.isArray(answer?.data?.list)) return route.fulfill({ response });
  // The demo's shop has no files.
  const { list } = answer.data;
  const rows = list.length === 0 && response.url().endsWith('/user/downloads') ? [file] : list;
  answer.data.list = rows.map((row, index) => stretched(row, index));
  return route.fulfill({ response, json: answer });
}

const file: DownloadRow = {
  id: '1',
  name: 'statement-2025-12-entries-of-the-warehouse-in-the-west.xlsx',
  kind: 'statementEntries',
  format: 'xlsx',
  filter: 'Status: success, Channel: bank transfer, Created: 1 Dec 2025 to 31 Dec 2025',
  rows: 4_000_000,
  size: 987_654_321,
  state: 'ready',
  fault: null,
  progress: 100,
  scheduleId: '1',
  report: { host: 'reports.warehouse-of-the-west.example.com', acknowledgedAt: null },
  createdAt: '2025-12-01T00:00:00.000Z',
  finishedAt: '2025-12-01T00:00:00.000Z',
  expiresAt: '2025-12-08T00:00:00.000Z',
};

const longNumber = (index: number) =>
  `SHOP-2025-ORDER-NUMBER-WITH-THE-MOST-CHARACTERS-${String(index).padStart(16, '0')}`;
const longTexts: Readonly<Record<string, (index: number) => string>> = {
  orderNo: longNumber,
  merchantOrderNo: longNumber,
  holder: () => 'Wilhelmina Wolfeschlegelsteinhausenbergerdorff Widmann',
  bankName: () => 'Westdeutsche Kommunal- und Wirtschaftsförderungsbank',
  account: () => '622202****5702',
  fileName: () => 'payouts-of-the-warehouse-in-the-west-2025-12-31-final-corrected.xlsx',
  device: () => 'Chrome 142 on Windows 11, a tablet with a keyboard',
  host: () => 'callbacks.payments.warehouse-of-the-west.example.com:8443',
  remark: () => 'Würzburg, Westwall 17: what was agreed on the phone with Wilhelmina',
};

function stretched(value: unknown, index: number, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => stretched(each, index, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, stretched(each, index, key)]));
  if (typeof value !== 'string') return value;
  // The system number is the row's key, and a payout's number is one too.
  if (name === 'orderNo' && /^26\d{17}$/.test(value)) return value;
  // The latest day of another year is the longest time.
  if (/^20\d\d-\d\d-\d\dT/.test(value)) return `2025-12-${String(10 + (index % 20)).padStart(2, '0')}T13:48:59.000Z`;
  if (/^-?\d+\.\d\d$/.test(value) && name !== 'percent') return value.startsWith('-') ? '-98888888.88' : '98888888.88';
  return value === '' ? value : (longTexts[name]?.(index) ?? value);
}

/** Texts in the rows of a phone that end in an ellipsis and have an amount or an account in them. */
function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('main li:has(> button) *')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).textOverflow === 'ellipsis')
      .map((part) => part.textContent)
      .filter((text) => /¥|[*]{4}/.test(text))
      .slice(0, 5)`);
}

/**
 * The cells whose content is not wholly seen: outside the table's box or below its fixed edge, or cut inside the cell
 * without an ellipsis.
 */
function cutCells(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('[role="region"]')].filter((box) => box.querySelector(':scope > table') && box.offsetParent).flatMap((box) => {
      const room = box.getBoundingClientRect();
      const edge = box.querySelector('thead th:last-child:not([data-width])')?.getBoundingClientRect().left ?? room.left + box.clientWidth;
      const found = box.scrollWidth > box.clientWidth + 1 ? ['the table is ' + (box.scrollWidth - box.clientWidth) + ' px wider than its box'] : [];
      for (const cell of box.querySelectorAll('th[data-width], tbody tr:not([aria-hidden]) td')) {
        const isEdge = cell.cellIndex === cell.parentElement.cells.length - 1 && edge < room.left + box.clientWidth;
        if (!isEdge && cell.getBoundingClientRect().right > edge + 1) found.push('beyond the edge: ' + cell.textContent);
        for (const part of [cell, ...cell.querySelectorAll('*')]) {
          const style = getComputedStyle(part);
          if (part.scrollWidth <= part.clientWidth + 1 || part.clientWidth === 0) continue;
          const isShort = part.nextElementSibling && getComputedStyle(part.nextElementSibling, '::before').content.startsWith('"…"');
          if (!isShort && style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && style.clipPath === 'none') found.push('cut: ' + part.outerHTML.slice(0, 160));
          if (style.overflowX === 'visible' && part === cell) found.push('wider than its cell: ' + cell.textContent);
        }
      }
      return [...new Set(found)].slice(0, 5);
    })`);
}
