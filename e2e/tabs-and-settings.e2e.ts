/** The frame's settings: tabs that keep their page's state, colour, size, fixed header and logo. */
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { words } from '#foundation/core/words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { expectFocus } from './navbar-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { accountButton, openOrder, openScreen, openSettings, rowOf, type Visitor } from './visitor-for-tests.ts';

const tabWords = words({
  tabs: ['Open pages', '已打开的页面', 'Páginas abiertas', 'หน้าที่เปิดอยู่'],
  setting_tabs: ['Show page tabs', '显示页签', 'Mostrar pestañas', 'เปิดหน้าเป็นแท็บ'],
  setting_fixed_header: ['Fixed header', '固定顶栏', 'Encabezado fijo', 'ตรึงส่วนหัว'],
  setting_sidebar_logo: ['Sidebar logo', '侧边栏标志', 'Logotipo en el menú', 'โลโก้ในเมนู'],
});

/** In pixels: a window with so little height scrolls the page around a list. */
const LOW = 600;

const stage = demoStage();
let visitor: Visitor;

beforeEach(async () => {
  visitor = await stage.visit({ storageState: await stage.loggedIn() });
  await visitor.page.goto(stage.baseUrl);
  await accountButton(visitor).waitFor();
});

afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

const tabBar = (): Locator => visitor.page.getByRole('navigation', { name: visitor.translate(tabWords, 'tabs') });
const tab = (title: string): Locator => tabBar().getByRole('link', { name: title, exact: true });
const orders = (): string => visitor.translate(orderScreenWords, 'orders');
const moneyLog = (): string => visitor.translate(ledgerScreenWords, 'money_log');
const dashboard = (): string => visitor.translate(dashboardWords, 'dashboard');
const titles = (): Promise<string[]> => tabBar().getByRole('link').allTextContents();

const scrolledBy = (): Promise<number> =>
  tabBar()
    .getByRole('list')
    .evaluate(({ scrollLeft }) => scrollLeft);
const activeTab = async () => {
  const link = tabBar().locator('a[aria-current=page]');
  return { path: await link.getAttribute('href'), inView: await isInView(link) };
};

