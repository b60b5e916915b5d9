/** An operator works through the queue of cards: one is rejected with a remark, changed by its member, and approved. */
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { maskAccount } from '#features/cards/beneficiary.ts';
import { cardQueueTitles } from '#features/cards/operator-titles.ts';
import { cardQueueWords } from '#features/cards/operator-words.ts';
import { cardRemarks } from '#features/cards/review-remarks.ts';
import { cardScreenWords } from '#features/cards/screen-words.ts';
import { cardNumber } from '#features/cards/server/cards-for-tests.ts';
import type { Language } from '#foundation/core/words.ts';
import { inApp } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { asOperator } from './certify-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { frameWords, openScreen, rowOf } from './visitor-for-tests.ts';

const stage = demoStage();

beforeAll(() =>
  inApp(stage.server, ({ db, platform }) =>
    db.transaction((tx) => platform.setSettings(tx, { cardsApprovedAutomatically: false })),
  ),
);

test.each<[Language, number]>([
  ['en', 1440],
  ['th', 390],
])('cards in %s at %i px: one is rejected, changed and approved', async (language, width) => {
  const agent = { account: 'demo_agent', password: DEMO_PASSWORD };
  const account = cardNumber(width);
  const card = { type: 'bank', holder: '张三', bank: 'ICBC', account, payPassword: DEMO_PAY_PASSWORD };
  let id = '';
  for (const owner of [demoShop, agent])
    await asOperator(
      stage,
      async (call) => {
        const added = await call('/bankcard/add', card);
        expect(added).toMatchObject({ code: 1 });
        id = added.data?.id ?? '';
      },
      owner,
    );
  const visitor = await stage.visit({
    language,
    width,
    storageState: await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD }),
  });
  const { page } = visitor;
  const t = (name: keyof typeof cardQueueWords) => visitor.translate(cardQueueWords, name);
  const own = (name: keyof typeof cardScreenWords) => visitor.translate(cardScreenWords, name);
  await page.goto(stage.baseUrl);
  await openScreen(visitor, visitor.translate(cardQueueTitles, 'cards'));
  const hint = maskAccount(account);
  const row = rowOf(visitor, '10000001').filter({ hasText: hint });
  await row.waitFor();
  expect(await barriers(visitor, { where: `the list of cards, ${width} px` })).toEqual([]);
  const open = () =>
    row.getByRole('button', { name: visitor.translate(frameWords, 'open_row', { row: hint }) }).click();
  await open();
  const drawer = page.getByRole('dialog', { name: t('card') });
  await drawer.getByText('20000001', { exact: true }).waitFor();
  await drawer.getByText(t('names_differ')).waitFor();
  await page.keyboard.press('r');
  await drawer.getByText(visitor.translate(cardRemarks, 'holder_differs')).click();
  expect(await barriers(visitor, { where: `rejecting a card, ${width} px` })).toEqual([]);
  await drawer.getByRole('button', { name: t('reject'), exact: true }).click();
  await page.getByText(t('rejected_toast')).waitFor();

  await asOperator(
    stage,
    async (call) => {
      const { data } = await call('/bankcard/list', {});
      const rejected = data?.list.find((one) => one.id === id) as { reviewRemark?: string } | undefined;
      expect(rejected?.reviewRemark).toBe(cardRemarks.holder_differs.en);
      expect(await call('/bankcard/edit', { ...card, id, holder: '张三丰' })).toMatchObject({ code: 1 });
    },
    agent,
  );
  await page.reload();
  await row.getByText('张三丰').waitFor();
  await open();
  await drawer.getByRole('button', { name: t('approve') }).click();
  await drawer.getByRole('button', { name: t('approve'), exact: true }).click();
  await page.getByText(t('approved_toast')).waitFor();
  await page.getByRole('radio', { name: own('status_approved') }).click();
  await row.getByText('张三丰').waitFor();
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});
