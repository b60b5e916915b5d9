/** One operator proposes to reverse an order; another finds it among the approvals, rejects one and confirms one. */
import { expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { approvalScreenWords } from '#features/operations/approval-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { asOperator } from './certify-for-tests.ts';
import { demoShop, demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { type Account, frameWords, openScreen, rowOf } from './visitor-for-tests.ts';

const stage = demoStage();
const owner: Account = { account: demoOperator, password: DEMO_PASSWORD };
const finance: Account = { account: 'operator2', password: DEMO_PASSWORD };
const support: Account = { account: 'operator3', password: DEMO_PASSWORD };

/** Proposes to reverse the shop's newest paid order; returns its system number. */
async function propose(reason: string): Promise<string> {
  let orderNo = '';
  await asOperator(
    stage,
    async (call) => {
      // The filter finds reversed ones too.
      const { data } = await call('/order/list', { status: 'success', limit: 100 });
      const orders = (data?.list ?? []) as unknown as readonly { systemNo: string; status: string }[];
      orderNo = orders.find(({ status }) => status === 'success')?.systemNo ?? '';
    },
    demoShop,
  );
  await asOperator(
    stage,
    async (call) => {
      const { code, msg } = await call('/operator/order/reverse', {
        memberNo: demoShopNo,
        orderNo,
        reason,
        forced: true,
      });
      expect([code, msg]).toEqual([1, '']);
    },
    owner,
  );
  return orderNo;
}

test.each<[Language, number]>([
  ['en', 1440],
  ['zh', 390],
])('approvals in %s at %i px: one is rejected, proposed again and confirmed', async (language, width) => {
  await propose('first try');
  const visitor = await stage.visit({ language, width, storageState: await stage.loggedIn(finance) });
  const { page } = visitor;
  const t = (name: keyof typeof approvalScreenWords) => visitor.translate(approvalScreenWords, name);
  await page.goto(stage.baseUrl);
  await openScreen(visitor, visitor.translate(operatorTitles, 'approvals'));
  const row = rowOf(visitor, demoShopNo);
  await row.waitFor();
  expect(await barriers(visitor, { where: `the list of proposals, ${width} px` })).toEqual([]);
  const open = () =>
    row
      .getByRole('button', {
        name: visitor.translate(frameWords, 'open_row', { row: `${t('act_reverse')} ${demoShopNo}` }),
      })
      .click();
  await open();
  const drawer = page.getByRole('dialog', { name: t('proposal') });
  await drawer.getByText('first try', { exact: true }).waitFor();
  await page.keyboard.press('r');
  await drawer.getByLabel(t('reject_why')).fill('not this one');
  expect(await barriers(visitor, { where: `rejecting a proposal, ${width} px` })).toEqual([]);
  await drawer.getByRole('button', { name: t('reject'), exact: true }).click();
  await page.getByText(t('rejected_toast')).waitFor();
  // The next one is open: the demo's own.
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });

  await propose('second try');
  await page.reload();
  await open();
  await drawer.getByText('second try', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: t('confirm') }).click();
  await drawer.getByRole('button', { name: t('confirm'), exact: true }).click();
  await page.getByText(t('confirmed_toast')).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

test('the proposer and an operator without the right of the act see why they can’t confirm', async () => {
  await propose('third try');
  for (const [who, why] of [
    [owner, 'why_own'],
    [support, 'why_right'],
  ] as const) {
    const visitor = await stage.visit({ storageState: await stage.loggedIn(who) });
    await visitor.page.goto(`${stage.baseUrl}/#/operator/approvals`);
    const row = `${visitor.translate(approvalScreenWords, 'act_reverse')} ${demoShopNo}`;
    await visitor.page.getByRole('button', { name: visitor.translate(frameWords, 'open_row', { row }) }).click();
    const drawer = visitor.page.getByRole('dialog', { name: visitor.translate(approvalScreenWords, 'proposal') });
    await drawer.getByText(visitor.translate(approvalScreenWords, why)).waitFor();
    expect(await drawer.getByRole('button', { name: visitor.translate(approvalScreenWords, 'confirm') }).count()).toBe(
      0,
    );
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  }
});
