/** The operators' search: members, orders, payouts, batches and cards of all members, by number or name. */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { inApp } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { accountButton, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

async function enter(width: number): Promise<void> {
  const storageState = await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD });
  visitor = await stage.visit({ width, storageState });
  await visitor.page.goto(`${stage.baseUrl}/#/operator/overview`);
  await accountButton(visitor).waitFor();
}

/** Searches for the text, and opens the option that has all of these words. */
async function find(text: string, ...words: readonly string[]): Promise<void> {
  const { page } = visitor;
  // What was found before is open in a drawer.
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Page, action, number or amount' });
  await field.fill(text);
  let option = page.getByRole('option');
  for (const word of words) option = option.filter({ hasText: word });
  await option.first().waitFor();
  expect(await barriers(visitor, { where: `search for ${text}` })).toEqual([]);
  await option.first().click();
  await field.waitFor({ state: 'detached' });
}

const expectAt = (hash: string) => visitor.page.waitForURL((url) => url.hash === hash);

test('finds each kind by its number or name, and opens its page', async () => {
  const [found] = await inApp(stage.server, ({ rows }) =>
    rows<{ order: bigint; payout: bigint; batch: bigint }>(
      `select (select max(system_no) from orders where member_no = $1) as order,
         (select max(system_no) from disbursements where member_no = $1 and kind = 'payout' and source <> 'batch') as payout,
         (select max(batch_no) from batches where member_no = $1) as batch`,
      [demoShopNo],
    ),
  );
  if (!found) throw new Error('the demo has no shop');
  const [order, payout, batch] = [found.order, found.payout, found.batch].map(String);
  await enter(1440);
  await find('lantern m', demoShopNo, 'Lantern Market');
  await expectAt(`#/operator/member?number=${demoShopNo}`);
  await find(order ?? '', order ?? '', 'Lantern Market');
  await expectAt(`#/operator/orders?open=${demoShopNo}-${order}`);
  await visitor.page
    .getByRole('dialog')
    .getByText(order ?? '')
    .first()
    .waitFor();
  await find(payout ?? '', 'Lantern Market');
  await expectAt(`#/operator/disbursements?open=${demoShopNo}-${payout}`);
  await visitor.page
    .getByRole('dialog')
    .getByText(payout ?? '')
    .first()
    .waitFor();
  await find(batch ?? '', batch ?? '', 'Lantern Market');
  await expectAt(`#/operator/disbursements?q=${batch}`);
  await visitor.page.getByRole('table').locator('tbody tr[data-index]').first().waitFor();
  await find('6222 0210 0200 3004 004', '林灯市集', demoShopNo);
  await visitor.page.waitForURL((url) => url.hash.startsWith('#/operator/cards?open='));
  await visitor.page.getByRole('dialog').getByText(demoShopNo).first().waitFor();
});

test('on a phone, a member is found by its number', async () => {
  await enter(390);
  await find(demoShopNo, demoShopNo, 'Lantern Market');
  await expectAt(`#/operator/member?number=${demoShopNo}`);
});

test('opens above an open drawer; Escape closes the search alone, and what is found replaces the drawer', async () => {
  const [found] = await inApp(stage.server, ({ rows }) =>
    rows<{ order: bigint; payout: bigint }>(
      `select (select max(system_no) from orders where member_no = $1) as order,
         (select max(system_no) from disbursements where member_no = $1 and kind = 'payout' and source <> 'batch') as payout`,
      [demoShopNo],
    ),
  );
  if (!found) throw new Error('the demo has no shop');
  const [order, payout] = [found.order, found.payout].map(String);
  await enter(1440);
  const { page } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/orders?open=${demoShopNo}-${order}`);
  const drawer = page.getByRole('dialog').filter({ hasText: order ?? '' });
  await drawer.getByRole('button', { name: 'Close' }).waitFor();
  const inside = drawer.getByRole('button', { name: 'Close' });
  const focused = drawer.locator('button:focus');
  await inside.focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Page, action, number or amount' });
  await field.waitFor();
  await page.locator('[role="combobox"]:focus').waitFor();
  // On top: it is what a pointer meets there.
  await field.click();
  expect(await barriers(visitor, { where: 'the search above a drawer' })).toEqual([]);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(await drawer.count()).toBe(1);
  await focused.waitFor();
  expect(await focused.getAttribute('aria-label')).toBe('Close');
  await page.keyboard.press('Control+k');
  await field.fill(payout ?? '');
  await page.getByRole('option').filter({ hasText: 'Lantern Market' }).first().click();
  await expectAt(`#/operator/disbursements?open=${demoShopNo}-${payout}`);
  await page
    .getByRole('dialog')
    .getByText(payout ?? '')
    .first()
    .waitFor();
  await expect.poll(() => drawer.count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
