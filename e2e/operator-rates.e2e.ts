/** The operators' rates: a member's rate is changed with a reason, never below what the upstream costs, and read on a phone. */
import { expect, test } from 'vitest';
import { operatorRateWords } from '#features/operations/rate-words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo } from './demo-stage-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';
import { rowOf } from './visitor-for-tests.ts';

const { enter } = operatorJourney('rates', operatorRateWords);

test('a member’s rate is changed, not below cost, and its history shows it', async () => {
  const { visitor, page, t: say } = await enter('en', 1440, `?q=${demoShopNo}`);
  await rowOf(visitor, demoShopNo).waitFor();
  expect(await barriers(visitor, { where: 'operators’ rates' })).toEqual([]);
  await rowOf(visitor, demoShopNo).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText(say('default_rate')).first().waitFor();
  expect(await barriers(visitor, { where: 'a member’s rates' })).toEqual([]);
  await drawer
    .getByRole('button', { name: say('edit'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(say('percent'), { exact: true }).fill('0');
  await dialog.getByLabel(say('fixed'), { exact: true }).fill('0');
  await dialog.getByLabel(say('reason'), { exact: true }).fill('agreed');
  await dialog.getByRole('button', { name: say('save'), exact: true }).click();
  await dialog.getByText(/below/).waitFor();
  await dialog.getByLabel(say('percent'), { exact: true }).fill('2.5');
  await dialog.getByRole('button', { name: say('save'), exact: true }).click();
  // The drawer behind it stays.
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await drawer
    .getByRole('button', { name: say('history'), exact: true })
    .first()
    .click();
  await drawer.getByText('agreed').waitFor();
});

test('the list fits a phone, in another language', async () => {
  const { visitor, page } = await enter('th', 390);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(await barriers(visitor, { where: 'operators’ rates on a phone' })).toEqual([]);
});
