/** The navbar's other tools: error log and full screen; and all tools on a phone and with assistive technology. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import { barriers, barriersInAll } from './axe-for-tests.ts';
import { type Navbar, navbarJourneys, toolWords } from './navbar-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { accountButton, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const journeys = navbarJourneys(stage);
let visitor: Visitor;
let page: Page;
let bar: Navbar;
const open = async (...as: Parameters<typeof journeys.open>) => {
  await journeys.open(...as);
  ({ visitor, page, bar } = journeys);
};

const rejection = `void Promise.reject(new Error('rejected on purpose'))`;

describe('the error log', () => {
  beforeEach(() => open());

  test('shows unhandled errors and can be cleared', async () => {
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
      .filter({ hasText: `${stage.baseUrl}/#/dashboard` })
      .waitFor();
    await rows.filter({ hasText: 'rejected on purpose' }).filter({ hasText: 'In the background' }).waitFor();
    await dialog
      .getByRole('region', { name: 'Stack: thrown on purpose' })
      .filter({ hasText: 'TypeError: thrown on purpose' })
      .waitFor();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await button.count()).toBe(0);
    expect(visitor.faults()).toHaveLength(2);
  });

  test('shows a page that could not be rendered, once, and the rest of the console keeps working', async () => {
    await page.route('**/api/channel/list', (route) =>
      route.fulfill({ json: { code: 1, data: { total: 1, list: [{ code: 'x' }] } } }),
    );
    await bar.press('g', 'c');
    await bar.heading('This page couldn’t be shown').waitFor();
    await page.getByRole('button', { name: 'Error log: 1 error' }).click();
    await page.getByRole('dialog', { name: 'Error log' }).getByText('While showing the page').waitFor();
    await bar.leave();
    await page.unroute('**/api/channel/list');
    await bar.press('g', 'm');
    await bar.heading('Money log').waitFor();
    expect(visitor.faults().length).toBeGreaterThan(0);
  });

  test('does not show a refused call, which the screen already reports', async () => {
    await page.route('**/api/order/list', (route) =>
      route.fulfill({ json: { code: 0, msg: 'Closed for today', error: 'closed' } }),
    );
    await bar.press('g', 'o');
    await page.getByText('Closed for today').first().waitFor();
    expect(await page.getByRole('button', { name: /^Error log: / }).count()).toBe(0);
  });
});

describe('full screen', () => {
  test('can be entered and left', async () => {
    await open();
    const isFull = () => page.evaluate<boolean>('document.fullscreenElement === document.documentElement');
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    const leave = page.getByRole('button', { name: 'Exit full screen', exact: true });
    await leave.waitFor();
    expect(await isFull()).toBe(true);
    await leave.click();
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    expect(await isFull()).toBe(false);
  });

  test.each(languages)('that is refused is reported in %s', async (language) => {
    await open({ language });
    await page.evaluate(
      `Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'))`,
    );
    await page.getByRole('button', { name: visitor.translate(toolWords, 'full_screen'), exact: true }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe(visitor.translate(toolWords, 'full_screen_refused'));
  });
});

describe.each(languages)('on a phone in %s', (language) => {
  test('everything fits, and tools without room are in the account’s menu', async () => {
    await open({ language, width: 390 }, '/moneylog');
    const translate = (name: keyof typeof toolWords) => visitor.translate(toolWords, name);
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
    await page.getByRole('menuitem', { name: translate('full_screen'), exact: true }).waitFor();
    await page.getByRole('menuitem', { name: translate('shortcuts'), exact: true }).click();
    await page.getByRole('dialog', { name: translate('shortcuts') }).waitFor();
    expect(visitor.faults()).toHaveLength(1);
  });
});

test('the tools have no accessibility violations', async () => {
  await open();
  const found: string[] = [];
  const check = async (where: string): Promise<void> =>
    void found.push(...(await barriersInAll(visitor, { where, within: 'header, [role="dialog"]' })));
  await bar.openSearch();
  await check('search');
  await bar.field.fill('LM0890');
  await bar
    .option(/LM0890/)
    .first()
    .waitFor();
  await check('search, orders');
  await bar.field.fill('nothing at all');
  await bar.search.getByText(/No results for/).waitFor();
  await check('search, nothing');
  await bar.leave();
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await shortcuts.waitFor();
  await check('shortcuts');
  expect(await shortcuts.isVisible()).toBe(true);
  await bar.leave();
  await page.evaluate(rejection);
  await page.getByRole('button', { name: 'Error log: 1 error' }).click();
  const stack = page.getByRole('region', { name: /^Stack/ });
  await stack.waitFor();
  await check('error log');
  expect(await stack.isVisible()).toBe(true);
  expect(found).toEqual([]);
  expect(visitor.faults()).toHaveLength(1);
});

test('popup code runs only once the pointer reaches a popup button, and open popups have no accessibility violations', async () => {
  await open();
  const run: string[] = [];
  // A prefetched script is not a script request yet.
  page.on('request', (request) => void (request.resourceType() === 'script' && run.push(request.url())));
  const popups = () => run.filter((url) => /\/popups-[\w-]+\.js$/.test(url));
  for (const path of ['/dashboard', '/order/list']) {
    await page.goto('about:blank');
    await bar.goTo(path);
    await untilIdle(page);
    expect(await page.locator('head link[rel="prefetch"][href*="/popups-"]').count()).toBe(1);
  }
  expect(popups()).toEqual([]);
  const found: string[] = [];
  const within = '[role="search"], [role="menu"], [role="dialog"]';
  // At the same width in both schemes: where the filters fold, an open popup would close.
  const check = async (where: string): Promise<void> => {
    found.push(...(await barriers(visitor, { where, within })));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await barriers(visitor, { where: `${where}, dark`, within, colours: true })));
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const status = page.getByRole('button', { name: /^Status/ });
  await status.hover();
  await expect.poll(popups).toHaveLength(1);
  await status.click();
  const paid = page.getByRole('menuitemcheckbox', { name: 'Payment success' });
  await paid.waitFor();
  await check('a choice');
  await paid.click();
  await expect.poll(() => page.url()).toContain('status=success');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Amount/ }).click();
  await page.getByRole('textbox', { name: 'From' }).waitFor();
  await check('a panel');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(found).toEqual([]);
  expect(popups()).toHaveLength(1);
});