/** Also waits for the page, because a field found earlier can belong to the page that is about to hide. */
async function goToTab(title: string): Promise<void> {
  await tab(title).click();
  await visitor.page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

async function isInView(part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= 390;
}

/** Presses a key and waits until the focus is on the given part. */
async function step(key: string, part: Locator): Promise<void> {
  await visitor.page.keyboard.press(key);
  await expectFocus(part);
  await expect.poll(() => isInView(part)).toBe(true);
}

async function change(name: keyof typeof tabWords): Promise<void> {
  const panel = await openSettings(visitor);
  await panel.getByRole('switch', { name: visitor.translate(tabWords, name) }).click({ force: true });
  await visitor.page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

async function openAll(): Promise<void> {
  await change('setting_tabs');
  await openScreen(visitor, orders());
  await rowOf(visitor, /LM0/).first().waitFor();
  await openScreen(visitor, moneyLog());
  await rowOf(visitor, /LM0/).first().waitFor();
}

describe('tabs', () => {
  test('are off by default, and stay on once enabled', async () => {
    await expect.poll(() => tabBar().count()).toBe(0);
    await change('setting_tabs');
    expect(await titles()).toEqual([dashboard()]);
    await visitor.page.reload();
    await tab(dashboard()).waitFor();
  });

  test.each([
    ['of the rows', 900],
    // In a low window the page scrolls instead of the rows.
    ['of the page', LOW],
  ] as const)('keep a page’s filters, text and scroll position %s', async (_, height) => {
    await visitor.page.setViewportSize({ width: 1440, height });
    // Keeps the tabs reachable on a scrolled page.
    await change('setting_fixed_header');
    await openAll();
    await goToTab(orders());
    const search = visitor.page.getByRole('search').getByRole('searchbox').first();
    await search.fill('LM0');
    await expect.poll(() => visitor.page.url()).toContain('q=LM0');
    // The filter matches all rows, so that the page stays long enough to scroll.
    await rowOf(visitor, /LM0/).first().waitFor();
    const scroller =
      height === LOW
        ? visitor.page.locator('html')
        : visitor.page.getByRole('main').getByRole('region', { name: orders(), exact: true });
    const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop);
    // The page is left before the browser reports that it was scrolled.
    const link = await tab(moneyLog()).elementHandle();
    await scroller.evaluate((box, next) => {
      box.scrollTo(0, 120);
      (next as unknown as { click(): void }).click();
    }, link);

    await goToTab(moneyLog());
    expect(visitor.page.url()).not.toContain('q=LM0');
    expect(await visitor.page.getByRole('heading', { name: orders(), level: 1 }).count()).toBe(0);

    await goToTab(orders());
    expect(visitor.page.url()).toContain('q=LM0');
    expect(await search.inputValue()).toBe('LM0');
    await expect.poll(scrolled).toBe(120);
  });

  test('forget a closed page; the dashboard is never kept', async () => {
    await openAll();
    const keptPages = () => visitor.page.locator('h1').allTextContents();
    expect(await keptPages()).toEqual([orders(), moneyLog()]);
    const search = visitor.page.getByRole('search').getByRole('searchbox').first();
    await goToTab(orders());
    await search.fill('LM0');
    await expect.poll(() => visitor.page.url()).toContain('q=LM0');
    await tab(orders()).press('Delete');
    await expect.poll(keptPages).toEqual([moneyLog()]);
    await openScreen(visitor, orders());
    expect(await search.inputValue()).toBe('');
    expect(visitor.page.url()).not.toContain('q=');
  });

  test('hide a page’s dialogs together with the page', async () => {
    await openAll();
    await goToTab(orders());
    await openOrder(visitor);
    const drawer = visitor.page.getByRole('dialog');
    await visitor.page.evaluate(`location.hash = '#/moneylog'`);
    await visitor.page.getByRole('heading', { name: moneyLog(), level: 1 }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await visitor.page.goBack();
    await drawer.getByText(visitor.translate(orderScreenWords, 'timeline'), { exact: true }).waitFor();
    expect(await drawer.isVisible()).toBe(true);
  });

  test('close with the button, a middle click and Delete; closing the active tab opens the last remaining one', async () => {
    await openAll();
    await tabBar()
      .getByRole('button', { name: `Close ${moneyLog()}` })
      .click();
    await visitor.page.getByRole('heading', { name: orders(), level: 1 }).waitFor();
    expect(await titles()).toEqual([dashboard(), orders()]);
    await openScreen(visitor, moneyLog());
    await tab(orders()).click({ button: 'middle' });
    await expect.poll(titles).toEqual([dashboard(), moneyLog()]);
    await tab(moneyLog()).focus();
    await visitor.page.keyboard.press('Delete');
    await expect.poll(titles).toEqual([dashboard()]);
    await expect.poll(() => visitor.page.url()).toContain('#/dashboard');
  });

  test('scroll in their row if there is no room: the active one is in view, and wheel and keys reach all others', async () => {
    const { page } = visitor;
    await change('setting_tabs');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [
      '/order/list',
      '/moneylog',
      '/repay/index',
      '/channel/list',
      '/user/profile',
      '/user/password',
      '/user/logs',
    ]) {
      await page.evaluate(`location.hash = '#${path}'`);
      await expect.poll(activeTab).toEqual({ path: `#${path}`, inView: true });
    }
    const links = tabBar().getByRole('link');
    expect(await links.count()).toBe(8);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await scrolledBy()).toBeGreaterThan(390);

    await page.evaluate(`location.hash = '#/dashboard'`);
    await expect.poll(activeTab).toEqual({ path: '#/dashboard', inView: true });
    expect(await scrolledBy()).toBe(0);
    await page.getByRole('heading', { name: /^Welcome/, level: 1 }).waitFor();

    await tab(dashboard()).hover();
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolledBy).toBe(200);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.mouse.wheel(-200, 0);
    await expect.poll(scrolledBy).toBe(0);

    await tab(dashboard()).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(scrolledBy).toBeGreaterThan(0);
    const parts = await tabBar().locator('a, button').all();
    expect(parts).toHaveLength(15);
    for (const part of parts.slice(1)) await step('Tab', part);
    for (const part of parts.slice(0, -1).toReversed()) await step('Shift+Tab', part);
  });

  test('have a menu 105 px wide: refresh, close, close others, close all; a fixed tab has no close', async () => {
    await openAll();
    await tab(dashboard()).click({ button: 'right' });
    const menu = visitor.page.getByRole('menu');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual(['Refresh', 'Close others', 'Close all']);
    expect((await menu.boundingBox())?.width).toBe(105);
    await visitor.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });

    await goToTab(orders());
    const search = visitor.page.getByRole('search').getByRole('searchbox');
    await search.fill('LM08');
    await expect.poll(() => visitor.page.url()).toContain('q=LM08');
    await tab(orders()).click({ button: 'right' });
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'Refresh',
      'Close',
      'Close others',
      'Close all',
    ]);
    // Refresh rebuilds the page, so the marked element disappears.
    await visitor.page.evaluate(`document.querySelector('#content h1').id = 'before'`);
    await menu.getByRole('menuitem', { name: 'Refresh' }).click();
    await visitor.page.locator('#before').waitFor({ state: 'detached' });
    await expect.poll(() => visitor.page.url()).toContain('#/order/list?q=LM08');
    await rowOf(visitor, /LM0/).first().waitFor();
    expect(await search.inputValue()).toBe('LM08');

    await tab(orders()).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Close others' }).click();
    await expect.poll(titles).toEqual([dashboard(), orders()]);
    await tab(orders()).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Close all' }).click();
    await expect.poll(titles).toEqual([dashboard()]);
    await expect.poll(() => visitor.page.url()).toContain('#/dashboard');
  });
});

