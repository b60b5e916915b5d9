/** The product's main job from all sides: the shop's program, the payer, and the merchant at the console. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { orderStatuses } from '#features/orders/statuses.ts';
import { brokenBooks, inApp } from './app-for-tests.ts';
import { payBySandbox, signTypes } from './shop-for-tests.ts';
import { demoShop, demoShopNo as merchantNo, shopStage } from './demo-stage-for-tests.ts';
import { frameWords, logIn, openScreen, rowOf, unfold, type Visitor } from './visitor-for-tests.ts';

const waiting = { timeout: 20_000 };

// One retry after a second, then no more.
const stage = shopStage({ NOTIFY_WAITS_S: '1' });

beforeAll(async () => {
  await inApp(stage.server, ({ db, keys }) =>
    db.transaction((tx) => keys.change(tx, BigInt(merchantNo), { publicKey: stage.shop.publicKey })),
  );
  // A running server picks up a new key within a second.
  await vi.waitFor(() => stage.shop.client('RSA-SHA256').balance(), waiting);
});

let orders = 0;

/** Creates an order of the shop; `orderNo` starts with the journey's name. */
async function order(journey: string, amount: string) {
  orders += 1;
  return stage.shop.client('HMAC-SHA256').payCreate({
    orderNo: `${journey}-${orders}`,
    amount,
    channel: 'sandbox_qr',
    notifyUrl: stage.shop.notifyUrl,
    subject: 'Paper lantern',
  });
}

async function paidOrder(journey: string, amount: string) {
  const created = await order(journey, amount);
  await payBySandbox(created.payUrl);
  return created;
}

async function balanceMinor(): Promise<bigint> {
  const { balance } = await stage.shop.client('HMAC-SHA256').balance();
  return parseAmountOrZero(balance, 'CNY') ?? -1n;
}

const formatted = (minor: bigint): string => formatAmount(minor, 'CNY');

describe('an order', () => {
  test.each(signTypes)(
    'signed with %s is paid at the cashier, credited to the wallet, and reported to the shop once',
    async (signType) => {
      const client = stage.shop.client(signType);
      const before = await balanceMinor();
      const orderNo = `MAIN-${signType}`;
      const created = await client.payCreate({
        orderNo,
        amount: '188.80',
        channel: 'sandbox_qr',
        notifyUrl: stage.shop.notifyUrl,
        subject: 'Paper lantern',
        attach: 'table 4',
        returnUrl: stage.shop.returnUrl,
        clientIp: '203.0.113.9',
      });
      expect(created).toMatchObject({ orderNo, amount: '188.80', status: 'unpaid' });

      const payer = await stage.visit({ width: 390 });
      await payer.page.goto(created.payUrl);
      await payer.page
        .getByRole('button', { name: payer.translate(cashierWords, 'pay', { amount: payer.money('188.80') }) })
        .click();
      await payer.page.getByRole('heading', { name: payer.translate(cashierWords, 'paid_title') }).waitFor();
      await payer.page.getByRole('heading', { name: 'Thank you' }).waitFor();
      expect(payer.faults()).toEqual([]);
      await payer.close();

      await expect.poll(() => stage.shop.callbacksOf(created.systemNo).length).toBe(1);
      expect(stage.shop.callbacksOf(created.systemNo)).toMatchObject([
        {
          answered: 'success',
          // 0.6 % of 188.80 is 1.1328.
          result: {
            ok: true,
            kind: 'pay',
            signType,
            callback: {
              merchantNo,
              orderNo,
              systemNo: created.systemNo,
              amount: '188.80',
              fee: '1.13',
              obtained: '187.67',
              status: 'success',
              attach: 'table 4',
            },
          },
        },
      ]);
      expect(stage.shop.returned().at(-1)).toMatchObject({
        merchantNo,
        orderNo,
        systemNo: created.systemNo,
        status: 'success',
      });
      expect(await client.payQuery({ orderNo })).toMatchObject({
        systemNo: created.systemNo,
        fee: '1.13',
        obtained: '187.67',
        status: 'success',
        channel: 'sandbox_qr',
      });
      expect(await balanceMinor()).toBe(before + 18_767n);
    },
  );

  test('created again is the same order, and with another amount a conflict', async () => {
    const client = stage.shop.client('HMAC-SHA256');
    const wanted = { orderNo: 'AGAIN-1', amount: '20.00', channel: 'sandbox_h5', notifyUrl: stage.shop.notifyUrl };
    const first = await client.payCreate(wanted);
    expect(await client.payCreate(wanted)).toEqual(first);
    await expect(client.payCreate({ ...wanted, amount: '21.00' })).rejects.toMatchObject({ error: 'order_conflict' });
  });

  test('whose payment fails at the cashier credits nothing and sends no callback', async () => {
    const before = await balanceMinor();
    const created = await order('FAIL', '45.00');
    const payer = await stage.visit();
    await payer.page.goto(created.payUrl);
    await payer.page.getByRole('button', { name: payer.translate(cashierWords, 'fail') }).click();
    await payer.page.getByRole('heading', { name: payer.translate(cashierWords, 'failed_title') }).waitFor();
    expect(payer.faults()).toEqual([]);
    await payer.close();
    expect(await stage.shop.client('MD5').payQuery({ systemNo: created.systemNo })).toMatchObject({ status: 'unpaid' });
    expect(await balanceMinor()).toBe(before);
    expect(stage.shop.callbacksOf(created.systemNo)).toEqual([]);
  });
});

