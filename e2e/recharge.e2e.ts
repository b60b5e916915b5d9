/** A merchant recharges the wallet: through the cashier and back, and with the payment made on another device. */
import { afterEach, expect, test } from 'vitest';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { rechargeWords } from '#features/recharges/screen-words.ts';
import { rechargeTexts } from '#features/recharges/words.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { barriers } from './axe-for-tests.ts';
import { brokenBooks } from './app-for-tests.ts';
import { payRecharge, startRecharge } from './money-for-tests.ts';
import { payBySandbox } from './shop-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { openScreen, rowOf, type Visitor, type VisitorOptions } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

/** opens the recharge screen and waits for its form. */
async function openForm(options: Omit<VisitorOptions, 'baseUrl' | 'storageState'>): Promise<Visitor> {
  visitor = await stage.visit({ ...options, storageState: await stage.loggedIn() });
  await visitor.page.goto(stage.baseUrl);
  await openScreen(visitor, visitor.translate(rechargeTitles, 'recharge'));
  await visitor.page.getByLabel(visitor.translate(rechargeWords, 'amount'), { exact: true }).waitFor();
  return visitor;
}

async function factOf({ page, translate }: Visitor, label: keyof typeof rechargeWords): Promise<string> {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${translate(rechargeWords, label)}$`) });
  return (await term.first().locator('xpath=following-sibling::dd').textContent()) ?? '';
}

function centsIn(text: string): number {
  return Number(text.replace(/\D/g, ''));
}

test('a recharge paid at the cashier is in the wallet on return', async () => {
  const here = await openForm({ width: 1440 });
  const { page, translate, money } = here;
  await page.getByLabel(translate(rechargeWords, 'amount'), { exact: true }).fill('99.99');
  await page.getByRole('button', { name: translate(rechargeWords, 'act_amount', { amount: money('99.99') }) }).click();
  await page.getByText(translate(rechargeTexts, 'recharge_minimum', { minimum: money('100.00') })).waitFor();
  const before = centsIn(await factOf(here, 'balance'));
  await startRecharge(here, '500.00');
  await payRecharge(here, '500.00');
  // The fee is 0.6 %.
  expect([await factOf(here, 'fee'), await factOf(here, 'gets'), await factOf(here, 'held')]).toEqual([
    money('3.00'),
    money('497.00'),
    money('497.00'),
  ]);
  await expect.poll(async () => centsIn(await factOf(here, 'balance_now'))).toBe(before + 49_700);
  expect(await factOf(here, 'releases_on')).not.toBe('');
  await rowOf(here, money('497.00')).first().waitFor();
  expect(await barriers(here, { where: 'a paid recharge' })).toEqual([]);
});

test('on a phone, in Spanish: leaving the cashier shows the waiting recharge, which then becomes paid elsewhere', async () => {
  const here = await openForm({ width: 390, language: 'es' });
  const { page, translate, money } = here;
  expect(await barriers(here, { where: 'the form' })).toEqual([]);
  const payUrl = await startRecharge(here, '600.00');
  await page.getByRole('link', { name: translate(cashierWords, 'leave') }).click();
  await page.getByRole('heading', { name: translate(rechargeWords, 'waiting', { amount: money('600.00') }) }).waitFor();
  expect(await page.getByRole('link', { name: translate(rechargeWords, 'open_cashier') }).getAttribute('href')).toBe(
    payUrl,
  );
  expect(await barriers(here, { where: 'a waiting recharge' })).toEqual([]);
  await payBySandbox(payUrl);
  await page.getByRole('heading', { name: translate(rechargeWords, 'paid', { amount: money('600.00') }) }).waitFor();
  expect(await factOf(here, 'gets')).toBe(money('596.40'));
});
