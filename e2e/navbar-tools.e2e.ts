/**
 * The other tools of the navbar: the log of errors, the whole screen; and all of them on a phone and for assistive
 * technology.
 */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import { barriers, barriersInAll } from './axe-for-tests.ts';
import { type Navbar, navbarJourneys, toolWords } from './navbar-for-tests.ts';
import { untilAtRest } from './rest-for-tests.ts';
import { stageOfDemo } from './stage-for-tests.ts';
import { accountButton, type Visitor } from './visitor-for-tests.ts';

const stage = stageOfDemo();
const journeys = navbarJourneys(stage);
let visitor: Visitor;
let page: Page;
let bar: Navbar;
const come = async (...as: Parameters<typeof journeys.come>) => {
  await journeys.come(...as);
  ({ visitor, page, bar } = journeys);
};

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

  test('shows a page that could not be drawn, once, and the rest of the console stands', async () => {
    await page.route('**/api/channel/list', (route) =>
      route.fulfill({ json: { code: 1, data: { total: 1, list: [{ code: 'x' }] } } }),
    );
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
    await page.route('**/api/order/list', (route) =>
      route.fulfill({ json: { code: 0, msg: 'Closed for today', error: 'closed' } }),
    );
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
    await page.evaluate(
      `Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'))`,
    );
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

test('nothing stands in the way of assistive technology', async () => {
  await come();
  const found: string[] = [];
  const look = async (where: string): Promise<void> =>
    void found.push(...(await barriersInAll(visitor, { where, within: 'header, [role="dialog"]' })));
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
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await shortcuts.waitFor();
  await look('shortcuts');
  expect(await shortcuts.isVisible()).toBe(true);
  await bar.leave();
  await page.evaluate(rejection);
  await page.getByRole('button', { name: 'Error log: 1 error' }).click();
  const stack = page.getByRole('region', { name: /^Stack/ });
  await stack.waitFor();
  await look('error log');
  expect(await stack.isVisible()).toBe(true);
  expect(found).toEqual([]);
  expect(visitor.faults()).toHaveLength(1);
});

test('what pops up runs on no page, but when the pointer comes to its button; open, it stands in nobody’s way', async () => {
  await come();
  const run: string[] = [];
  // What is only laid by for later is no script yet.
  page.on('request', (request) => void (request.resourceType() === 'script' && run.push(request.url())));
  const popups = () => run.filter((url) => /\/popups-[\w-]+\.js$/.test(url));
  for (const path of ['/dashboard', '/order/list']) {
    await page.goto('about:blank');
    await bar.goTo(path);
    await untilAtRest(page);
    expect(await page.locator('head link[rel="prefetch"][href*="/popups-"]').count()).toBe(1);
  }
  expect(popups()).toEqual([]);
  const found: string[] = [];
  const within = '[role="search"], [role="menu"], [role="dialog"]';
  // Both as wide: where the filters fold, what they opened closes.
  const look = async (where: string): Promise<void> => {
    found.push(...(await barriers(visitor, { where, within })));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await barriers(visitor, { where: `${where}, dark`, within, colours: true })));
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const status = page.getByRole('button', { name: /^Status/ });
  await status.hover();
  await expect.poll(popups).toHaveLength(1);
  await status.click();
  const paid = page.getByRole('menuitemradio', { name: 'Payment success' });
  await paid.waitFor();
  await look('a choice');
  await paid.click();
  await expect.poll(() => page.url()).toContain('status=success');
  await page.getByRole('button', { name: /^Amount/ }).click();
  await page.getByRole('textbox', { name: 'From' }).waitFor();
  await look('a panel');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(found).toEqual([]);
  expect(popups()).toHaveLength(1);
});
