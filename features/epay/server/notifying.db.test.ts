import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RunLoop } from '#features/callbacks/server/resends/run-loop.ts';
import { sendByHand } from '#features/callbacks/server/resends/sending.ts';
import { reversed } from '#features/orders/server/orders-for-tests.ts';
import {
  asked,
  EpayShop,
  type EpayApp,
  epayApp,
  EPAY_KEY,
  type Fields,
  kitSignature,
  kitSigned,
  newFields,
} from './epay-for-tests.ts';

let app: EpayApp;
let shop: EpayShop;
let pid: string;

beforeAll(async () => {
  shop = await EpayShop.open();
  app = await epayApp([shop.host]);
  pid = await app.addShop();
});
afterEach(() => {
  shop.key = EPAY_KEY;
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** Creates and pays an order; returns what the shop got. */
async function paid(changes: Fields = {}, member = pid, key = EPAY_KEY) {
  const fields = newFields(member, { notify_url: `${shop.url}/notify`, ...changes });
  expect(await asked(app, '/epay/mapi.php', kitSigned(fields, key))).toMatchObject({ code: 1 });
  const order = await app.pay(member, fields['out_trade_no'] ?? '');
  const before = shop.received.length;
  await app.deliver();
  return {
    fields,
    order,
    received: shop.received.slice(before),
    state: () => app.callbacks.stateOf(BigInt(member), order.systemNo, 'payin'),
  };
}

describe('a paid order is notified', () => {
  it('by GET with exactly the protocol’s fields, as the shop sent them, and a kit’s own verification fits', async () => {
    const { fields, order, received, state } = await paid({
      money: '10',
      type: 'wxpay',
      name: 'Tea & "cake" + 茶🧾',
      param: 'uid=7',
    });
    const { out_trade_no: no = '', name = '' } = fields;
    expect(received).toEqual([
      {
        method: 'GET',
        path: '/notify',
        isRight: true,
        fields: {
          pid,
          trade_no: order.systemNo.toString(),
          out_trade_no: no,
          type: 'wxpay',
          name,
          money: '10',
          trade_status: 'TRADE_SUCCESS',
          param: 'uid=7',
          sign: expect.stringMatching(/^[0-9a-f]{32}$/),
          sign_type: 'MD5',
        },
      },
    ]);
    expect(await state()).toMatchObject({ status: 'delivered' });
  });

  it.each(['10', '10.5', '1.00', '9.9'])('with the money %s as it came, and without an empty param', async (money) => {
    const { received } = await paid({ money });
    expect(received[0]).toMatchObject({ isRight: true, fields: { money } });
    expect(received[0]?.fields).not.toHaveProperty('param');
  });

  it('by hand like by the schedule', async () => {
    shop.answers = [[500, 'fail']];
    const { order, received, state } = await paid({ money: '10' });
    expect(await state()).toMatchObject({ status: 'pending' });
    const callback = {
      memberNo: BigInt(pid),
      systemNo: order.systemNo,
      subject: 'payin',
      receiver: shop.host,
    } as const;
    expect(await sendByHand(app.delivery, callback, 'somebody')).toMatchObject({ delivered: true, error: null });
    expect(shop.received.at(-1)).toEqual(received[0]);
    expect(await state()).toMatchObject({ status: 'delivered' });
  });

  it('after the query that the address has', async () => {
    const { received } = await paid({ notify_url: `${shop.url}/notify?a=1&b=2` });
    expect(received[0]).toMatchObject({ isRight: true, fields: { a: '1', b: '2' } });
  });

  it.each<[string, string, string]>([
    ['x'.repeat(200), 'x'.repeat(127), 'a long one'],
    ['a\\b', 'ab', 'one with a backslash'],
    ["Tim's <b>", "Tim's <b>", 'one with signs'],
    ['会'.repeat(100), '会'.repeat(42), 'a long Chinese one'],
  ])('with the name %s as %s: %s', async (name, sent) => {
    const { received } = await paid({ name });
    expect(received[0]).toMatchObject({ isRight: true, fields: { name: sent } });
  });

  it.each<[string, [number, string]]>([
    ['success and a line', [200, 'success\n']],
    ['a byte order mark', [200, '\uFEFFsuccess']],
    ['upper case', [200, 'SUCCESS']],
    ['HTML after it', [200, '\n\nsuccess<html></html>']],
  ])('and delivered by %s', async (_what, answer) => {
    shop.answers = [answer];
    const { state } = await paid();
    expect(await state()).toMatchObject({ status: 'delivered' });
  });

  it.each<[string, [number, string]]>([
    ['fail', [200, 'fail']],
    ['a 301', [301, 'success']],
    ['a 500', [500, 'success']],
  ])('and sent again after %s', async (_what, answer) => {
    shop.answers = [answer];
    const { state } = await paid();
    expect(await state()).toMatchObject({ status: 'pending', attempts: 1 });
    app.clock.advance(15_001);
    await app.deliver();
    expect(await state()).toMatchObject({ status: 'delivered' });
  });
});

describe('the key of a notification is', () => {
  it('the one that signed the order, until it has ended, and then the newest', async () => {
    const member = await app.addShop();
    const old = newFields(member, { notify_url: `${shop.url}/notify` });
    await asked(app, '/epay/mapi.php', kitSigned(old));
    const newKey = await app.db.transaction((tx) => app.epay.settings.rotate(tx, BigInt(member), 1));
    app.epay.settings.forget(BigInt(member));
    expect(newKey).toMatch(/^[A-Za-z0-9]{32}$/);
    const order = await app.pay(member, old['out_trade_no'] ?? '');
    await app.deliver();
    expect(shop.received.at(-1)).toMatchObject({ isRight: true });
    shop.key = newKey;
    expect((await paid({}, member, newKey)).received[0]).toMatchObject({ isRight: true });
    await app.db.transaction((tx) => app.epay.settings.endOverlap(tx, BigInt(member)));
    app.epay.settings.forget(BigInt(member));
    await app.callbacks.resend(BigInt(member), [order.systemNo], 'payin');
    await app.deliver();
    expect(shop.received.at(-1)).toMatchObject({ isRight: true, fields: { trade_no: order.systemNo.toString() } });
    expect(await asked(app, '/epay/mapi.php', kitSigned(newFields(member)))).toMatchObject({
      code: -1,
      msg: '签名校验失败，请返回重试！',
    });
  });
});

it('a reversed order is not reported as paid again', async () => {
  const { order } = await paid();
  const before = shop.received.length;
  await reversed(app, await app.orderOf(pid, order.orderNo));
  await app.callbacks.resend(BigInt(pid), [order.systemNo], 'payin');
  await app.deliver();
  expect(shop.received).toHaveLength(before);
});

it('a plan to send again counts no reversed order, and its run sends what the plan counts', async () => {
  const member = await app.addShop();
  const memberNo = BigInt(member);
  const [kept, undone] = [await paid({ money: '12' }, member), await paid({ money: '30' }, member)];
  await reversed(app, await app.orderOf(member, undone.order.orderNo));
  const filter = { memberNo, subjects: ['payin', 'payout'] } as const;
  const plan = await app.callbacks.plan(filter, 'zoe', app.delivery.ended);
  expect(plan).toMatchObject({ count: 1, amountMinor: 1_200n });
  const run = { memberNo, runId: plan?.planId ?? '' };
  expect(await app.callbacks.start(run, 10)).toBe('started');
  const before = shop.received.length;
  const loop = new RunLoop(app.delivery);
  loop.start();
  const state = async (): Promise<string | undefined> => {
    // Items are paced by the clock, which stands still otherwise.
    app.clock.advance(200);
    return (await app.callbacks.progress(run))?.state;
  };
  await expect.poll(state, { timeout: 10_000 }).toBe('done');
  await loop.stop();
  expect(await app.callbacks.progress(run)).toEqual({ state: 'done', total: 1, sent: 1, delivered: 1, failed: 0 });
  expect(shop.received.slice(before).map(({ fields }) => fields['out_trade_no'])).toEqual([kept.order.orderNo]);
  const only = { ...filter, systemNos: [undone.order.systemNo] };
  expect(await app.callbacks.plan(only, 'zoe', app.delivery.ended)).toBeUndefined();
});

describe('the payer returns', () => {
  it('with the signed fields for five minutes, and later to our own receipt', async () => {
    const { order } = await paid({ return_url: 'https://shop.example/done?id=5', param: 'uid=7' });
    const memberNo = BigInt(pid);
    const link = new URL((await app.epay.returnLink(memberNo, order.systemNo)) ?? '');
    const { id, ...fields } = Object.fromEntries(link.searchParams);
    expect([link.origin, link.pathname, id]).toEqual(['https://shop.example', '/done', '5']);
    expect(fields).toMatchObject({
      pid,
      out_trade_no: order.orderNo,
      trade_status: 'TRADE_SUCCESS',
      param: 'uid=7',
      sign_type: 'MD5',
    });
    expect(fields['sign']).toBe(kitSignature(fields, EPAY_KEY));
    app.clock.advance(5 * 60_000 + 1);
    expect(await app.epay.returnLink(memberNo, order.systemNo)).toBeNull();
    const page = await app.pages.receipt({ memberNo, systemNo: order.systemNo }, 'en');
    expect(page?.html).toContain('Payment received');
  });

  it('nowhere without a return address, and while the order is unpaid', async () => {
    const without = await paid({ return_url: '' });
    expect(await app.epay.returnLink(BigInt(pid), without.order.systemNo)).toBeNull();
    const fields = newFields(pid);
    await asked(app, '/epay/mapi.php', kitSigned(fields));
    const { systemNo } = await app.orderOf(pid, fields['out_trade_no'] ?? '');
    expect(await app.epay.returnLink(BigInt(pid), systemNo)).toBeNull();
    // The cashier shows the way back as soon as it is paid there.
    const ways = [true, false].map((isPaid) => app.epay.canReturn(BigInt(pid), systemNo, isPaid));
    expect(await Promise.all(ways)).toEqual([true, false]);
    expect((await app.pages.receipt({ memberNo: BigInt(pid), systemNo }, 'en'))?.html).toContain('not received yet');
  });

  it('after the shop was notified once, or when that takes too long', async () => {
    const fields = newFields(pid, { notify_url: `${shop.url}/notify` });
    await asked(app, '/epay/mapi.php', kitSigned(fields));
    const order = await app.pay(pid, fields['out_trade_no'] ?? '');
    let isBack = false;
    const back = app.epay.beforeReturn(BigInt(pid), order.systemNo).then(() => (isBack = true));
    expect(isBack).toBe(false);
    await app.deliver();
    await back;
    expect(await app.callbacks.stateOf(BigInt(pid), order.systemNo, 'payin')).toMatchObject({ status: 'delivered' });
    const silent = newFields(pid);
    await asked(app, '/epay/mapi.php', kitSigned(silent));
    const { systemNo } = await app.orderOf(pid, silent['out_trade_no'] ?? '');
    await app.epay.beforeReturn(BigInt(pid), systemNo);
  });
});
