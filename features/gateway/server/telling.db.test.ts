import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyCallback } from '@countinghouse/sdk/callbacks';
import { signTypes } from '@countinghouse/sdk/signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { parseAmountOrZero } from '#foundation/core/money.ts';
import { silentLog } from '#foundation/server/log.ts';
import { faultOf, gatewayHouse, type GatewayHouse, KEY, order, send, signed } from './gateway-for-tests.ts';

const received: { headers: IncomingMessage['headers']; url: string; body: string }[] = [];
const shop = createServer((request, response) => void receive(request, response));
let house: GatewayHouse;
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
  house = await gatewayHouse(undefined, [host]);
  await house.addChannel();
  memberNo = await house.addMerchant();
});
afterAll(async () => {
  await house.close();
  shop.close();
});

it.each(signTypes)('an order made with %s is told with %s once it is paid, and a query then says the same', async (signType) => {
  const { clock, db, keys, orders, outgoing } = house;
  const made = await send(house.server, signed('/pay/create', order({ notifyUrl, attach: '订单 🧾' }), { memberNo, signType, clock }));
  const view = await orders.find(memberNo, { systemNo: BigInt(made.data['systemNo'] ?? 0) }, 'payin');
  if (!view) throw new Error('no order');
  expect(await orders.confirmPayment(SANDBOX, paymentOf(view))).toBe('paid');

  received.length = 0;
  const content = { payin: orders.callbackContent };
  await createDeliverer({ db, clock, outgoing, signer: keys, waitsS: [], log: silentLog, content }).idle();
  const [{ headers, url, body } = { headers: {}, url: '', body: '' }] = received;
  const checked = await verifyCallback({
    headers,
    url,
    rawBody: body,
    merchantNo: memberNo.toString(),
    signTypes: [signType],
    key: KEY,
    publicKey: house.platformPublicKey,
    now: () => clock.now().getTime(),
  });
  const told = {
    orderNo: view.orderNo,
    systemNo: view.systemNo.toString(),
    amount: '100.00',
    fee: '0.60',
    obtained: '99.40',
    status: 'success',
    attach: '订单 🧾',
  };
  expect(checked).toMatchObject({ ok: true, kind: 'pay', callback: { ...told, notifyId: `payin-${view.systemNo}` } });

  const asked = await send(house.server, signed('/pay/query', { systemNo: told.systemNo }, { memberNo, signType, clock }));
  expect(faultOf(asked, { path: '/pay/query', memberNo, signType, house })).toBeUndefined();
  expect(asked.data).toMatchObject(told);
  if (!checked.ok || checked.kind !== 'pay') throw new Error('no pay-in callback');
  expect(asked.data['paidAt']).toBe(checked.callback.paidAt);
});

it('the first answer is given again after the order was paid, and the balance has grown by what was obtained', async () => {
  const { clock, orders } = house;
  const fields = order({ notifyUrl });
  const by = { memberNo, signType: 'HMAC-SHA256', clock } as const;
  const balance = async (): Promise<bigint> => parseAmountOrZero((await send(house.server, signed('/balance', {}, by))).data['balance'], 'CNY') ?? -1n;
  const before = await balance();
  const made = await send(house.server, signed('/pay/create', fields, by));
  const view = await orders.find(memberNo, { orderNo: String(fields['orderNo']) }, 'payin');
  if (!view) throw new Error('no order');
  await orders.confirmPayment(SANDBOX, paymentOf(view));
  const again = await send(house.server, signed('/pay/create', fields, by));
  expect(again.data).toEqual(made.data);
  expect((await balance()) - before).toBe(9_940n);
});
