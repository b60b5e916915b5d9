/** How money moves on the first day: what comes in and goes out, and what takes an operator, or two. */
import { expect } from 'vitest';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { disbursementWords, withdrawWords } from '#features/disbursements/screen-words.ts';
import { approvalScreenWords } from '#features/operations/approval-words.ts';
import { operatorDisbursementWords } from '#features/operations/disbursement-words.ts';
import { operatorOrderWords } from '#features/operations/order-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { operatorUpstreamWords } from '#features/operations/upstream-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import type { Day } from './day-people-for-tests.ts';
import { withdraw } from './money-for-tests.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

export interface Sale {
  systemNo: string;
  orderNo: string;
  amount: string;
}

/** The shop's program creates an order, a payer pays it at the cashier and returns, and the shop hears of it. */
export async function sell(day: Day, { orderNo, amount }: Omit<Sale, 'systemNo'>, channel: string): Promise<Sale> {
  const { systemNo, payUrl } = await day.shop.client('HMAC-SHA256').payCreate({
    orderNo,
    amount,
    channel,
    notifyUrl: day.shop.notifyUrl,
    returnUrl: day.shop.returnUrl,
    subject: 'Jasmine tea',
  });
  const payer = await day.arrive('the payer');
  await payer.page.goto(payUrl);
  await payer.page
    .getByRole('button', { name: payer.translate(cashierWords, 'pay', { amount: payer.money(amount) }) })
    .click();
  await payer.page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await payer.close();
  await expect.poll(() => day.shop.callbacksOf(systemNo).length).toBe(1);
  return { systemNo, orderNo, amount };
}

/** Returns the withdrawal's number. */
export async function withdrawFrom(visitor: Visitor, amount: string): Promise<string> {
  await openScreen(visitor, visitor.translate(disbursementTitles, 'withdraw'));
  const another = visitor.page.getByRole('button', { name: visitor.translate(withdrawWords, 'another') });
  const field = visitor.page.getByLabel(visitor.translate(withdrawWords, 'amount'), { exact: true });
  await another.or(field).first().waitFor();
  if (await another.isVisible()) await another.click();
  return withdraw(visitor, amount);
}

/** Opens a withdrawal of this member, once it stands as the tab says. */
export async function openDisbursement(
  { page, translate }: Visitor,
  tab: 'review' | 'unknown',
  { memberNo, number }: { memberNo: string; number: string },
): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/#/operator/disbursements?attention=${tab}&open=${memberNo}-${number}`);
  await page
    .getByRole('dialog')
    .getByText(translate(disbursementWords, `progress_${tab}`), { exact: true })
    .first()
    .waitFor();
}

/** Of a withdrawal that is open in its drawer, which is closed afterwards. */
export async function actOn({ page, translate }: Visitor, act: 'submit' | 'query', reason?: string): Promise<void> {
  const t = (name: keyof typeof operatorDisbursementWords, values = {}) =>
    translate(operatorDisbursementWords, name, values);
  await page.getByRole('button', { name: t(`act_${act}`), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t(`title_${act}`, { count: 1 }) });
  if (reason !== undefined) await dialog.getByLabel(t('reason'), { exact: true }).fill(reason);
  await dialog.getByRole('button', { name: t(`act_${act}`), exact: true }).click();
  // What is wrong stays in it.
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

/** Finds the order by its number and proposes to reverse it. */
export async function proposeReversal(
  visitor: Visitor,
  baseUrl: string,
  { systemNo, orderNo, amount }: Sale,
): Promise<void> {
  const { page, translate, money } = visitor;
  const t = (name: keyof typeof operatorOrderWords, values = {}) => translate(operatorOrderWords, name, values);
  await page.goto(`${baseUrl}/#/operator/orders?q=${systemNo}`);
  await rowOf(visitor, orderNo).locator('[data-open-row]').click();
  await page.getByRole('button', { name: t('act_reverse'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('reverse_title', { amount: money(amount) }) });
  await dialog.getByLabel(t('reason'), { exact: true }).fill('charged back');
  await dialog.getByRole('button', { name: t('act_reverse'), exact: true }).click();
  await page.getByText(t('reverse_told')).waitFor();
  await page.keyboard.press('Escape');
}

/** Confirms the only proposal that waits, after reading whose it is. */
export async function confirmProposal(visitor: Visitor, proposedBy: string): Promise<void> {
  const { page, translate } = visitor;
  const t = (name: keyof typeof approvalScreenWords) => translate(approvalScreenWords, name);
  await openScreen(visitor, translate(operatorTitles, 'approvals'));
  await page.locator('[data-open-row]').first().click();
  const drawer = page.getByRole('dialog', { name: t('proposal') });
  await drawer.getByText(proposedBy, { exact: true }).waitFor();
  await drawer.getByRole('button', { name: t('confirm'), exact: true }).click();
  const form = drawer.getByRole('form', { name: t('confirm') });
  await form.getByRole('button', { name: t('confirm'), exact: true }).click();
  await page.getByText(t('empty_title'), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
}

/** The merchant's own view of an order or a withdrawal, which changes by itself. */
async function expectDetails({ page }: Visitor, address: string, text: string): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/#${address}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText(text, { exact: true }).first().waitFor({ timeout: 120_000 });
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer.count()).toBe(0);
}

export async function expectOrder(
  visitor: Visitor,
  { systemNo }: Pick<Sale, 'systemNo'>,
  status: 'success' | 'reversed',
): Promise<void> {
  await expectDetails(visitor, `/order/list?open=${systemNo}`, visitor.translate(orderScreenWords, status));
}

export async function expectPaid(visitor: Visitor, withdrawal: string): Promise<void> {
  await expectDetails(visitor, `/repay/index?open=${withdrawal}`, visitor.translate(disbursementWords, 'why_paid'));
}

/** Waits until the upstream's row in the list says so. */
export async function expectUpstream(visitor: Visitor, name: string, state: 'open' | 'paused_itself'): Promise<void> {
  const { translate } = visitor;
  await openScreen(visitor, translate(operatorTitles, 'upstreams'));
  await rowOf(visitor, name)
    .getByText(translate(operatorUpstreamWords, state), { exact: true })
    .waitFor({ timeout: 120_000 });
}
