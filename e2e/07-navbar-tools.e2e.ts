/** The other tools of the navbar: the log of errors, the whole screen; and all of them on a phone and for assistive technology. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { languages } from '#foundation/core/words.ts';
import { navbarOf, toolWords, type Navbar } from './navbar-for-tests.ts';
import { startServer, type TestServer } from './server-for-tests.ts';
import { accountButton, logIn, visit, type Visitor, type VisitorOptions } from './visitor-for-tests.ts';

let browser: Browser;
let server: TestServer;
let state: VisitorOptions['storageState'];

beforeAll(async () => {
  browser = await chromium.launch(inject('browser'));
  server = await startServer({ from: inject('demoFolder'), env: { DEMO: 'on' } });
  const first = await visit(browser, { baseUrl: server.baseUrl });
  await logIn(first, server.baseUrl, { account: 'demo_shop', password: DEMO_PASSWORD });
  state = await first.context.storageState();
  await first.close();
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
  expect(server.errors()).toEqual([]);
});

let visitor: Visitor;
let page: Page;
let bar: Navbar;

async function come(options: Partial<VisitorOptions> = {}, path = '/dashboard'): Promise<void> {
  visitor = await visit(browser, { baseUrl: server.baseUrl, storageState: state, ...options });
  ({ page } = visitor);
  bar = navbarOf(visitor, server.baseUrl);
  await bar.goTo(path);
}

afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

const rejection = `void Promise.reject(new Error('rejected on purpose'))`;

describe('the error log', () => {
  beforeEach(() => come());

  test('shows what was thrown and nobody handled, and is cleared', async () => {
    const button = page.getByRole('button', { name: /^Error log: / });
    expect(await button.count()).toBe(0);
    await page.evaluate(`void setTimeout(() => { throw new TypeError('thrown on purpose') })`);
    await page.evaluate(rejection);
    await page.getByRole('button', { name: 'Error log: 2 errors' }).click();
    const dialog = page.getByRole('dialog', { name: 'Error log' });
    const rows = dialog.getByRole('row');
    await rows
      .filter({ hasText: 'thrown on purpose' })
      .filter({ hasText: 'In a script' })
      .filter({ hasText: `${server.baseUrl}/#/dashboard` })
      .waitFor();
    await rows.filter({ hasText: 'rejected on purpose' }).filter({ hasText: 'In the background' }).waitFor();
    await dialog.getByRole('region', { name: 'Stack: thrown on purpose' }).filter({ hasText: 'TypeError: thrown on purpose' }).waitFor();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await button.count()).toBe(0);
    expect(visitor.faults()).toHaveLength(2);
  });

  test('shows a page that could not be drawn, once, and the rest of the console stands', async () => {
    await page.route('**/api/channel/list', (route) => route.fulfill({ json: { code: 1, data: { total: 1, list: [{ code: 'x' }] } } }));
    await bar.press('g', 'c');
    await bar.heading('This page could not be shown').waitFor();
    await page.getByRole('button', { name: 'Error log: 1 error' }).click();
    await page.getByRole('dialog', { name: 'Error log' }).getByText('While the page was drawn').waitFor();
    await bar.leave();
    await page.unroute('**/api/channel/list');
    await bar.press('g', 'm');
    await bar.heading('Money log').waitFor();
    expect(visitor.faults().length).toBeGreaterThan(0);
  });

  test('does not show how a call ended, which was told', async () => {
    await page.route('**/api/order/list', (route) => route.fulfill({ json: { code: 0, msg: 'Closed for today', error: 'closed' } }));
    await bar.press('g', 'o');
    await page.getByText('Closed for today').first().waitFor();
    expect(await page.getByRole('button', { name: /^Error log: / }).count()).toBe(0);
  });
});

describe('the whole screen', () => {
  test('is taken and given back', async () => {
    await come();
    const isFull = () => page.evaluate<boolean>('document.fullscreenElement === document.documentElement');
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    const leave = page.getByRole('button', { name: 'Leave full screen', exact: true });
    await leave.waitFor();
    expect(await isFull()).toBe(true);
    await leave.click();
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    expect(await isFull()).toBe(false);
  });

  test.each(languages)('that is refused is said in %s', async (language) => {
    await come({ language });
    await page.evaluate(`Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'))`);
    await page.getByRole('button', { name: visitor.say(toolWords, 'full_screen'), exact: true }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe(visitor.say(toolWords, 'full_screen_refused'));
  });
});

describe.each(languages)('on a phone in %s', (language) => {
  test('everything fits, and what has no room is in the account’s menu', async () => {
    await come({ language, width: 390 }, '/moneylog');
    const say = (name: keyof typeof toolWords) => visitor.say(toolWords, name);
    await page.evaluate(rejection);
    await page.getByRole('banner').getByRole('button').nth(2).waitFor();
    const tooWide = `[...document.querySelectorAll('header, header *')].map((each) => each.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length`;
    expect(await page.evaluate(tooWide)).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await bar.openSearch();
    const box = await bar.search.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await bar.leave();
    await accountButton(visitor).click();
    await page.getByRole('menuitem', { name: say('full_screen'), exact: true }).waitFor();
    await page.getByRole('menuitem', { name: say('shortcuts'), exact: true }).click();
    await page.getByRole('dialog', { name: say('shortcuts') }).waitFor();
    expect(visitor.faults()).toHaveLength(1);
  });
});

test.each([
  { width: 1440, dark: false },
  { width: 1440, dark: true },
  { width: 390, dark: false },
  { width: 390, dark: true },
])('nothing stands in the way of assistive technology: %o', async (options) => {
  await come(options);
  const barriers: string[] = [];
  const look = async (where: string): Promise<void> => {
    const { violations } = await new AxeBuilder({ page }).include('header, [role="dialog"]').analyze();
    barriers.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${where}: ${id}: ${html}: ${failureSummary ?? ''}`)));
  };
  await bar.openSearch();
  await look('search');
  await bar.field.fill('LM0890');
  await bar
    .option(/LM0890/)
    .first()
    .waitFor();
  await look('search, orders');
  await bar.field.fill('nothing at all');
  await bar.search.getByText(/Nothing found/).waitFor();
  await look('search, nothing');
  await bar.leave();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await look('shortcuts');
  await bar.leave();
  await page.evaluate(rejection);
  await page.getByRole('button', { name: 'Error log: 1 error' }).click();
  await page.getByRole('region', { name: /^Stack/ }).waitFor();
  await look('error log');
  expect(barriers).toEqual([]);
  expect(visitor.faults()).toHaveLength(1);
});
