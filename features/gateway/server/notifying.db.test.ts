import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { parseAmountOrZero } from '#foundation/core/money.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { type CallbackResult, verifyCallback } from '@countinghouse/sdk/callbacks';
import { signTypes, type SignType } from '@countinghouse/sdk/signing';
import { callbackFaults } from './reply-schemas-for-tests.ts';
import { faultOf, gatewayApp, type GatewayApp, KEY, order, payout, send, signed } from './gateway-for-tests.ts';

const received: { headers: IncomingMessage['headers']; url: string; body: string }[] = [];
const shop = createServer((request, response) => void receive(request, response));
let app: GatewayApp;
let memberNo: bigint;
let notifyUrl: string;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push({ headers: request.headers, url: request.url ?? '', body: await text(request) });
  response.end('success');
}

beforeAll(async () => {
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
  notifyUrl = `http://${host}/notify`;
  app = await gatewayApp(undefined, [host]);
  await app.addChannel();
  await app.addPayoutRoute();
  memberNo = await app.addMerchant();
});
afterAll(async () => {
  await app.close();
  shop.close();
});

/** The next callback that the shop gets about it, as its program verifies it. */
async function nextCallback(signType: SignType, systemNo: bigint | string): Promise<CallbackResult> {
  const { clock, db, keys, orders, disbursements, outgoing } = app;
  received.length = 0;
  const content = { payin: orders.callbackContent, payout: disbursements.callbackContent };
  await createDeliverer({ db, clock, outgoing, signer: keys, waitsS: [], log: silentLog, content }).idle();
  const { headers, url, body } = received.find((callback) => callback.body.includes(`systemNo=${systemNo}`)) ?? {
    headers: {},
    url: '',
    body: '',
  };
  expect(
    callbackFaults(body.includes('obtained=') ? 'payin' : 'payout', Object.fromEntries(new URLSearchParams(body))),
  ).toEqual([]);
  return verifyCallback({
    headers,
    url,
    rawBody: body,
    merchantNo: memberNo.toString(),
    signTypes: [signType],
    key: KEY,
    publicKey: app.platformPublicKey,
    now: () => clock.now().getTime(),
  });
}

it.each(signTypes)(
  'an order made with %s gets a callback signed the same way once it is paid, and a query agrees',
  async (signType) => {
    const { clock, orders } = app;
    const made = await send(
      app.server,
      signed('/pay/create', order({ notifyUrl, attach: '订单 🧾' }), { memberNo, signType, clock }),
    );
    const view = await orders.find(memberNo, { systemNo: BigInt(made.data['systemNo'] ?? 0) }, 'payin');
    if (!view) throw new Error('no order');
    expect(await orders.confirmPayment(SANDBOX, paymentOf(view))).toBe('paid');

    const checked = await nextCallback(signType, view.systemNo);
    const callback = {
      orderNo: view.orderNo,
      systemNo: view.systemNo.toString(),
      amount: '100.00',
      fee: '0.60',
      obtained: '99.40',
      status: 'success',
      attach: '订单 🧾',
    };
    expect(checked).toMatchObject({
      ok: true,
      kind: 'pay',
      callback: { ...callback, notifyId: `payin-${view.systemNo}` },
    });

    const asked = await send(
      app.server,
      signed('/pay/query', { systemNo: callback.systemNo }, { memberNo, signType, clock }),
    );
    expect(faultOf(asked, { path: '/pay/query', memberNo, signType, app })).toBeUndefined();
    expect(asked.data).toMatchObject(callback);
    if (!checked.ok || checked.kind !== 'pay') throw new Error('no pay-in callback');
    expect(asked.data['paidAt']).toBe(checked.callback.paidAt);
  },
);

