/**
 * A merchant withdraws: a withdrawal becomes paid on screen, a failed one is retried or cancelled, and the form is
 * closed outside its hours.
 */
import { afterEach, expect, test } from 'vitest';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { disbursementWords, withdrawWords } from '#features/disbursements/screen-words.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { brokenBooks, setPlatform } from './app-for-tests.ts';
import { withdraw } from './money-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

/** Opens the withdrawal form and waits for it. */
async function openForm(language: Language, width: number): Promise<Visitor> {
  visitor = await stage.visit({ language, width, storageState: await stage.loggedIn() });
  await visitor.page.goto(stage.baseUrl);
  await openScreen(visitor, visitor.translate(disbursementTitles, 'withdraw'));
  await visitor.page.getByLabel(visitor.translate(withdrawWords, 'amount'), { exact: true }).waitFor();
  return visitor;
}

function availableIn({ page, translate }: Visitor): Promise<string | null> {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${translate(withdrawWords, 'available')}$`) });
  return term.locator('xpath=following-sibling::dd').textContent();
}

test('a withdrawal is in the list at once, and becomes paid there by itself', async () => {
  const here = await openForm('en', 1440);
  const { page, translate, money } = here;
  expect(await barriers(here, { where: 'the form of a withdrawal' })).toEqual([]);
  const number = await withdraw(here, '1200.00');
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/withdrawal/detail'),
    page.getByRole('link', { name: translate(withdrawWords, 'show_list') }).click(),
  ]);
  expect(await answer.json()).toMatchObject({ code: 1, data: { orderNo: number, amount: '1200.00', fee: '2.00' } });
  const drawer = page.getByRole('dialog', { name: translate(disbursementWords, 'withdrawal') });
  await drawer.getByText(translate(disbursementWords, 'why_paid')).waitFor();
  await drawer
    .getByText(/^SANDBOX\d+$/)
    .first()
    .waitFor();
  expect(await barriers(here, { where: 'a paid withdrawal' })).toEqual([]);
  await page.keyboard.press('Escape');
  const row = rowOf(here, number);
  await row.getByText(translate(disbursementWords, 'status_paid'), { exact: true }).waitFor();
  await row.getByText(money('1200.00'), { exact: true }).waitFor();
});

test('on a phone, in Thai: a withdrawal that the bank rejects is reported, retried in vain, and cancelled in full', async () => {
  const here = await openForm('th', 390);
  const { page, translate, money } = here;
  const before = await availableIn(here);
  await withdraw(here, '100.44');
  await page.getByText(translate(disbursementWords, 'why_failed')).waitFor();
  await expect.poll(() => availableIn(here)).not.toBe(before);
  expect(await barriers(here, { where: 'a failed withdrawal' })).toEqual([]);

  await page.getByRole('button', { name: translate(disbursementWords, 'retry'), exact: true }).click();
  await page
    .getByRole('button', { name: translate(disbursementWords, 'retry_act', { amount: money('100.44') }) })
    .click();
  const second = page.getByRole('listitem').filter({ hasText: translate(disbursementWords, 'attempt', { number: 2 }) });
  await second.getByText(translate(disbursementWords, 'attempt_failed'), { exact: true }).waitFor();

  await page.getByRole('button', { name: translate(disbursementWords, 'cancel'), exact: true }).click();
  await page
    .getByRole('button', { name: translate(disbursementWords, 'cancel_act', { total: money('102.44') }) })
    .click();
  await page.getByText(translate(disbursementWords, 'why_cancelled')).waitFor();
  await expect.poll(() => availableIn(here)).toBe(before);
});

test('outside the hours the form shows when it opens, and cannot be submitted', async () => {
  const inHours = (hours: number): string =>
    new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', {
      timeStyle: 'short',
      timeZone: 'Asia/Shanghai',
    });
  const window = { from: inHours(12), to: inHours(13) };
  await setPlatform(stage.server, { withdrawalWindow: window });
  const here = await openForm('es', 390);
  await here.page.getByText(here.translate(withdrawWords, 'closed', { ...window, zone: 'GMT+8' })).waitFor();
  expect(
    await here.page.getByRole('button', { name: here.translate(withdrawWords, 'act'), exact: true }).isDisabled(),
  ).toBe(true);
});
