/** A paid order is reversed by two operators while its merchant looks at it. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { noticeTexts } from '#features/notice-kinds.ts';
import { noticeScreenWords } from '#features/notices/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { barriers } from './axe-for-tests.ts';
import { brokenBooks } from './app-for-tests.ts';
import { createOperator, reverseByTwo } from './operators-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { type Account, openOrder, openScreen, rowOf, unfold, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const second: Account = { account: 'colleague', password: 'Secret-123' };
const reason = 'The bank has charged it back';

beforeAll(() => createOperator(stage, second));

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

test.each([
  { width: 1440, language: 'en', listPage: 1 },
  // Another order, because the first page starts with the order of the first case.
  { width: 390, language: 'th', listPage: 2 },
] as const)(
  'in $language at $width px the merchant sees the reversal at once in the order, the list, the money log and the bell',
  async ({ width, language, listPage }) => {
    visitor = await stage.visit({ width, language, storageState: await stage.loggedIn() });
    const { page, translate } = visitor;
    const held = translate(orderScreenWords, 'held');
    await page.goto(`${stage.baseUrl}/#/order/list?status=success&page=${listPage}`);
    const drawer = await openOrder(visitor);
    const systemNo = /open=(\d{19})/.exec(page.url())?.[1] ?? '';
    // Even if the wallet does not cover it.
    const reversal = { memberNo: demoShopNo, orderNo: systemNo, reason, forced: true };
    await reverseByTwo(stage, reversal, { confirming: second });
    await drawer.getByText(translate(orderScreenWords, 'event_reversed'), { exact: true }).last().waitFor();
    await drawer.getByText(reason).waitFor();
    expect(await drawer.getByText(held, { exact: true }).count()).toBe(0);
    expect(await barriers(visitor, { where: 'a reversed order' })).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await rowOf(visitor, translate(orderScreenWords, 'reversed')).first().waitFor();
    await openScreen(visitor, translate(ledgerScreenWords, 'money_log'));
    await unfold(visitor, rowOf(visitor, translate(ledgerScreenWords, 'reversal')).first());
    await rowOf(visitor, reason).first().waitFor();
    await page
      .getByRole('button', { name: new RegExp(translate(noticeScreenWords, 'notices')) })
      .first()
      .click();
    const [noticeText = ''] = translate(noticeTexts, 'payment_reversed', { order: '\n', amount: '', reason: '' }).split(
      '\n',
    );
    await page.getByText(noticeText).first().waitFor();
  },
);
