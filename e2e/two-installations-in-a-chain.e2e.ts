/**
 * Two installations in a chain: our server uses theirs as an upstream and is one of their merchants. The payer pays at
 * theirs; each keeps its own books and notifies its own merchant.
 */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEMO_SHOP_KEY } from '#database/demo/people.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { brokenBooks, inApp } from './app-for-tests.ts';
import { startServer, type TestServer } from './server-for-tests.ts';
import { openShop, payBySandbox, type Shop } from './shop-for-tests.ts';
import { visit } from './visitor-for-tests.ts';

const OUR_SHOP = 31_000_001n;
const US_AT_THEM = 20_000_001n;
const UPSTREAM = 7;
const OUR_KEY = 'our-shop-key-0123456789abcdef';
const waiting = { timeout: 20_000 };

let browser: Browser;
let shop: Shop;
let ours: TestServer;
let theirs: TestServer;

beforeAll(async () => {
  browser = await chromium.launch(inject('browser'));
  shop = await openShop({ merchantNo: OUR_SHOP.toString(), key: OUR_KEY });
  const port = await freePort();
  // They call us back once, so a lost callback stays lost for the whole test.
  theirs = await startServer({
    from: inject('demoFolder'),
    env: { DEMO: 'on', OUTBOUND_ALLOW: `127.0.0.1:${port}`, NOTIFY_WAITS_S: '86400' },
  });
  ours = await startServer({ port, env: { OUTBOUND_ALLOW: `${theirs.host},${shop.host}` } });
  await inApp(ours, (verbs) =>
    verbs.db.transaction(async (tx) => {
      const { members, ledger, keys, upstreams, channels } = verbs;
      await members.add(tx, {
        memberNo: OUR_SHOP,
        kind: 'merchant',
        name: 'Corner Shop',
        settlement: { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 },
        createdAt: new Date(),
      });
      await members.change(tx, OUR_SHOP, { certification: 'approved' });
      await ledger.open(tx, OUR_SHOP, 'CNY');
      await keys.create(tx, OUR_SHOP, { key: OUR_KEY, signTypes: ['HMAC-SHA256'] });
      await upstreams.addUpstream(tx, {
        upstreamId: UPSTREAM,
        connector: 'countinghouse',
        name: 'Partner platform',
        settings: {
          baseUrl: `${theirs.baseUrl}/gateway/v1`,
          merchantNo: US_AT_THEM.toString(),
          currency: 'CNY',
          channels: { partner_qr: 'sandbox_qr' },
          signType: 'HMAC-SHA256',
          key: DEMO_SHOP_KEY,
        },
      });
      await channels.addChannel(tx, {
        channelId: 1,
        code: 'partner_qr',
        mode: 'qr',
        name: { en: 'Partner', zh: '合作方', es: 'Socio', th: 'พันธมิตร' },
        minAmountMinor: 100n,
        maxAmountMinor: 1_000_000n,
        // 1.2 % and 0.10; they charge us 0.6 %.
        rate: { percentE4: 12_000, fixedMinor: 10n, minFeeMinor: null, maxFeeMinor: null },
        routes: [{ upstreamId: UPSTREAM, position: 1, weight: 1 }],
      });
    }),
  );
  await shop.connect(ours.baseUrl);
});

afterAll(async () => {
  await browser?.close();
  await ours?.remove();
  await theirs?.remove();
  await shop?.stop();
});

const client = () => shop.client('HMAC-SHA256');
const create = (orderNo: string, amount: string) =>
  client().payCreate({
    orderNo,
    amount,
    channel: 'partner_qr',
    notifyUrl: shop.notifyUrl,
    returnUrl: shop.returnUrl,
    subject: 'Two cups',
    attach: 'till 2',
  });

/** Returns account → minor units. */
async function byAccount(
  server: TestServer,
  text: string,
  values: readonly unknown[],
): Promise<Record<string, bigint>> {
  const accounts = await inApp(server, ({ rows }) => rows<{ kind: string; minor: bigint }>(text, values));
  return Object.fromEntries(accounts.map(({ kind, minor }) => [kind, minor]));
}

const accountsOf = (server: TestServer, memberNo: bigint) =>
  byAccount(server, 'select kind, balance_minor as minor from audit.accounts where member_no = $1', [memberNo]);

/** Amounts booked for one order only, because the demo's payouts move the same accounts meanwhile. */
const bookedFor = (server: TestServer, memberNo: bigint, systemNo: bigint) =>
  byAccount(
    server,
    'select account_kind as kind, sum(amount_minor)::bigint as minor from audit.entries where member_no = $1 and reference = $2 group by 1',
    [memberNo, systemNo],
  );

