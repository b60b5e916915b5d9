/**
 * Amounts as people in each language write them, the review that asks for the payment password last, and the receipt of
 * what was paid.
 */
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { disbursementWords, withdrawWords } from '#features/disbursements/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { withdraw } from './money-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  expect(faults).toEqual([]);
});

async function openForm(language: Language, width: number): Promise<Visitor> {
  visitor = await stage.visit({ language, width, storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#/repay/apply`);
  await amountOf(visitor).waitFor();
  return visitor;
}

const amountOf = ({ page, translate }: Visitor) => page.getByLabel(translate(withdrawWords, 'amount'), { exact: true });

test.each<[Language, string, string, string]>([
  ['en', '1,234.5', '1234.50', '1,234.50'],
  ['zh', '１，２３４．５', '1234.50', '1,234.50'],
  ['es', '1.234,50 ¥', '1234.50', '1.234,50'],
  ['th', '๑,๒๓๔.๕๐', '1234.50', '1,234.50'],
])('in %s, %j is withdrawn as %s, and the field shows %s', async (language, typed, amount, shown) => {
  const here = await openForm(language, 1440);
  const { page, translate, money } = here;
  await amountOf(here).fill(typed);
  await amountOf(here).blur();
  expect(await amountOf(here).inputValue()).toBe(shown);
  const act = translate(withdrawWords, 'act_amount', { amount: money(amount) });
  await page.getByRole('button', { name: act }).click();
  const review = page.getByRole('dialog', {
    name: translate(withdrawWords, 'confirm_title', { amount: money(amount) }),
  });
  await review.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).waitFor();
  expect(await barriers(here, { where: 'the review' })).toEqual([]);
  // Nothing has been sent yet.
  await page.keyboard.press('Escape');
  await review.waitFor({ state: 'detached' });
});

test('in Spanish, “3.000” is asked about and answered by keys, and a wrong password stays in the review', async () => {
  const here = await openForm('es', 1440);
  const { page, translate, money } = here;
  await amountOf(here).fill('3.000');
  const question = page.getByRole('group', { name: '¿A qué importe se refiere?' });
  await question.waitFor();
  expect(await barriers(here, { where: 'the question' })).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  expect(await amountOf(here).inputValue()).toBe('3.000,00');
  const act = translate(withdrawWords, 'act_amount', { amount: money('3000.00') });
  await page.getByRole('button', { name: act }).click();
  const review = page.getByRole('dialog');
  const password = review.getByLabel(translate(accountTitles, 'pay_password'), { exact: true });
  await password.fill('000000');
  await review.getByRole('button', { name: act }).click();
  await review.locator('[aria-invalid=true]').waitFor();
  expect(await password.inputValue()).toBe('000000');
  await password.fill(DEMO_PAY_PASSWORD);
  await review.getByRole('button', { name: act }).click();
  await page.waitForURL(/made=\d{19}/);
});

test('on a phone the balance is above the form, which says how much can be withdrawn now', async () => {
  const here = await openForm('th', 390);
  const { page, translate, money } = here;
  const balance = await page.getByRole('heading', { name: translate(withdrawWords, 'balance') }).boundingBox();
  const field = await amountOf(here).boundingBox();
  expect(balance?.y).toBeLessThan(field?.y ?? 0);
  expect(await amountOf(here).getAttribute('inputmode')).toBe('decimal');
  await amountOf(here).fill('9999999');
  await page.getByText(/ตอนนี้ เพราะยอดที่ใช้ได้/).waitFor();
  await page.getByRole('button', { name: translate(withdrawWords, 'act'), exact: true }).waitFor();
  expect(await page.getByRole('button', { name: money('9999999.00') }).count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

test('a paid withdrawal is saved as a file and printed as one clean page', async () => {
  const here = await openForm('es', 1440);
  const { page, translate, money } = here;
  const number = await withdraw(here, '250.00');
  await page.getByText(translate(disbursementWords, 'why_paid')).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar recibo' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`receipt-${number}.html`);
  const file = await readFile(await download.path(), 'utf8');
  for (const text of ['Recibo de retiro', money('250.00'), number, 'GMT+8', 'Lantern Market'])
    expect(file).toContain(text);

  // The browser's dialog would stop the page: what it would print is looked at instead.
  await page.evaluate('window.print = () => undefined');
  await page.getByRole('button', { name: 'Imprimir' }).click();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: 'Recibo de retiro' }).waitFor();
  const visible = await page.evaluate<string[]>(
    `[...document.body.children].filter((part) => part.getClientRects().length > 0).map((part) => part.dataset.print)`,
  );
  expect(visible).toEqual(['receipt']);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect([...pdf.matchAll(/\/Type\s*\/Page\b/g)]).toHaveLength(1);
});

test('a paid order has a receipt in its drawer, and an unpaid one has none', async () => {
  visitor = await stage.visit({ language: 'th', storageState: await stage.loggedIn() });
  const { page, translate } = visitor;
  for (const [status, count] of [
    ['success', 1],
    ['unpaid', 0],
  ] as const) {
    await page.goto(`${stage.baseUrl}/#/order/list?status=${status}`);
    await page.reload();
    await page.locator('tbody tr').first().click();
    const drawer = page.getByRole('dialog', { name: translate(orderScreenWords, 'order') });
    await drawer.getByRole('heading', { name: translate(orderScreenWords, 'money') }).waitFor();
    expect(await drawer.getByRole('button', { name: 'ดาวน์โหลดใบเสร็จ' }).count()).toBe(count);
  }
});

test('the typed batch fits a desktop zoomed to 200 %, and its banks are offered in its own list', async () => {
  visitor = await stage.visit({ language: 'es', storageState: await stage.loggedIn() });
  const { page } = visitor;
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(`${stage.baseUrl}/#/repay/batchApplyManual`);
  const bank = page.locator('[data-row="0"][data-column="bank"]');
  await bank.fill('工商');
  await page.getByRole('option', { name: /^Banco Industrial y Comercial de China/ }).click();
  expect(await bank.inputValue()).toBe('Banco Industrial y Comercial de China');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(720);
  const account = await page.locator('[data-row="0"][data-column="account"]').boundingBox();
  expect((account?.x ?? 0) + (account?.width ?? 1000)).toBeLessThanOrEqual(720);
  expect(await page.locator('datalist').count()).toBe(0);
});

test('on a phone the authenticator’s key opens in the phone’s own app', async () => {
  visitor = await stage.visit({ language: 'th', width: 390, storageState: await stage.loggedIn() });
  const { page } = visitor;
  await page.goto(`${stage.baseUrl}/#/user/bindgoogle`);
  const link = page.getByRole('link', { name: 'เปิดในแอปยืนยันตัวตน' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//);
  await page.setViewportSize({ width: 1440, height: 900 });
  await link.waitFor({ state: 'hidden' });
});
