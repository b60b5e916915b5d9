/** The navbar's search and the keyboard shortcuts. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { inApp } from './app-for-tests.ts';
import { expectAddress, expectFocus, type Navbar, navbarJourneys } from './navbar-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { accountButton } from './visitor-for-tests.ts';

const stage = demoStage();
const journeys = navbarJourneys(stage);
let page: Page;
let bar: Navbar;
const open = async () => {
  await journeys.reopen();
  ({ page, bar } = journeys);
};

const orderField = () => page.getByRole('searchbox', { name: 'Order or system number' });

describe('the search', () => {
  beforeEach(open);

  test('finds a page by its title', async () => {
    await bar.openSearch();
    await bar.field.fill('money log');
    await bar.option(/Money log/).click();
    await expectAddress(page, '/moneylog');
    await bar.heading('Money log').waitFor();
    await bar.search.waitFor({ state: 'detached' });
  });

  test('finds a page by its path', async () => {
    await bar.openSearch();
    await bar.field.fill('/channel/li');
    await bar.option(/^Channel list/).click();
    await expectAddress(page, '/channel/list');
  });

  test('finds a page despite a typo', async () => {
    await bar.openSearch();
    await bar.field.fill('ordres');
    await bar.option(/Orders/).click();
    await expectAddress(page, '/order/list');
  });

  test('ranks a title above a path, tolerates two wrong letters in five, and no more', async () => {
    const pages = () => bar.search.getByRole('group', { name: 'Pages' }).getByRole('option').allTextContents();
    await bar.openSearch();
    for (const [typed, found] of [
      // Google Authenticator, although the other page has the exact word in its path and is above it in the menu.
      ['auth', ['Account / Google Authenticator', 'Account / Certification']],
      ['prxfx', ['Account / Profile']],
      ['prxx', []],
      ['wxtx', []],
    ] as const) {
      await bar.field.fill(typed);
      await expect.poll(async () => [typed, await pages()]).toEqual([typed, found]);
    }
  });

  test('is opened, used and closed by keyboard alone', async () => {
    await page.keyboard.press('Control+k');
    await expectFocus(bar.field);
    const first = (await page.getByRole('option', { selected: true }).textContent()) ?? '';
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { selected: true }).filter({ hasNotText: first }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('option', { selected: true }).filter({ hasText: first }).waitFor();
    await page.keyboard.type('chan');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Channel list' }).waitFor();
    await page.keyboard.press('Enter');
    await expectAddress(page, '/channel/list');
    await bar.search.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('main'));
    await page.keyboard.press('Meta+k');
    await expectFocus(bar.field);
    await bar.leave();
    await expectFocus(page.getByRole('main'));
  });

  test('returns the focus to its button when it is closed', async () => {
    await bar.openSearch();
    await page.keyboard.press('Escape');
    await expectFocus(bar.searchButton);
  });

  test('finds an order by either number and opens it', async () => {
    const [order] = await inApp(stage.server, ({ rows }) =>
      rows<{ order_no: string; system_no: bigint }>(
        'select order_no, system_no from order_numbers where member_no = 20000001 order by system_no limit 1',
      ),
    );
    if (!order) throw new Error('the demo has no order');
    const systemNo = String(order.system_no);
    for (const number of [order.order_no, systemNo]) {
      await bar.goTo('/dashboard');
      await bar.openSearch();
      await bar.field.fill(number);
      const found = bar.option(new RegExp(`${order.order_no}.*${systemNo}.*¥`));
      await found.waitFor();
      await page.getByRole('option', { selected: true }).filter({ hasText: systemNo }).waitFor();
      await page.keyboard.press('Enter');
      await expectAddress(page, `/order/list?open=${systemNo}`);
      await page
        .getByRole('dialog', { name: /^Order / })
        .getByText('Timeline', { exact: true })
        .waitFor();
    }
  });

  test('finds a payout, a batch and a card, and offers what was open when it is opened again', async () => {
    const [payout] = await inApp(stage.server, ({ rows }) =>
      rows<{ system_no: bigint }>(
        "select system_no from disbursements where member_no = 20000001 and kind = 'payout' order by system_no limit 1",
      ),
    );
    const [batch] = await inApp(stage.server, ({ rows }) =>
      rows<{ batch_no: bigint }>('select batch_no from batches where member_no = 20000001 order by batch_no limit 1'),
    );
    if (!payout || !batch) throw new Error('the demo has no payout or no batch');
    const group = (name: string) => bar.search.getByRole('group', { name });
    await bar.openSearch();
    await bar.field.fill(String(batch.batch_no).slice(0, 18));
    await group('Batches').getByRole('option').first().waitFor();
    await bar.field.fill(String(payout.system_no));
    await group('Payouts').getByRole('option').click();
    await expectAddress(page, `/repay/index?tab=payouts&open=${payout.system_no}`);
    await page.getByRole('dialog').getByText(String(payout.system_no)).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await bar.openSearch();
    await group('Recent')
      .getByRole('option', { name: new RegExp(String(payout.system_no)) })
      .waitFor();
  });

  test('does what it is asked: an action by keyboard, and another language', async () => {
    await bar.openSearch();
    await bar.field.fill('new payout');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'New payout…' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New payout' }).getByLabel('Holder').waitFor();
    await bar.leave();
    await bar.openSearch();
    await bar.field.fill('switch to thai');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('th');
    await page.keyboard.press('Control+k');
    const combobox = page.getByRole('dialog').getByRole('combobox');
    await combobox.fill('english');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('reports when nothing is found', async () => {
    await bar.openSearch();
    await bar.field.fill('NO-SUCH-ORDER-1');
    await expect.poll(() => bar.search.getByRole('status').textContent()).toContain('No results for “NO-SUCH-ORDER-1”');
  });
});

describe('keyboard shortcuts', () => {
  beforeEach(open);

  test('/ focuses the search field of the list, or opens the search on a page without a list', async () => {
    await page.keyboard.press('/');
    await expectFocus(bar.field);
    await bar.leave();
    await bar.goTo('/order/list');
    await orderField().waitFor();
    await page.keyboard.press('/');
    await expectFocus(orderField());
    expect(await orderField().inputValue()).toBe('');
    await bar.goTo('/moneylog');
    await page.getByRole('search').getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await expectFocus(page.getByRole('search').getByRole('searchbox'));
  });

  test.each([
    ['o', '/order/list', 'Orders'],
    ['m', '/moneylog', 'Money log'],
    ['w', '/repay/index', 'Payouts'],
    ['c', '/channel/list', 'Channel list'],
  ])('g %s opens %s, and g d returns to the dashboard', async (key, path, title) => {
    await bar.press('g', key);
    await expectAddress(page, path);
    await bar.heading(title).waitFor();
    await bar.press('g', 'd');
    await expectAddress(page, '/dashboard');
  });

  test('? shows all shortcuts; the single-key ones can be disabled and stay disabled', async () => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('term').first().waitFor();
    expect(await dialog.getByRole('term').allTextContents()).toEqual([
      'Search pages, actions and numbers',
      'Search in this page’s list',
      'Withdraw',
      'Show these shortcuts',
      'Move through the rows',
      'Open the row',
      'Next or previous row, when one is open',
      'Close what’s open',
      'Export the list',
      'Home',
      'Orders',
      'Money log',
      'Repay statement',
      'Channel list',
    ]);
    await dialog.getByRole('switch').uncheck();
    await bar.leave();
    await page.reload();
    await bar
      .heading('Welcome')
      .or(page.getByRole('heading', { level: 1 }))
      .waitFor();
    await accountButton(journeys.visitor).waitFor();
    await bar.press('?', 'g', 'o', '/', 'Control+k');
    await expectFocus(bar.field);
    expect(new URL(page.url()).hash).toBe('#/dashboard');
    await page.keyboard.press('Escape');
    await accountButton(journeys.visitor).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog.getByRole('switch').check();
    await bar.leave();
    await page.keyboard.press('/');
    await expectFocus(bar.field);
  });

  test('W opens the withdrawal, and E the list’s export', async () => {
    await page.keyboard.press('e');
    expect(await page.getByRole('menuitem').count()).toBe(0);
    await page.keyboard.press('w');
    await expectAddress(page, '/repay/apply');
    await bar.goTo('/order/list');
    await page.getByRole('button', { name: 'Export' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
  });

  test('do nothing while the user types or in a dialog, but the search opens above a drawer', async () => {
    await bar.goTo('/order/list');
    await orderField().fill('');
    await page.keyboard.type('go/?');
    expect(await orderField().inputValue()).toBe('go/?');
    await page.keyboard.press('Control+k');
    await expectFocus(bar.field);
    await page.keyboard.type('go/?');
    expect(await bar.field.inputValue()).toBe('go/?');
    await bar.leave();
    // The typed text filters the list after a moment.
    await expectAddress(page, '/order/list?q=go%2F%3F');
    await orderField().fill('');
    await expectAddress(page, '/order/list');
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: /^Order / });
    await drawer.waitFor();
    await bar.press('g', 'd', '?', '/');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Control+k');
    await expectFocus(bar.field);
    await page.keyboard.press('Escape');
    await bar.field.waitFor({ state: 'detached' });
    await drawer.waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/order\/list\?open=/);
  });

  test('leave the browser’s own shortcuts alone', async () => {
    await bar.press('g', 'Alt+o', 'Control+/');
    await expectAddress(page, '/dashboard');
    await bar.press('g', 'o');
    await expectAddress(page, '/order/list');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