async function orderOf(server: TestServer, memberNo: bigint, orderNo: string) {
  const [order] = await inApp(server, ({ rows }) =>
    rows<{
      system_no: bigint;
      status: string;
      amount: bigint;
      fee: bigint;
      upstream_no: string | null;
      paid_late: boolean;
    }>(
      'select system_no, status, amount, fee, upstream_no, paid_late from orders where member_no = $1 and order_no = $2',
      [memberNo, orderNo],
    ),
  );
  if (!order) throw new Error(`no order ${orderNo}`);
  return order;
}

test('a payment at their cashier is booked on both sides, each with its own fee, and our merchant is notified', async () => {
  const created = await create('CHAIN-1', '100.00');
  expect(created.payUrl.startsWith(`${theirs.baseUrl}/cashier/`)).toBe(true);

  const payer = await visit(browser, { baseUrl: theirs.baseUrl, width: 390, language: 'es' });
  await payer.page.goto(`${created.payUrl}?lang=es`);
  await payer.page.getByText('Two cups').waitFor();
  await payer.page
    .getByRole('button', { name: payer.translate(cashierWords, 'pay', { amount: payer.money('100.00') }) })
    .click();
  await payer.page.getByRole('heading', { name: payer.translate(cashierWords, 'paid_title') }).waitFor();
  await expect.poll(() => shop.callbacksOf(created.systemNo).length, waiting).toBe(1);
  // The way back passes through our server, which signs what our merchant can verify.
  await payer.page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(shop.returned()).toMatchObject([
    { merchantNo: OUR_SHOP.toString(), orderNo: 'CHAIN-1', systemNo: created.systemNo, status: 'success' },
  ]);
  expect(payer.faults()).toEqual([]);
  await payer.close();

  expect(shop.callbacksOf(created.systemNo)).toMatchObject([
    {
      answered: 'success',
      result: {
        ok: true,
        signType: 'HMAC-SHA256',
        callback: {
          merchantNo: OUR_SHOP.toString(),
          orderNo: 'CHAIN-1',
          amount: '100.00',
          fee: '1.30',
          obtained: '98.70',
          status: 'success',
          attach: 'till 2',
        },
      },
    },
  ]);
  const atTheirs = await orderOf(theirs, US_AT_THEM, `${OUR_SHOP}-${created.systemNo}`);
  expect(atTheirs).toMatchObject({ status: 'success', amount: 10_000n, fee: 60n });
  expect(await orderOf(ours, OUR_SHOP, 'CHAIN-1')).toMatchObject({
    status: 'success',
    amount: 10_000n,
    fee: 130n,
    upstream_no: atTheirs.system_no.toString(),
  });

  expect(await accountsOf(ours, OUR_SHOP)).toMatchObject({ wallet: 9_870n, fees: 130n, clearing: -10_000n });
  // Their fee of 0.6 % is 0.60, of which their agent gets 0.20 (0.2 % of 100.00).
  expect(await bookedFor(theirs, US_AT_THEM, atTheirs.system_no)).toEqual({
    clearing: -10_000n,
    wallet: 9_940n,
    fees: 40n,
    commission: 20n,
  });
});

test('a payment that they report twice is credited once', async () => {
  const { system_no } = await orderOf(
    theirs,
    US_AT_THEM,
    `${OUR_SHOP}-${(await orderOf(ours, OUR_SHOP, 'CHAIN-1')).system_no}`,
  );
  await inApp(theirs, ({ callbacks }) => callbacks.resend(US_AT_THEM, [system_no], 'payin'));
  await expect
    .poll(
      () =>
        inApp(theirs, ({ rows }) =>
          rows('select delivered from callback_attempts where member_no = $1 and system_no = $2', [
            US_AT_THEM,
            system_no,
          ]),
        ),
      waiting,
    )
    .toEqual([{ delivered: true }, { delivered: true }]);
  expect(await client().balance()).toMatchObject({ balance: '98.70', available: '98.70', frozen: '0.00' });
  expect(await accountsOf(ours, OUR_SHOP)).toMatchObject({ wallet: 9_870n, fees: 130n, clearing: -10_000n });
});

test('while their server is down our merchant gets an error at once, and the same order works when it is back', async () => {
  await theirs.stop();
  await expect(create('CHAIN-2', '50.00')).rejects.toMatchObject({ error: 'upstream_unavailable' });
  const kept = await orderOf(ours, OUR_SHOP, 'CHAIN-2');
  expect(kept).toMatchObject({ status: 'unpaid', upstream_no: null });

  await theirs.start();
  const created = await create('CHAIN-2', '50.00');
  expect(created.systemNo).toBe(kept.system_no.toString());
  await payBySandbox(created.payUrl);
  await expect.poll(() => shop.callbacksOf(created.systemNo).length, waiting).toBe(1);
  // 1.2 % of 50.00 and 0.10.
  expect(await client().payQuery({ orderNo: 'CHAIN-2' })).toMatchObject({
    status: 'success',
    fee: '0.70',
    obtained: '49.30',
  });
});

