/** Recharges and withdrawals through the screens. */
import { DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { withdrawWords } from '#features/disbursements/screen-words.ts';
import { rechargeWords } from '#features/recharges/screen-words.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import type { Visitor } from './visitor-for-tests.ts';

/** Submits the recharge form and waits for the cashier; returns the cashier's address. */
export async function startRecharge({ page, translate, money }: Visitor, amount: string): Promise<string> {
  await page.getByLabel(translate(rechargeWords, 'amount'), { exact: true }).fill(amount);
  await page.getByRole('button', { name: translate(rechargeWords, 'act_amount', { amount: money(amount) }) }).click();
  await page.getByRole('button', { name: translate(cashierWords, 'pay', { amount: money(amount) }) }).waitFor();
  return page.url().replace(/\?.*$/, '');
}

/** Pays at the cashier, which leads back, and waits until the recharge is shown as paid. */
export async function payRecharge({ page, translate, money }: Visitor, amount: string): Promise<void> {
  await page.getByRole('button', { name: translate(cashierWords, 'pay', { amount: money(amount) }) }).click();
  await page.getByRole('heading', { name: translate(rechargeWords, 'paid', { amount: money(amount) }) }).waitFor();
}

/** Fills in a withdrawal and confirms it; returns the withdrawal's number. */
export async function withdraw({ page, translate, money }: Visitor, amount: string): Promise<string> {
  const act = translate(withdrawWords, 'act_amount', { amount: money(amount) });
  await page.getByLabel(translate(withdrawWords, 'amount'), { exact: true }).fill(amount);
  await page.getByRole('button', { name: act }).click();
  const question = page.getByRole('dialog', {
    name: translate(withdrawWords, 'confirm_title', { amount: money(amount) }),
  });
  await question.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).fill(DEMO_PAY_PASSWORD);
  await question.getByRole('button', { name: act }).click();
  await page.waitForURL(/made=\d{19}/);
  return /made=(\d{19})/.exec(page.url())?.[1] ?? '';
}