/** A paid order with its callback delivered; on a phone it is the one that names no state. */
async function expectAsUsual({ translate, narrow }: Visitor, row: Locator): Promise<void> {
  if (!narrow) {
    await row.getByText(translate(orderScreenWords, 'success'), { exact: true }).waitFor();
    await row.getByText(translate(orderScreenWords, 'notify_delivered'), { exact: true }).waitFor();
    return;
  }
  const states = [...orderStatuses, 'notify_status'] as const;
  await expect
    .poll(async () => {
      const text = (await row.textContent()) ?? '';
      return states.filter((name) => text.includes(translate(orderScreenWords, name)));
    }, waiting)
    .toEqual([]);
}

describe.each([
  { width: 1440, language: 'en' },
  { width: 390, language: 'th' },
] as const)('the merchant, at $width px in $language', ({ width, language }) => {
  const journey = `AT${width}`;
  let merchant: Visitor;

  beforeAll(async () => {
    merchant = await stage.visit({ width, language });
    await logIn(merchant, stage.baseUrl, demoShop);
  });
  afterAll(() => merchant?.close());

  test('sees a payment on the dashboard without a reload', async () => {
    const { page, translate, money } = merchant;
    const before = await balanceMinor();
    await page
      .getByText(money(formatted(before)), { exact: true })
      .first()
      .waitFor();
    await page.evaluate('window.neverLoadedAgain = true');
    await paidOrder(journey, '1000.00');
    // 0.6 % of 1,000.00.
    await page
      .getByText(money(formatted(before + 99_400n)), { exact: true })
      .first()
      .waitFor();
    expect(await page.evaluate('window.neverLoadedAgain')).toBe(true);
    await page.getByRole('heading', { name: translate(dashboardWords, 'chart'), exact: true }).waitFor();
  });

  test('finds the order in the list, and a new order behind a button that announces it', async () => {
    const { page, translate, money } = merchant;
    await openScreen(merchant, translate(orderScreenWords, 'orders'));
    const first = rowOf(merchant, `${journey}-${orders}`);
    await first.getByText(money('1000.00')).waitFor();
    await expectAsUsual(merchant, first);

    const { orderNo } = await paidOrder(journey, '250.00');
    const newOrders = page.getByRole('button', { name: translate(orderScreenWords, 'new_orders', { count: 1 }) });
    await newOrders.waitFor();
    expect(await rowOf(merchant, orderNo).count()).toBe(0);
    await newOrders.click();
    await rowOf(merchant, orderNo).waitFor();
  });

  test('reads the order’s history in its drawer, with the callback as it was sent', async () => {
    const { page, translate, money } = merchant;
    const orderNo = `${journey}-${orders}`;
    await page.getByRole('button', { name: translate(frameWords, 'open_row', { row: orderNo }), exact: true }).click();
    const drawer = page.getByRole('dialog', { name: translate(orderScreenWords, 'order') });
    await drawer.getByText(money('248.50'), { exact: true }).first().waitFor();
    await drawer.getByText(translate(orderScreenWords, 'success'), { exact: true }).first().waitFor();
    await drawer.getByText(translate(orderScreenWords, 'event_paid'), { exact: true }).first().waitFor();
    await drawer.getByText(translate(orderScreenWords, 'attempt', { number: 1 })).click();
    await drawer.getByText('HTTP 200').waitFor();
    expect(await drawer.getByLabel(translate(orderScreenWords, 'sent'), { exact: true }).textContent()).toContain(
      `orderNo=${orderNo}`,
    );
    expect(await drawer.getByLabel(translate(orderScreenWords, 'reply'), { exact: true }).textContent()).toBe(
      'success',
    );
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  test('finds both orders in the money log, where each entry starts at the previous balance', async () => {
    const { translate, money } = merchant;
    const after = await balanceMinor();
    await openScreen(merchant, translate(ledgerScreenWords, 'money_log'));
    const [newest, older] = [rowOf(merchant, `${journey}-${orders}`), rowOf(merchant, `${journey}-${orders - 1}`)];
    // 250.00 less its fee of 1.50, after 1,000.00 less 6.00.
    await newest.waitFor();
    await unfold(merchant, newest);
    for (const shown of [money('-1.50'), money(formatted(after - 24_850n)), money(formatted(after))])
      await newest.getByText(shown, { exact: true }).waitFor();
    await unfold(merchant, older);
    for (const shown of [
      money('-6.00'),
      money(formatted(after - 24_850n - 99_400n)),
      money(formatted(after - 24_850n)),
    ])
      await older.getByText(shown, { exact: true }).waitFor();
    expect(merchant.faults()).toEqual([]);
  });
});

test('a callback that the shop rejects is retried, given up, and delivered after a resend from the drawer', async () => {
  stage.shop.setOpen(false);
  const merchant = await stage.visit();
  const { page, translate } = merchant;
  await logIn(merchant, stage.baseUrl, demoShop);
  const { systemNo } = await paidOrder('CLOSED', '70.00');
  await expect.poll(() => stage.shop.callbacksOf(systemNo).length).toBe(2);

  await page.goto(`${stage.baseUrl}/#/order/list?open=${systemNo}`);
  const drawer = page.getByRole('dialog', { name: translate(orderScreenWords, 'order') });
  await drawer.getByText(translate(orderScreenWords, 'attempt', { number: 2 })).waitFor();
  expect(await drawer.getByText('HTTP 503').count()).toBe(2);

  stage.shop.setOpen(true);
  await drawer.getByRole('button', { name: translate(orderScreenWords, 'resend') }).click();
  const question = page.getByRole('dialog', { name: translate(orderScreenWords, 'resend_title') });
  await question.getByText(stage.shop.notifyUrl).waitFor();
  await question.getByRole('button', { name: translate(orderScreenWords, 'resend') }).click();
  await drawer.getByText('HTTP 200').waitFor();
  expect(await drawer.getByText(translate(orderScreenWords, 'attempt', { number: 3 })).count()).toBe(1);
  await page.keyboard.press('Escape');
  await rowOf(merchant, 'CLOSED-')
    .getByText(translate(orderScreenWords, 'notify_delivered'), { exact: true })
    .waitFor();

  const received = stage.shop.callbacksOf(systemNo);
  expect(received.map(({ answered }) => answered)).toEqual(['refused', 'refused', 'success']);
  // The same notification three times: the shop can recognise it by its notifyId.
  expect(new Set(received.map(({ result }) => result.ok && result.callback.notifyId)).size).toBe(1);
  expect(merchant.faults()).toEqual([]);
  await merchant.close();
});

test('after all this every order was reported once, the books are right, and the server logged no error', async () => {
  const callbacks = await inApp(stage.server, ({ rows }) =>
    rows<{ system_no: bigint; order_no: string; status: string }>(
      "select system_no, order_no, c.status from callbacks c join orders o using (member_no, system_no) where order_no like 'MAIN-%' or order_no like 'AT%'",
    ),
  );
  expect(callbacks.map(({ order_no }) => order_no).sort()).toHaveLength(7);
  for (const { system_no, status } of callbacks) {
    expect(status).toBe('delivered');
    expect(stage.shop.callbacksOf(system_no.toString())).toHaveLength(1);
  }
  expect(stage.shop.strangeCallbacks()).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
  expect(stage.server.errors()).toEqual([]);
});
