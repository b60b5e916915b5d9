/** A shop's plugin of the ePay protocol: the checkout through submit.php to the cashier and back, and the console's tab. */
import { afterAll, expect, test } from 'vitest';
import { DEMO_PAY_PASSWORD, demoEpay } from '#database/demo/people.ts';
import { EpayShop, type Fields, kitSigned } from '#features/epay/server/epay-for-tests.ts';
import { epayScreenWords } from '#features/epay/screen-words.ts';
import { epayPageTexts } from '#features/epay/words.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { demoShopNo as pid, demoStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

let shop: EpayShop;

const stage = demoStage(async () => {
  shop = await EpayShop.open();
  shop.key = demoEpay.key;
  return { OUTBOUND_ALLOW: shop.host };
});
afterAll(() => shop.close());

let orders = 0;

function order(changes: Fields = {}): Fields {
  orders += 1;
  return {
    pid,
    type: 'alipay',
    out_trade_no: `EPAY.${orders}|x`,
    notify_url: `${shop.url}/notify`,
    return_url: `${shop.url}/return`,
    name: 'Paper lantern 灯笼 & more',
    money: '18.8',
    ...changes,
  };
}

/** The page that a plugin shows for a moment: a form that sends the payer to submit.php. */
async function checkOut({ page }: Visitor, fields: Fields): Promise<void> {
  const inputs = Object.entries(kitSigned(fields, demoEpay.key))
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('&', '&amp;')}">`)
    .join('');
  await page.setContent(
    `<form method="post" action="${stage.baseUrl}/epay/submit.php">${inputs}<button>Pay</button></form>`,
  );
  await page.getByRole('button', { name: 'Pay' }).click();
}

async function payAndReturn({ page, translate, money }: Visitor): Promise<void> {
  await page.getByRole('button', { name: translate(cashierWords, 'pay', { amount: money('18.80') }) }).click();
  await page.waitForURL(`${shop.url}/return**`);
}

const tradesOf = (no: string | undefined) =>
  shop.received.filter(({ fields }) => fields['out_trade_no'] === no).map(({ path, isRight }) => [path, isRight]);

test('a shop’s checkout goes through submit.php to the cashier, and the shop is notified before the payer is back', async () => {
  const payer = await stage.visit({ width: 390 });
  const fields = order();
  await checkOut(payer, fields);
  await payAndReturn(payer);
  expect(tradesOf(fields['out_trade_no'])).toEqual([
    ['/notify', true],
    ['/return', true],
  ]);
  const [notified] = shop.received.filter(({ fields: { out_trade_no: no } }) => no === fields['out_trade_no']);
  expect(notified?.fields).toMatchObject({ pid, type: 'alipay', money: '18.8', name: 'Paper lantern 灯笼 & more' });
  await payer.close();
});

test('a checkout without a type asks the payer for the way to pay', async () => {
  const payer = await stage.visit();
  const { type: _, ...fields } = order();
  await checkOut(payer, fields);
  await payer.page.getByRole('heading', { name: payer.translate(epayPageTexts, 'choose_title') }).waitFor();
  await payer.page.getByRole('link', { name: payer.translate(epayPageTexts, 'type_wxpay') }).click();
  await payAndReturn(payer);
  const back = shop.received.filter(({ path, isRight }) => path === '/return' && isRight).at(-1);
  expect(back?.fields).toMatchObject({ out_trade_no: fields['out_trade_no'], type: 'wxpay' });
  expect(payer.faults()).toEqual([]);
  await payer.close();
});

test('a checkout with a changed amount shows why it is refused', async () => {
  const payer = await stage.visit({ language: 'es' });
  await payer.page.goto(
    `${stage.baseUrl}/epay/submit.php?${new URLSearchParams({ ...kitSigned(order(), demoEpay.key), money: '0.01' }).toString()}`,
  );
  await payer.page.getByRole('heading', { name: payer.translate(epayPageTexts, 'error_title') }).waitFor();
  await payer.page.getByText('签名校验失败，请返回重试！').waitFor();
  expect(payer.faults()).toEqual([]);
  await payer.close();
});

test.each([1440, 390])('the merchant checks the interface and reads the key, at %i px', async (width) => {
  const merchant = await stage.visit({ width, storageState: await stage.loggedIn() });
  const { page, translate } = merchant;
  await page.goto(`${stage.baseUrl}/#/channel/api?tab=plugins`);
  await page.getByRole('button', { name: translate(epayScreenWords, 'check_run') }).click();
  const found = page.getByRole('region', { name: translate(epayScreenWords, 'check'), exact: true });
  await expect
    .poll(() => found.getByText(translate(epayScreenWords, 'step_ok'), { exact: true }).count(), { timeout: 20_000 })
    .toBe(4);
  await page.getByRole('button', { name: translate(epayScreenWords, 'show') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=password], input[name=payPassword]').first().fill(DEMO_PAY_PASSWORD);
  await dialog.getByRole('button', { name: translate(epayScreenWords, 'show') }).click();
  await dialog.getByText(demoEpay.key).waitFor();
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBeLessThanOrEqual(0);
  expect(merchant.faults()).toEqual([]);
  await merchant.close();
});