test('a payment whose callback never reached us is found by a query before the order expires', async () => {
  const created = await create('CHAIN-3', '20.00');
  const name = `${OUR_SHOP}-${created.systemNo}`;
  await ours.stop();
  await payBySandbox(created.payUrl);
  // Their only attempt has failed, so no callback will come.
  await expect
    .poll(
      () =>
        inApp(theirs, ({ rows }) =>
          rows<{ delivered: boolean }>(
            'select delivered from callback_attempts a join orders o using (member_no, system_no) where o.member_no = $1 and o.order_no = $2',
            [US_AT_THEM, name],
          ),
        ),
      waiting,
    )
    .toEqual([{ delivered: false }]);
  await ours.start();
  expect(await client().payQuery({ orderNo: 'CHAIN-3' })).toMatchObject({ status: 'unpaid' });

  await inApp(ours, ({ rows }) =>
    rows("update orders set expires_at = now() where member_no = $1 and order_no = 'CHAIN-3'", [OUR_SHOP]),
  );
  await expect.poll(() => shop.callbacksOf(created.systemNo).length, waiting).toBe(1);
  expect(await client().payQuery({ orderNo: 'CHAIN-3' })).toMatchObject({
    status: 'success',
    fee: '0.34',
    obtained: '19.66',
  });
  expect(await orderOf(ours, OUR_SHOP, 'CHAIN-3')).toMatchObject({ paid_late: false });
  const exchanges = await inApp(ours, ({ upstreams }) => upstreams.exchangesOf(OUR_SHOP, BigInt(created.systemNo)));
  expect(exchanges.map(({ operation, ok }) => ({ operation, ok }))).toEqual([
    { operation: 'create', ok: true },
    { operation: 'query', ok: true },
  ]);
});

test('a payout at our gateway is paid by theirs, each charges its own fee, and our merchant is notified', async () => {
  await inApp(ours, ({ db, disbursements }) =>
    db.transaction((tx) =>
      disbursements.setPayoutRoute(tx, { upstreamId: UPSTREAM, position: 1, dailyLimitMinor: null }),
    ),
  );
  const wanted = {
    orderNo: 'CHAIN-P1',
    amount: '50.00',
    type: 'bank',
    holder: '张三',
    account: '6222021001116245702',
    bank: 'ICBC',
  } as const;
  const created = await client().payoutCreate({ ...wanted, notifyUrl: shop.notifyUrl, attach: 'wages' });
  expect(created).toMatchObject({ orderNo: 'CHAIN-P1', amount: '50.00', fee: '1.05', status: 'applying' });
  await expect.poll(() => shop.callbacksOf(created.systemNo).length, { timeout: 120_000 }).toBe(1);
  const state = await client().payoutQuery({ orderNo: 'CHAIN-P1' });
  expect(state).toMatchObject({ status: 'paid', failReason: null, finishedAt: expect.any(String) });
  const { bankReference } = state;
  expect(shop.callbacksOf(created.systemNo)).toMatchObject([
    {
      answered: 'success',
      result: {
        ok: true,
        kind: 'payout',
        callback: { orderNo: 'CHAIN-P1', status: 'paid', fee: '1.05', attach: 'wages', bankReference },
      },
    },
  ]);
  const theirPayouts = await inApp(theirs, ({ rows }) =>
    rows('select status, amount, fee, bank_reference from disbursements where member_no = $1 and order_no like $2', [
      US_AT_THEM,
      `${OUR_SHOP}-%`,
    ]),
  );
  expect(theirPayouts).toEqual([{ status: 'paid', amount: 5_000n, fee: 105n, bank_reference: bankReference }]);
});

test('in the end both books are right and match each other', async () => {
  expect(await brokenBooks(ours)).toEqual([]);
  expect(await brokenBooks(theirs)).toEqual([]);
  // 100.00, 50.00 and 20.00: what they owe us by our books is what their merchant received by theirs, less the 50.00
  // that they paid out.
  expect(await accountsOf(ours, OUR_SHOP)).toMatchObject({ wallet: 11_661n, fees: 339n, clearing: -12_000n });
  const [paid] = await inApp(theirs, ({ rows }) =>
    rows<{ sum: string }>(
      "select sum(amount) from orders where member_no = $1 and status = 'success' and order_no like $2",
      [US_AT_THEM, `${OUR_SHOP}-%`],
    ),
  );
  expect(paid?.sum).toBe('17000');
  expect(shop.strangeCallbacks()).toEqual([]);
  expect(ours.errors()).toEqual([]);
  expect(theirs.errors()).toEqual([]);
});
