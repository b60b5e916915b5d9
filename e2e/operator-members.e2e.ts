/** The operators' list of members: found by number, narrowed by filters, opened with the member's money, terms and holds. */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { adjustmentWords } from '#features/operations/adjustment-words.ts';
import { operatorMemberWords } from '#features/operations/member-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { accountButton, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const operator = { account: demoOperator, password: DEMO_PASSWORD };
let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

test('a member is found by its number and opened with its money, terms and holds', async () => {
  visitor = await stage.visit({ width: 1440, storageState: await stage.loggedIn(operator) });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/members`);
  await page.getByRole('heading', { name: translate(operatorTitles, 'members'), level: 1 }).waitFor();
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(1);
  expect(await barriers(visitor, { where: 'operators’ members' })).toEqual([]);
  await page.goto(`${stage.baseUrl}/#/operator/members?q=${demoShopNo}`);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await rowOf(visitor, demoShopNo).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(translate(operatorMemberWords, 'available')).waitFor();
  await drawer.getByText(translate(operatorMemberWords, 'holds')).waitFor();
  expect(await barriers(visitor, { where: 'a member’s standing' })).toEqual([]);

  // Its balance is adjusted.
  await drawer.getByRole('button', { name: translate(adjustmentWords, 'act') }).click();
  const dialog = page.getByRole('dialog', { name: /^Adjust the balance of / });
  await dialog.getByLabel(translate(adjustmentWords, 'amount')).fill('12.34');
  await dialog.getByLabel(translate(adjustmentWords, 'reason'), { exact: true }).fill('paid twice');
  expect(await barriers(visitor, { where: 'adjusting a balance' })).toEqual([]);
  await dialog.getByRole('button', { name: translate(adjustmentWords, 'act') }).click();
  await page.getByText(translate(adjustmentWords, 'done_told', { reference: '' })).waitFor();
});

test('the list fits a phone, in another language', async () => {
  visitor = await stage.visit({ width: 390, language: 'th', storageState: await stage.loggedIn(operator) });
  const { page } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/members?q=${demoShopNo}`);
  await accountButton(visitor).waitFor();
  await rowOf(visitor, demoShopNo).waitFor();
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(wide).toBeLessThanOrEqual(0);
  expect(await barriers(visitor, { where: 'operators’ members on a phone' })).toEqual([]);
});