it('the first answer is repeated after the order was paid, and the balance has grown by the net amount', async () => {
  const { clock, orders } = app;
  const fields = order({ notifyUrl });
  const by = { memberNo, signType: 'HMAC-SHA256', clock } as const;
  const balance = async (): Promise<bigint> =>
    parseAmountOrZero((await send(app.server, signed('/balance', {}, by))).data['balance'], 'CNY') ?? -1n;
  const before = await balance();
  const made = await send(app.server, signed('/pay/create', fields, by));
  const view = await orders.find(memberNo, { orderNo: String(fields['orderNo']) }, 'payin');
  if (!view) throw new Error('no order');
  await orders.confirmPayment(SANDBOX, paymentOf(view));
  const again = await send(app.server, signed('/pay/create', fields, by));
  expect(again.data).toEqual(made.data);
  expect((await balance()) - before).toBe(9_940n);
});

describe.each(signTypes)('a payout made with %s', (signType) => {
  const by = () => ({ memberNo, signType, clock: app.clock });
  const make = async (changes: Record<string, unknown>) => {
    await app.fund(memberNo, 20_000n);
    const made = await send(app.server, signed('/payout/create', payout({ notifyUrl, ...changes }), by()));
    expect(made).toMatchObject({ code: 1, data: { status: 'applying', fee: '1.10' } });
    return { orderNo: made.data['orderNo'] ?? '', systemNo: made.data['systemNo'] ?? '' };
  };
  const query = (systemNo: string) => send(app.server, signed('/payout/query', { systemNo }, by()));

  it('gets a callback once it is paid, and the same id when it is resent, and a query agrees', async () => {
    const { orderNo, systemNo } = await make({ attach: '工资 🧾' });
    await app.pass(0);
    expect((await query(systemNo)).data).toMatchObject({ orderNo, status: 'applying' });
    await app.pass(3_000);
    const callback = {
      orderNo,
      systemNo,
      amount: '100.00',
      fee: '1.10',
      status: 'paid',
      bankReference: expect.stringMatching(/^SANDBOX\d+$/),
      failReason: null,
    };
    const checked = await nextCallback(signType, systemNo);
    expect(checked).toMatchObject({
      ok: true,
      kind: 'payout',
      signType,
      callback: { ...callback, attach: '工资 🧾', notifyId: `payout-${systemNo}` },
    });
    if (!checked.ok || checked.kind !== 'payout') throw new Error('no payout callback');

    const asked = await query(systemNo);
    expect(faultOf(asked, { path: '/payout/query', memberNo, signType, app })).toBeUndefined();
    const { bankReference, finishedAt } = checked.callback;
    expect(asked.data).toMatchObject({
      orderNo,
      systemNo,
      amount: '100.00',
      fee: '1.10',
      status: 'paid',
      bankReference,
      finishedAt,
    });

    expect(await app.callbacks.resend(memberNo, [BigInt(systemNo)], 'payout')).toBe(1);
    const { notifyId, nonce } = checked.callback;
    const again = await nextCallback(signType, systemNo);
    expect(again).toMatchObject({ ok: true, callback: { notifyId, bankReference } });
    expect(again.ok && again.callback.nonce).not.toBe(nonce);
  });

  it('gets a callback when it failed and was returned, with the reason in text that the sign type can sign', async () => {
    const { systemNo } = await make({ amount: '99.44' });
    const key = { memberNo, systemNo: BigInt(systemNo) };
    await app.pass(0);
    await app.pass(3_000);
    expect((await query(systemNo)).data).toMatchObject({
      status: 'applying',
      failReason: expect.stringContaining('.44'),
    });
    const failReason = 'code=7 & closed';
    expect(await app.disbursements.change(key, { event: 'cancel', with: { failReason } })).toBe('changed');
    const callback = { status: 'cancelled', failReason: signType === 'MD5' ? 'code 7   closed' : failReason };
    expect(await nextCallback(signType, systemNo)).toMatchObject({
      ok: true,
      kind: 'payout',
      callback: { ...callback, bankReference: null, finishedAt: expect.any(String) },
    });
    expect((await query(systemNo)).data).toMatchObject(callback);
  });
});
