/** A merchant's developer on the callbacks tab: what went wrong, sending again, the simulator. */
import { afterEach, expect, test } from 'vitest';
import { callbackWords } from '#features/portal/callbacks-screen-words.ts';
import { barriers } from './axe-for-tests.ts';
import { payBySandbox } from './shop-for-tests.ts';
import { shopStage } from './demo-stage-for-tests.ts';
import type { Visitor, VisitorOptions } from './visitor-for-tests.ts';

// No second attempt by the schedule.
const stage = shopStage({ NOTIFY_WAITS_S: '3600' });

let visitor: Visitor | undefined;
afterEach(async () => {
  stage.shop.setOpen(true);
  const faults = visitor?.faults();
  await visitor?.close();
  expect(faults).toEqual([]);
});

async function open(query: string, options: Omit<VisitorOptions, 'baseUrl' | 'storageState'>): Promise<Visitor> {
  visitor = await stage.visit({ ...options, storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#/channel/api?tab=callbacks${query}`);
  await visitor.page.getByRole('heading', { name: visitor.translate(callbackWords, 'receivers') }).waitFor();
  return visitor;
}

/** An order whose callback the closed shop has refused. */
async function refused(orderNo: string): Promise<{ systemNo: string }> {
  stage.shop.setOpen(false);
  const { systemNo, payUrl } = await stage.shop
    .client('HMAC-SHA256')
    .payCreate({ orderNo, amount: '88.00', channel: 'sandbox_qr', notifyUrl: stage.shop.notifyUrl });
  await payBySandbox(payUrl);
  await expect.poll(() => stage.shop.callbacksOf(systemNo).length, { timeout: 20_000 }).toBe(1);
  return { systemNo };
}

test.each([
  { width: 1440, language: 'en' },
  { width: 390, language: 'zh' },
] as const)(
  'at $width px in $language: the reason is read in one sentence, and the callback is sent again',
  async ({ width, language }) => {
    const { systemNo } = await refused(`API-${width}`);
    const here = await open(`&open=payin-${systemNo}`, { width, language });
    const { page, translate } = here;
    const drawer = page.getByRole('dialog', { name: translate(callbackWords, 'callback'), exact: true });
    await drawer.getByText(translate(callbackWords, 'attempt', { number: 1 })).waitFor();
    await drawer.getByText('HTTP 503').waitFor();
    expect(await drawer.getByLabel(translate(callbackWords, 'reply'), { exact: true }).textContent()).toBe(
      'the shop is closed',
    );
    expect(await barriers(here, { where: 'a callback' })).toEqual([]);

    stage.shop.setOpen(true);
    await drawer.getByRole('button', { name: translate(callbackWords, 'resend') }).click();
    await drawer.getByText(translate(callbackWords, 'attempt', { number: 2 })).waitFor();
    await drawer.getByText(translate(callbackWords, 'by_hand', { name: 'demo_shop' })).waitFor();
    expect(stage.shop.callbacksOf(systemNo)).toHaveLength(2);
    expect(
      new Set(stage.shop.callbacksOf(systemNo).map(({ result }) => result.ok && result.callback.notifyId)).size,
    ).toBe(1);
  },
);

test('all of a filter are sent again after a confirmation, and the progress is shown', async () => {
  const first = await refused('API-M1');
  const second = await refused('API-M2');
  const { page, translate } = await open(`&host=${encodeURIComponent(stage.shop.host)}&state=pending`, { width: 1440 });
  await page.getByRole('button', { name: translate(callbackWords, 'resend_many') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(stage.shop.host).waitFor();
  stage.shop.setOpen(true);
  await dialog.getByRole('button', { name: translate(callbackWords, 'plan_act', { count: 2 }) }).click();
  await page.getByText(translate(callbackWords, 'run_done', { total: 2 })).waitFor();
  for (const { systemNo } of [first, second])
    expect(stage.shop.callbacksOf(systemNo).map(({ answered }) => answered)).toEqual(['refused', 'success']);
});

test('the simulator’s callback is genuine to the shop, and its order begins with SIM', async () => {
  const here = await open('', { width: 390 });
  const { page, translate } = here;
  await page.getByLabel(translate(callbackWords, 'address')).fill(stage.shop.notifyUrl);
  await page.getByRole('button', { name: translate(callbackWords, 'simulate'), exact: true }).click();
  await page.getByText(translate(callbackWords, 'call', { number: 1 })).waitFor();
  await page.getByText(/orderNo=SIM\d{19}/).waitFor();
  expect(stage.shop.strangeCallbacks()).toEqual([]);
  expect(await barriers(here, { where: 'the callbacks tab' })).toEqual([]);
});