test('the document title follows the page', async () => {
  await expect.poll(() => visitor.page.title()).toBe(`${dashboard()} - Countinghouse`);
  await openScreen(visitor, orders());
  await expect.poll(() => visitor.page.title()).toBe(`${orders()} - Countinghouse`);
  await visitor.page.goBack();
  await expect.poll(() => visitor.page.title()).toBe(`${dashboard()} - Countinghouse`);
});

describe('settings', () => {
  test('the colour changes everywhere at once and is kept', async () => {
    const accent = () =>
      visitor.page.evaluate(
        `getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-5').trim()`,
      );
    const themeColours = (): Promise<string[]> =>
      visitor.page.evaluate(
        `document.documentElement.getAttribute('style').match(/--theme-[a-z]+(-\\d)?: #\\w+/g).map((each) => each.slice(-7))`,
      );
    expect(await accent()).toBe('#1890ff');
    const panel = await openSettings(visitor);
    expect(await panel.getByRole('button', { name: /^Colour #/ }).count()).toBe(8);
    await panel.getByRole('button', { name: 'Colour #11a983' }).click();
    await expect.poll(accent).toBe('#11a983');
    // The product's mark follows.
    expect(await visitor.page.evaluate(`getComputedStyle(document.querySelector('aside svg rect')).fill`)).toBe(
      'rgb(17, 169, 131)',
    );
    // Ten tints, each with another tenth of white, and a shade with a tenth of black.
    expect((await themeColours()).join(' ')).toBe(
      '#11a983 #29b28f #41ba9c #58c3a8 #70cbb5 #88d4c1 #a0ddcd #b8e5da #cfeee6 #e7f6f3 #0f9876',
    );
    await visitor.page.reload();
    await accountButton(visitor).waitFor();
    expect(await accent()).toBe('#11a983');
  });

  test('the header stays in view only if it is fixed', async () => {
    await visitor.page.setViewportSize({ width: 1440, height: LOW });
    await openScreen(visitor, orders());
    await rowOf(visitor, /LM0/).first().waitFor();
    const menuButton = visitor.page.getByRole('banner').getByRole('button').first();
    const scroll = async () => {
      await visitor.page.evaluate('scrollTo(0, 120)');
      await expect.poll(() => visitor.page.evaluate('scrollY')).toBe(120);
    };
    await scroll();
    expect((await menuButton.boundingBox())?.y).toBeLessThan(0);
    await visitor.page.evaluate('scrollTo(0, 0)');
    await change('setting_fixed_header');
    await scroll();
    expect((await menuButton.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });

  test('the sidebar shows logo and title until they are disabled', async () => {
    const brand = visitor.page.getByRole('link', { name: 'Countinghouse' });
    expect(await brand.count()).toBe(1);
    await change('setting_sidebar_logo');
    expect(await brand.count()).toBe(0);
  });

  test('the size is kept in a cookie', async () => {
    expect(await visitor.page.evaluate('document.documentElement.dataset.size')).toBe('medium');
    await visitor.page.getByRole('button', { name: 'Size: Medium' }).click();
    await visitor.page.getByRole('menuitemradio', { name: 'Mini' }).click();
    await expect.poll(() => visitor.page.evaluate('document.documentElement.dataset.size')).toBe('mini');
    const cookies = await visitor.context.cookies();
    expect(cookies.find(({ name }) => name === 'size')?.value).toBe('mini');
  });
});

test('a page kept by a tab loses nothing when the language is switched', async () => {
  await openAll();
  await goToTab(orders());
  await visitor.page.getByRole('search').getByRole('searchbox').first().fill('half typed');
  await goToTab(moneyLog());
  await visitor.page.getByRole('button', { name: /English/ }).click();
  await visitor.page.getByRole('menuitemradio', { name: 'ไทย' }).click();
  await expect.poll(() => visitor.page.evaluate('document.documentElement.lang')).toBe('th');
  await visitor.page.getByRole('navigation', { name: tabWords.tabs.th }).getByRole('link').nth(1).click();
  await expect
    .poll(() => visitor.page.getByRole('search').getByRole('searchbox').first().inputValue())
    .toBe('half typed');
});
