/**
 * The first page answers: each figure is the sum of the list that it leads to, what fails leads to what can be done about
 * it, and new members, agents and operators see a page of their own.
 */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { overviewWords } from '#features/agents/overview-words.ts';
import { batchWords, failedWords } from '#features/batches/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { brokenBooks } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { type Account, accountButton, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

async function open(account: Account = demoShop, width = 1440): Promise<Page> {
  visitor = await stage.visit({ width, storageState: await stage.loggedIn(account) });
  await visitor.page.goto(`${stage.baseUrl}/#/dashboard`);
  await accountButton(visitor).waitFor();
  return visitor.page;
}

interface OrderSums {
  count: number;
  amount: string;
  successAmount: string;
  successCount: number;
  obtained: string;
  successRate: string | null;
}

/** The figure as the list's sums have it. */
const amountIn = (text: string): string => text.replaceAll(/[^\d.]/g, '');

test('every figure of orders is the sum of the list that it leads to', async () => {
  const page = await open();
  const { translate } = visitor;
  const t = (name: keyof typeof dashboardWords): string => translate(dashboardWords, name);
  await page.getByRole('button', { name: new RegExp(`^${t('period')}`) }).click();
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click();
  await page.getByRole('radio', { name: t('as_table') }).click({ force: true });
  await page
    .getByRole('link', { name: / paid$/ })
    .first()
    .waitFor();
  const home = page.url();

  /** A figure by its label, the nth of that name on the page, and the list's sum that it must equal. */
  const figures: readonly (readonly [label: string, nth: number, sum: (sums: OrderSums) => string])[] = [
    [t('trade'), 0, ({ amount }) => amount],
    [t('success_rate'), 0, ({ successRate }) => String(Number(successRate))],
    [t('success_amount'), 0, ({ successAmount }) => successAmount],
    [t('order_count'), 0, ({ count }) => String(count)],
    [t('orders'), 1, ({ count }) => String(count)],
    [t('paid_orders'), 1, ({ count }) => String(count)],
    [t('paid_amount'), 0, ({ successAmount }) => successAmount],
    [t('income'), 0, ({ obtained }) => obtained],
    [t('period_paid'), 2, ({ successAmount }) => successAmount],
    [t('income'), 1, ({ obtained }) => obtained],
    [t('period_created'), 0, ({ amount }) => amount],
    [t('success_rate'), 1, ({ successRate }) => String(Number(successRate))],
  ];
  for (const [label, nth, sum] of figures) {
    const figure = page
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .nth(nth)
      .locator('xpath=following-sibling::dd[1]');
    const text = amountIn((await figure.textContent()) ?? '');
    expect(await sumsAfter(page, figure.getByRole('link')).then(sum), `${label} ${nth}`).toBe(text);
    await page.goto(home);
    await page
      .getByRole('link', { name: / paid$/ })
      .first()
      .waitFor();
  }
  const channel = page.getByRole('link', { name: / paid$/ }).first();
  const paid = amountIn((await channel.textContent()) ?? '');
  expect(await sumsAfter(page, channel).then(({ count }) => String(count))).toBe(paid);
});

test.each([
  [1440, demoShop],
  [390, { account: 'demo_agent', password: DEMO_PASSWORD }],
] as const)(
  'each date of the release calendar leads to the entries that make up its amount: %i px, %o',
  async (width, account) => {
    const page = await open(account, width);
    const { translate } = visitor;
    const home = page.url();
    const dates = page.getByRole('region', { name: translate(dashboardWords, 'releases') }).getByRole('listitem');
    await dates.first().waitFor();
    const count = await dates.count();
    for (let nth = 0; nth < count; nth += 1) {
      const figure = dates.nth(nth).getByRole('link');
      const amount = amountIn((await figure.textContent()) ?? '');
      // All of the row leads there.
      const first = await entriesAfter(page, () => dates.nth(nth).locator('time').click({ force: true }));
      expect(first.extend.held).toBe(amount);
      const sum = page.locator('main span', { hasText: new RegExp(`^${translate(ledgerScreenWords, 'held')}¥`) });
      expect(amountIn((await sum.first().textContent()) ?? '')).toBe(amount);
      const list = page.url();
      let heldCents = 0;
      for (let number = 1; (number - 1) * 100 < first.total; number += 1) {
        const { list: rows } = await entriesAfter(page, () => page.goto(`${list}&limit=100&page=${number}`));
        for (const { held } of rows) heldCents += Math.round(Number(held) * 100);
      }
      expect(heldCents).toBe(Math.round(Number(amount) * 100));
      await page.goto(home);
      await dates.first().waitFor();
    }
    expect(count).toBeGreaterThan(0);
  },
);

test('the frozen amount leads to the entries that make it up', async () => {
  const page = await open(demoShop, 1440);
  const tile = page.locator('dl > div', { hasText: visitor.translate(dashboardWords, 'frozen') });
  const frozen = tile.getByRole('link');
  const amount = amountIn((await frozen.textContent()) ?? '');
  const { extend } = await entriesAfter(page, () => frozen.click());
  expect(extend.held).toBe(amount);
  await page
    .getByRole('button', { name: new RegExp(`^${visitor.translate(ledgerScreenWords, 'held_after')}`) })
    .waitFor();
});

