/** Filters of lists on a real page: names, several values, the bar's height, views, dates, exports, and their popovers. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
beforeEach(async () => {
  visitor = await stage.visit({ storageState: await stage.loggedIn() });
});
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

async function open(address: string): Promise<void> {
  await visitor.page.goto('about:blank');
  await visitor.page.goto(`${stage.baseUrl}/#${address}`);
  await rowOf(visitor, /\d/).first().waitFor();
  await untilIdle(visitor.page);
}

const bar = () => visitor.page.getByRole('search', { name: 'Filters' });
const filter = (name: RegExp) => bar().getByRole('button', { name });

test('filters keep their names and take several values; the bar keeps its height and the table its place', async () => {
  const { page } = visitor;
  await open('/order/list');
  const heights = async () => {
    const [box, table] = [await bar().boundingBox(), await page.getByRole('table').first().boundingBox()];
    return [box?.height, table?.y];
  };
  const before = await heights();
  await filter(/^Status/).click();
  await page.getByRole('menuitemcheckbox', { name: 'Unpaid' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Expired' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => filter(/^Status/).textContent()).toBe('Status:Unpaid, Expired');
  await expect.poll(() => page.url()).toContain('status=unpaid,expired');
  await filter(/^Created/).click();
  await page.getByRole('button', { name: 'This year', exact: true }).click();
  await expect.poll(() => page.url()).toContain('created=year');
  await rowOf(visitor, /\d/).first().waitFor();
  expect(await heights()).toEqual(before);
  // What has no room is behind a button, which tells how many there are; what is set stays.
  await page.setViewportSize({ width: 1100, height: 900 });
  const more = bar().getByRole('button', { name: /more filters?$/ });
  const count = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  expect(await filter(/^Paid/).isVisible()).toBe(false);
  expect(await filter(/^Status/).isVisible()).toBe(true);
  expect((await heights())[0]).toBe(before[0]);
  await more.click();
  await filter(/^Paid/).click();
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  await expect.poll(() => page.url()).toContain('paid=lastmonth');
});

test('a view is saved as a tab, is there after a new login, and sets its filters in the address', async () => {
  const { page } = visitor;
  await open('/order/list?status=expired');
  const views = page.getByRole('group', { name: 'Views' });
  await views.getByRole('button', { name: '+ Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Expired ones');
  await page.keyboard.press('Enter');
  const tab = views.getByRole('button', { name: 'Expired ones', exact: true });
  await expect.poll(() => tab.getAttribute('aria-pressed')).toBe('true');
  expect(page.url()).toMatch(/#\/order\/list\?status=expired$/);
  await views.getByRole('button', { name: 'All' }).click();
  await expect.poll(() => page.url()).toMatch(/#\/order\/list$/);

  const other = await stage.visit({ storageState: await stage.loggedIn() });
  await other.page.goto(`${stage.baseUrl}/#/order/list`);
  await other.page.getByRole('button', { name: 'Expired ones', exact: true }).click();
  await expect.poll(() => other.page.url()).toMatch(/status=expired$/);
  await other.page.getByRole('button', { name: 'Delete view Expired ones' }).click();
  await expect.poll(() => other.page.getByRole('button', { name: 'Expired ones', exact: true }).count()).toBe(0);
  expect(other.faults()).toEqual([]);
  await other.close();
});

test('days are typed or clicked, in two months on a desk and in one on a phone', async () => {
  const { page } = visitor;
  await open('/order/list');
  await filter(/^Created/).click();
  const panel = page.getByRole('dialog');
  await expect.poll(() => panel.getByRole('table').count()).toBe(2);
  await panel.getByLabel('First day').fill('1 Nov 2026');
  await panel.getByLabel('Last day').fill('2026-11-20');
  await panel.getByText('20 days').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('created=2026-11-01..2026-11-20');
  await expect.poll(() => filter(/^Created/).textContent()).toBe('Created:1 Nov 2026 – 20 Nov 2026');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await filter(/^Created/).click();
  await expect.poll(() => panel.getByRole('table').count()).toBe(1);
  await panel.getByRole('button', { name: '3 November 2026', exact: true }).click();
  await panel.getByText('Now choose the last day').waitFor();
  await panel.getByRole('button', { name: '9 November 2026', exact: true }).click();
  await expect.poll(() => page.url()).toContain('created=2026-11-03..2026-11-09');
});

test('the money log is searched by the beginning of a number, and then has no opening and closing', async () => {
  const { page } = visitor;
  await open('/moneylog');
  const figures = page.getByRole('status').filter({ hasText: /entr/ }).first();
  await expect.poll(() => figures.textContent()).toContain('Closing');
  await bar().getByRole('searchbox').fill('LM0');
  await page.keyboard.press('Enter');
  await expect.poll(() => figures.textContent()).not.toContain('Closing');
  await rowOf(visitor, /LM0/).first().waitFor();
  expect(await figures.textContent()).toMatch(/^[\d,]+\+? entries?In¥.*Out¥.*Fees¥/);
  await bar().getByRole('searchbox').fill('LM0-nothing');
  await page.keyboard.press('Enter');
  await expect.poll(() => figures.textContent()).toMatch(/^0 entriesIn¥0\.00Out¥0\.00Fees¥0\.00$/);
});

test('the export says what it will hold, and the file has its name', async () => {
  const { page } = visitor;
  await open('/order/list?status=success&created=lastmonth');
  const total = /[\d,]+ orders/.exec(
    (await page
      .getByRole('status')
      .filter({ hasText: /orders/ })
      .first()
      .textContent()) ?? '',
  )?.[0];
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText(`${total ?? ''}, 11 columns`).waitFor();
  await page.getByText(/^orders_paid_\d{4}-\d\d$/).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV (.csv)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^orders_paid_\d{4}-\d\d\.csv$/);
});

test('every popover of the lists has no accessibility violations', async () => {
  const { page } = visitor;
  const found: string[] = [];
  const opened: string[] = [];
  for (const address of ['/order/list', '/moneylog', '/repay/index', '/repay/index?tab=payouts', '/user/logs']) {
    await open(address);
    const buttons = page.locator(`${opened.length === 0 ? 'body' : 'main'} [aria-haspopup]:visible`);
    for (let index = 0; index < (await buttons.count()); index += 1) {
      const button = buttons.nth(index);
      const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
      await button.click();
      const popup = page.locator('[role="menu"], [role="dialog"]').first();
      await popup.waitFor();
      await untilIdle(page);
      const where = `${address}: ${name}`;
      found.push(...(await barriers(visitor, { where, within: '[role="menu"], [role="dialog"]', menu: true })));
      opened.push(where);
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
    }
  }
  expect(found).toEqual([]);
  expect(opened.length).toBeGreaterThan(20);
});
