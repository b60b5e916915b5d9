/** A payer returns from the cashier to a shop on another origin: by every way out, with and without scripts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cashierWords } from '#features/upstreams/words.ts';
import { payBySandbox } from './shop-for-tests.ts';
import { shopStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = shopStage();
/** Redirects to any given address, as a shop that has moved to another host does. */
const oldShop = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://old.example');
  response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end();
});

beforeAll(async () => {
  oldShop.listen(0, '127.0.0.1');
  await once(oldShop, 'listening');
});
afterAll(() => {
  oldShop.closeAllConnections();
  oldShop.close();
});

const places = {
  'another port': () => stage.shop.returnUrl,
  'another host': () => stage.shop.returnUrl.replace('127.0.0.1', 'localhost'),
  'a host that redirects to a third': () => {
    const to = encodeURIComponent(stage.shop.returnUrl.replace('127.0.0.1', 'localhost'));
    return `http://127.0.0.1:${(oldShop.address() as AddressInfo).port}/?to=${to}`;
  },
} as const;
let orders = 0;
const SHOP = 'Lantern Market';

async function payUrlFor(place: keyof typeof places): Promise<{ payUrl: string; orderNo: string }> {
  orders += 1;
  const { payUrl, orderNo } = await stage.shop.client('HMAC-SHA256').payCreate({
    orderNo: `BACK-${orders}`,
    amount: '12.00',
    channel: 'sandbox_h5',
    notifyUrl: stage.shop.notifyUrl,
    returnUrl: places[place](),
  });
  return { payUrl, orderNo };
}

const waysOut: Record<string, (payer: Visitor) => Promise<void>> = {
  Leave: async ({ page, translate }) => page.getByRole('link', { name: translate(cashierWords, 'leave') }).click(),
  Pay: async ({ page, translate, money }) => {
    // The page leads back by itself.
    await page.getByRole('button', { name: translate(cashierWords, 'pay', { amount: money('12.00') }) }).click();
  },
  Fail: async ({ page, translate }) => {
    await page.getByRole('button', { name: translate(cashierWords, 'fail') }).click();
    await page.getByRole('link', { name: translate(cashierWords, 'return_to', { shop: SHOP }) }).click();
  },
};

test.each(Object.keys(places) as (keyof typeof places)[])(
  'Leave, Pay and Fail lead back to a shop on %s',
  async (place) => {
    for (const [way, goOut] of Object.entries(waysOut)) {
      const payer = await stage.visit({ width: 390 });
      const { payUrl, orderNo } = await payUrlFor(place);
      await payer.page.goto(payUrl);
      await goOut(payer);
      await payer.page.getByRole('heading', { name: 'Thank you' }).waitFor();
      expect(payer.faults(), way).toEqual([]);
      // A redirect by another host loses the signed fields.
      const expected =
        place === 'a host that redirects to a third'
          ? [undefined, undefined]
          : [orderNo, way === 'Pay' ? 'success' : 'unpaid'];
      const returned = stage.shop.returned().at(-1);
      expect([returned?.orderNo, returned?.status]).toEqual(expected);
      await payer.close();
    }
  },
);

test('the page works the same without scripts, and keeps its content security policy', async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { payUrl } = await payUrlFor('another host');
  const policy = (await page.goto(payUrl))?.headers()['content-security-policy'] ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  await page.getByText('Leave', { exact: true }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await context.close();
});

test('on a phone without scripts a payment leads back to the shop, and a payer who stays sees the shop and its number', async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const { payUrl, orderNo } = await payUrlFor('another host');
  await page.goto(`${payUrl}?lang=es`);
  await page.locator('.payee').filter({ hasText: SHOP }).waitFor();
  await page.getByText(orderNo, { exact: true }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(stage.shop.returned().at(-1)).toMatchObject({ orderNo, status: 'success' });
  await page.goto(`${payUrl}?lang=es`);
  await page.getByRole('link', { name: `Volver a ${SHOP}` }).waitFor();
  await page.getByText(`¿Tiene algún problema? Contacte con ${SHOP} e indique el pedido ${orderNo}.`).waitFor();
  await context.close();
});

test('a program pays and fails without a browser', async () => {
  await payBySandbox((await payUrlFor('another host')).payUrl);
  const failed = await fetch(`${(await payUrlFor('another host')).payUrl}/fail`, { method: 'POST' });
  expect([failed.status, await failed.json()]).toMatchObject([200, { code: 1, data: { status: 'failed' } }]);
});