interface Entries {
  total: number;
  list: { held: string }[];
  extend: { held: string };
}

async function entriesAfter(page: Page, act: () => Promise<unknown>): Promise<Entries> {
  const answered = page.waitForResponse('**/user/moneylog');
  await act();
  return ((await (await answered).json()) as { data: Entries }).data;
}

async function sumsAfter(page: Page, link: ReturnType<Page['locator']>): Promise<OrderSums> {
  const answered = page.waitForResponse('**/order/list');
  await link.click();
  const { data } = (await (await answered).json()) as { data: { extend: OrderSums } };
  return data.extend;
}

test.each([
  [1440, demoShop],
  [390, demoShop],
  [1440, { account: 'demo_new', password: DEMO_PASSWORD }],
  [1440, { account: 'demo_agent', password: DEMO_PASSWORD }],
] as const)('nothing moves when what needs attention comes late: %i px, %o', async (width, account) => {
  visitor = await stage.visit({ width, storageState: await stage.loggedIn(account) });
  const { page, translate } = visitor;
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts.push(entry.value); }).observe({ type: 'layout-shift', buffered: true });`);
  const overviews: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/dashboard/overview')) overviews.push(request.postData() ?? '');
  });
  await page.route('**/dashboard/attention', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(`${stage.baseUrl}/#/dashboard`);
  await page.getByRole('heading', { name: translate(dashboardWords, 'wallet'), level: 2 }).waitFor();
  await untilIdle(page);
  expect(await page.evaluate<number>('window.shifts.reduce((sum, each) => sum + each, 0)')).toBeLessThan(0.02);
  expect(overviews.length).toBeLessThanOrEqual(1);
});

test('failed payouts and refused callbacks are on top, and lead to their rows', async () => {
  const page = await open();
  const { translate } = visitor;
  const strip = page.getByRole('region', { name: translate(dashboardWords, 'attention') });
  await strip.waitFor();
  const lines = await strip.getByRole('link').count();
  expect(lines).toBeGreaterThan(0);
  const payouts = strip.getByRole('link', { name: /payouts failed/ });
  const count = Number.parseInt((await payouts.textContent()) ?? '', 10);
  const answered = page.waitForResponse('**/payout/list');
  await payouts.click();
  const { data } = (await (await answered).json()) as { data: { total: number } };
  expect(data.total).toBe(count);
  expect(await rowOf(visitor, 'Failed: act').count()).toBe(count);
  expect(await barriers(visitor, { where: 'home' })).toEqual([]);
});

test('the failed payouts of a batch are paid again together, with the payment password, and what fails again is taken back', async () => {
  const page = await open();
  const { translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/repay/index?tab=batches`);
  await rowOf(visitor, 'wages-november.xlsx').getByRole('button', { name: /^Open/ }).first().click();
  const retry = page.getByRole('button', { name: translate(failedWords, 'retry', { count: 2 }) });
  await retry.click();
  const question = page.getByRole('dialog', { name: translate(failedWords, 'retry_title', { count: 2 }) });
  await question.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).fill(DEMO_PAY_PASSWORD);
  await question.getByRole('button', { name: translate(failedWords, 'retry', { count: 2 }) }).click();
  await page.getByText(/2 payouts sent again/).waitFor();
  // The sandbox refuses them again.
  await retry.waitFor();
  await page.getByRole('button', { name: translate(failedWords, 'cancel', { count: 2 }) }).click();
  const back = page.getByRole('dialog', { name: translate(failedWords, 'cancel_title', { count: 2 }) });
  await back.getByRole('button', { name: translate(failedWords, 'cancel', { count: 2 }) }).click();
  await page.getByText(/2 payouts taken back/).waitFor();
  // Counts of none are left out.
  await expect.poll(() => page.locator('dt', { hasText: translate(batchWords, 'outcome_failed') }).count()).toBe(0);
  expect(await retry.count()).toBe(0);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

test.each([1440, 390])('a new member sees its first steps instead of zeros, at %i px', async (width) => {
  const page = await open({ account: 'demo_new', password: DEMO_PASSWORD }, width);
  const { translate } = visitor;
  await page.getByText(translate(dashboardWords, 'setup_progress', { done: 0, all: 4 })).waitFor();
  expect(await page.getByText(translate(dashboardWords, 'trade')).count()).toBe(0);
  expect(await barriers(visitor, { where: 'home' })).toEqual([]);
});

test('an agent sees its commission and its members', async () => {
  const page = await open({ account: 'demo_agent', password: DEMO_PASSWORD });
  const { translate } = visitor;
  await page.getByText(translate(overviewWords, 'direct_merchants')).waitFor();
  await page.getByText(translate(overviewWords, 'last_month'), { exact: true }).waitFor();
  expect(await page.getByText(translate(dashboardWords, 'trade')).count()).toBe(0);
});
