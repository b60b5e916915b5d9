/** Tools of every list, tested with the orders: copying numbers, choosing columns, and preset date ranges. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inApp } from './app-for-tests.ts';
import { expectAddress } from './navbar-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
beforeEach(async () => {
  visitor = await stage.visit({ storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#/order/list`);
  await rowOf(visitor, /LM0/).first().waitFor();
});
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

test('a number’s copy button appears on hover and on focus, copies it, and opens no row', async () => {
  const { page, context } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.baseUrl });
  const clipboard = () => page.evaluate('navigator.clipboard.readText()');
  const copyButton = (name: RegExp) => page.locator('tbody tr').first().getByRole('button', { name });
  const isDrawn = (name: RegExp) =>
    copyButton(name).evaluate(
      (button) => button.ownerDocument.defaultView?.getComputedStyle(button, '::before').content !== 'none',
    );
  const [orderNo = ''] = /(?:LM|WP-)\d+/.exec((await copyButton(/^Copy [LW]/).getAttribute('aria-label')) ?? '') ?? [];
  const [systemNo = ''] = /\d{19}/.exec((await copyButton(/^Copy \d/).getAttribute('aria-label')) ?? '') ?? [];
  expect([orderNo, systemNo]).not.toContain('');
  expect([await isDrawn(/^Copy [LW]/), await isDrawn(/^Copy \d/)]).toEqual([false, false]);

  await page.locator('tbody tr').first().getByText(orderNo).hover();
  await expect.poll(() => isDrawn(/^Copy [LW]/)).toBe(true);
  await copyButton(/^Copy [LW]/).click();
  await copyButton(/^Copied/).waitFor();
  expect(await clipboard()).toBe(orderNo);

  await page.keyboard.press('Tab');
  await copyButton(/^Copy \d/).focus();
  await expect.poll(() => isDrawn(/^Copy \d/)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(clipboard).toBe(systemNo);
  await expectAddress(page, '/order/list');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a hidden column stays hidden after a reload, and one button restores the usual columns', async () => {
  const { page } = visitor;
  const usual = [
    'Order number',
    'Amount',
    'Fee',
    'Obtained',
    'Status',
    'Callback',
    'Created',
    'Paid',
    'Type',
    'System number',
    'Open',
  ];
  const headers = async () =>
    (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim()).filter((text) => text !== '');
  const chooser = page.getByRole('button', { name: /^Columns/ });
  const name = () => chooser.getAttribute('aria-label');
  expect(await headers()).toEqual(usual);
  await chooser.click();
  await page.getByRole('checkbox', { name: 'Fee', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'Channel', exact: true }).check();
  const chosen = usual.flatMap((each) => (each === 'Fee' ? [] : each === 'Paid' ? ['Paid', 'Channel'] : [each]));
  await expect.poll(headers).toEqual(chosen);

  await page.reload();
  await rowOf(visitor, /LM0/).first().waitFor();
  expect(await headers()).toEqual(chosen);
  expect(await name()).toBe('Columns 10 of 11');
  await chooser.click();
  expect(await page.getByRole('checkbox', { name: 'Fee', exact: true }).isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(headers).toEqual(usual);
  await page.reload();
  await rowOf(visitor, /LM0/).first().waitFor();
  expect([await headers(), await name()]).toEqual([usual, 'Columns 10 of 11']);
});

/** Days in the platform's time zone, `YYYY-MM-DD`. */
async function calendar(): Promise<{ dayOf: (at: Date) => string; ago: (days: number) => string; timeZone: string }> {
  const { data } = (await (await fetch(`${stage.baseUrl}/api/config`)).json()) as { data: { timeZone: string } };
  const format = new Intl.DateTimeFormat('sv', { timeZone: data.timeZone, dateStyle: 'short' });
  const today = Date.parse(`${format.format(new Date())}T00:00:00Z`);
  return {
    timeZone: data.timeZone,
    dayOf: (at) => format.format(at),
    ago: (days) => new Date(today - days * 86_400_000).toISOString().slice(0, 10),
  };
}

function ordersBetween(from: string, to: string, timeZone: string): Promise<number> {
  const counted =
    'select count(*) as count from orders where member_no = $1 and (created_at at time zone $2)::date between $3 and $4';
  return inApp(stage.server, async ({ rows }) =>
    Number((await rows<{ count: bigint }>(counted, [demoShopNo, timeZone, from, to]))[0]?.count),
  );
}

test('a date range takes one click: the address contains it, a reload keeps it, and the rows are exactly those of its days', async () => {
  const { page } = visitor;
  const { dayOf, ago, timeZone } = await calendar();
  const sinceFirst = Number(ago(0).slice(-2)) - 1;
  const sinceMonday = (new Date(ago(0)).getUTCDay() + 6) % 7;
  const daysOfLastMonth = Number(ago(sinceFirst + 1).slice(-2));
  const filter = page.getByRole('search').getByRole('button', { name: /^Created/ });
  const created = page.locator('tbody tr td:nth-child(7) time');
  const readList = async () => {
    const [found = ''] =
      /^[\d,]+ orders?/.exec(
        (await page
          .getByRole('status')
          .filter({ hasText: /\d orders?/ })
          .textContent()) ?? '',
      ) ?? [];
    const days = await created.evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
    return { found, days: days.map((at) => dayOf(new Date(at))) };
  };
  for (const [quick, word, first, last] of [
    ['Today', 'today', 0, 0],
    ['Yesterday', 'yesterday', 1, 1],
    ['This week', 'week', sinceMonday, 0],
    ['Last week', 'lastweek', sinceMonday + 7, sinceMonday + 1],
    ['Last 7 days', 'last7', 6, 0],
    ['Last 30 days', 'last30', 29, 0],
    ['Last month', 'lastmonth', sinceFirst + daysOfLastMonth, sinceFirst + 1],
    ['This year', 'year', Math.round((Date.parse(ago(0)) - Date.parse(`${ago(0).slice(0, 4)}-01-01`)) / 86_400_000), 0],
    ['This month', 'month', sinceFirst, 0],
  ] as const) {
    const total = await ordersBetween(ago(first), ago(last), timeZone);
    const expected = new RegExp(`^${new Intl.NumberFormat('en').format(total)} orders?$`);
    await filter.click();
    await page.getByRole('group', { name: 'Created' }).getByRole('button', { name: quick, exact: true }).click();
    await expectAddress(page, `/order/list?created=${word}`);
    await expect.poll(() => filter.textContent()).toBe(`Created:${quick}`);
    await expect.poll(async () => (await readList()).found).toMatch(expected);
    const { days } = await readList();
    expect([quick, days.length]).toEqual([quick, Math.min(total, 20)]);
    expect([quick, days.filter((day) => day < ago(first) || day > ago(last))]).toEqual([quick, []]);
  }
  await page.reload();
  await expect.poll(() => filter.textContent()).toBe('Created:This month');
});
