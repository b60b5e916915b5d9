/** Operators and the orders of all members: one is found by its number, read whole, asked about, and its reversal proposed. */
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { exportScreenWords } from '#features/exports/screen-words.ts';
import { operatorDisbursementWords } from '#features/operations/disbursement-words.ts';
import { operatorOrderWords } from '#features/operations/order-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { brokenBooks } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';

const { stage, enter } = operatorJourney('orders', operatorOrderWords);
afterEach(async () => expect(await brokenBooks(stage.server)).toEqual([]));

test('a paid order is found by its system number, read whole, resent, and its reversal proposed', async () => {
  const { page, translate, t } = await enter('en', 1440, '?status=success');
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  await rows.nth(1).waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);
  await rows.first().locator('[data-open-row]').click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('journals') })
    .waitFor();
  const systemNo = /open=\d{8}-(\d{19})/.exec(page.url())?.[1] ?? '';
  await page.keyboard.press('Escape');

  // From the link in a message, over all members.
  await page.goto(`${stage.baseUrl}/#/operator/orders?q=${systemNo}`);
  await expect.poll(() => rows.count()).toBe(1);
  await rows.first().locator('[data-open-row]').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: t('shares') }).waitFor();
  await drawer.getByRole('heading', { name: translate(operatorDisbursementWords, 'exchanges') }).waitFor();
  await drawer.getByText(t('account_wallet'), { exact: true }).first().waitFor();
  expect(await barriers({ page }, { where: 'details' })).toEqual([]);

  await drawer.getByRole('button', { name: t('act_reverse') }).click();
  const dialog = page.getByRole('dialog', { name: /^Reverse / });
  await dialog.getByLabel(t('reason')).fill('charged back');
  expect(await barriers({ page }, { where: 'form' })).toEqual([]);
  await dialog.getByRole('button', { name: t('act_reverse') }).click();
  await page.getByText(t('reverse_told')).waitFor();
});

test('the list is saved as a file, with its rows and their sum', async () => {
  const { page, translate } = await enter('en', 1440, '?status=expired');
  await page.getByRole('table').locator('tbody tr[data-index]').first().waitFor();
  await page.getByRole('button', { name: translate(exportScreenWords, 'export'), exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: translate(exportScreenWords, 'export_csv') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^all-orders_expired_until-[\d-]{10}\.csv$/);
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const cellsOf = (line: string) => line.replaceAll(/"[^"]*"/g, '').split(',');
  const amounts = lines.map((line) => Number(cellsOf(line)[cellsOf(head).indexOf('Amount')]));
  const sum = amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;
  const bar = page
    .getByRole('status')
    .filter({ hasText: translate(operatorOrderWords, 'counted', { count: lines.length }) });
  await bar.filter({ hasText: sum.toLocaleString('en', { minimumFractionDigits: 2 }) }).waitFor();
  expect(await barriers({ page }, { where: 'list with its export' })).toEqual([]);
});

test('an order that was not reported is proposed to be confirmed by hand', async () => {
  const { page, t } = await enter('en', 1440, '?status=expired');
  await page.getByRole('table').locator('tbody tr[data-index] [data-open-row]').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: t('act_confirm') }).click();
  const dialog = page.getByRole('dialog', { name: /^Confirm ¥/ });
  const amount = /¥([\d,.]+)/.exec((await dialog.getByRole('heading').textContent()) ?? '')?.[1] ?? '';
  await dialog.getByLabel(t('confirm_amount')).fill('0.01');
  await dialog.getByLabel(t('confirm_proof')).fill('UP-77');
  await dialog.getByLabel(t('reason')).fill('the payer sent the receipt');
  await dialog.getByRole('button', { name: t('act_confirm') }).click();
  await dialog.getByText(/^The order is over /).waitFor();
  expect(await barriers({ page }, { where: 'confirming by hand' })).toEqual([]);
  await dialog.getByLabel(t('confirm_amount')).fill(amount);
  await dialog.getByRole('button', { name: t('act_confirm') }).click();
  await page.getByText(t('reverse_told')).waitFor();
});

test('on a phone, an order is opened from the list', async () => {
  const { page, translate, t } = await enter('zh', 390);
  const list = page.getByRole('list', { name: translate(operatorTitles, 'orders') });
  await list.getByRole('button').first().waitFor();
  expect(await barriers({ page }, { where: 'phone list' })).toEqual([]);
  await list.getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: translate(orderScreenWords, 'timeline') })
    .waitFor();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('journals') })
    .waitFor();
  expect(await barriers({ page }, { where: 'phone details' })).toEqual([]);
});
