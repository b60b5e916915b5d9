import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { combineWrites } from '#foundation/server/postgres/database.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { verifyCallback } from '@countinghouse/sdk/callbacks';
import { CallbacksApp, KEY, type Received, START, WAITS_S } from './callbacks-for-tests.ts';

let app: CallbacksApp;
beforeAll(async () => {
  app = new CallbacksApp(await testDatabase());
});
afterEach(() => app.clear());
afterAll(() => app.db.close());

describe('a callback', () => {
  it.each(['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const)(
    "is signed with %s, and the merchant's own check accepts it",
    async (signType) => {
      const memberNo = await app.merchant();
      // The receiver's address has a query, which MD5 could not sign; but MD5 does not sign the address.
      const shop = await app.receiver();
      const [systemNo = 0n] = await app.noted(memberNo, shop, { signType });
      await app.deliverer([shop]).idle();

      const [got] = shop.received;
      const { publicKeyPem } = await app.keys().platformKeys();
      const result = await verifyCallback({
        headers: got?.headers ?? {},
        rawBody: got?.body ?? '',
        url: got?.url ?? '',
        merchantNo: memberNo.toString(),
        signTypes: [signType],
        key: KEY,
        publicKey: publicKeyPem,
        now: () => START.getTime(),
      });
      expect(result).toMatchObject({
        ok: true,
        kind: 'pay',
        callback: {
          merchantNo: memberNo.toString(),
          systemNo: systemNo.toString(),
          amount: '100.00',
          obtained: '99.40',
          attach: '订单',
          notifyId: `payin-${systemNo}`,
        },
      });
      expect(await app.stateOf(memberNo, systemNo)).toEqual({ status: 'delivered', attempts: 1, nextAt: null });
      expect(await app.attemptsOf(memberNo, systemNo)).toMatchObject([
        { url: shop.url, replyStatus: 200, reply: 'success', error: null, delivered: true, at: START },
      ]);
    },
  );

  it.each(['MD5', 'HMAC-SHA256'] as const)(
    'has both %s signatures during a key rotation, and only the new one afterwards',
    async (signType) => {
      const memberNo = await app.merchant('the-old-key-0123456789');
      const newKey = await app.db.transaction((tx) => app.keys().rotate(tx, memberNo, 24));
      const shop = await app.receiver();
      const check = async (key: string, index: number): Promise<boolean> => {
        const { headers, body, url } = shop.received[index] as Received;
        const result = await verifyCallback({
          headers,
          rawBody: body,
          url,
          merchantNo: memberNo.toString(),
          signTypes: [signType],
          key,
          now: () => app.clock.now().getTime(),
        });
        return result.ok;
      };
      await app.noted(memberNo, shop, { signType });
      await app.deliverer([shop]).idle();
      expect([await check('the-old-key-0123456789', 0), await check(newKey, 0)]).toEqual([true, true]);

      app.clock.advance(24 * 3_600_000 + 1);
      await app.noted(memberNo, shop, { signType });
      await app.deliverer([shop]).idle();
      expect([await check('the-old-key-0123456789', 1), await check(newKey, 1)]).toEqual([false, true]);
    },
  );

  it('is created once, however often the posting adds it', async () => {
    const memberNo = await app.merchant();
    const shop = await app.receiver();
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    await app.db.transaction((tx) =>
      combineWrites(
        tx,
        app.verbs.writes([
          {
            memberNo,
            systemNo,
            subject: 'payin',
            receiver: shop.host,
            amountMinor: 10_000n,
            feeMinor: 60n,
            createdAt: START,
          },
        ]),
      ),
    );
    await app.deliverer([shop]).idle();
    expect(shop.received).toHaveLength(1);
  });

  it('without content fails with a reason and sends nothing', async () => {
    const memberNo = await app.merchant();
    const shop = await app.receiver();
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    app.contents.clear();
    await app.deliverer([shop], { waitsS: [] }).idle();
    expect(await app.attemptsOf(memberNo, systemNo)).toMatchObject([{ error: 'no_content', delivered: false }]);
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'failed' });
    expect(shop.received).toEqual([]);
  });
});

it('content that cannot be read costs no attempt: the callback becomes due again', async () => {
  const memberNo = await app.merchant();
  const shop = await app.receiver();
  const [systemNo = 0n] = await app.noted(memberNo, shop);
  await app
    .deliverer([shop], { content: { payin: async () => Promise.reject(new Error('the database is away')) } })
    .idle();
  expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 0 });
  app.clock.advance(60_000);
  await app.deliverer([shop]).idle();
  expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'delivered', attempts: 1 });
});

describe('the schedule', () => {
  it('is exact to the millisecond, survives a restart before each attempt, and ends in failed', async () => {
    const memberNo = await app.merchant();
    const shop = await app.receiver((response) => response.writeHead(500).end('down'));
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    await app.deliverer([shop]).idle();
    for (const [index, waitS] of WAITS_S.entries()) {
      expect(await app.stateOf(memberNo, systemNo)).toEqual({
        status: 'pending',
        attempts: index + 1,
        nextAt: new Date(app.clock.now().getTime() + waitS * 1000),
      });
      app.clock.advance(waitS * 1000 - 1);
      await app.deliverer([shop]).idle();
      expect(shop.received).toHaveLength(index + 1);
      app.clock.advance(1);
      await app.deliverer([shop]).idle();
      expect(shop.received).toHaveLength(index + 2);
    }
    expect(await app.stateOf(memberNo, systemNo)).toEqual({ status: 'failed', attempts: 9, nextAt: null });
    expect(await app.attemptsOf(memberNo, systemNo)).toHaveLength(9);
    // The order is older than a day by now, but the failure is not.
    const failedSince = (ms: number) =>
      app.verbs.countFailed(memberNo, 'payin', new Date(app.clock.now().getTime() - ms));
    expect(await failedSince(86_400_000)).toBe(1);
    expect(await app.verbs.countFailed(memberNo, 'payout', new Date(0))).toBe(0);
    app.clock.advance(86_400_001);
    expect(await failedSince(86_400_000)).toBe(0);
    app.clock.advance(90 * 86_400_000);
    await app.deliverer([shop]).idle();
    expect(shop.received).toHaveLength(9);
    expect(new Set(shop.received.map(({ notifyId }) => notifyId))).toEqual(new Set([`payin-${systemNo}`]));
    expect(new Set(shop.received.map(({ headers }) => headers['x-nonce'])).size).toBe(9);
  });

  it('restarts when callbacks are resent manually, with the same notifyId', async () => {
    const memberNo = await app.merchant();
    let answer = 'fail';
    const shop = await app.receiver((response) => response.end(answer));
    const systemNos = await app.noted(memberNo, shop, { count: 3 });
    const [first = 0n] = systemNos;
    await app.deliverer([shop], { waitsS: [] }).idle();
    expect(await app.stateOf(memberNo, first)).toMatchObject({ status: 'failed' });

    const { resend } = app.verbs;
    answer = 'success';
    expect(await resend(memberNo, [first], 'payin')).toBe(1);
    expect(await app.stateOf(memberNo, first)).toEqual({ status: 'pending', attempts: 0, nextAt: app.clock.now() });
    await app.deliverer([shop]).idle();
    expect(await app.stateOf(memberNo, first)).toMatchObject({ status: 'delivered' });
    expect(await resend(memberNo, systemNos, 'payin')).toBe(3);
    expect(await resend(memberNo, [1n], 'payin')).toBe(0);
    expect(await resend(memberNo + 1n, systemNos, 'payin')).toBe(0);
    await app.deliverer([shop]).idle();
    expect(shop.received.filter(({ notifyId }) => notifyId === `payin-${first}`)).toHaveLength(3);
    expect(await app.attemptsOf(memberNo, first)).toMatchObject([
      { error: 'not_acknowledged' },
      { delivered: true },
      { delivered: true },
    ]);
  });
});

describe("a receiver's reply", () => {
  it.each([
    [200, 'OK', true, null],
    [200, 'Success \r\n', true, null],
    [204, '', false, 'not_acknowledged'],
    [200, 'error', false, 'not_acknowledged'],
    [500, 'success', false, 'http_status'],
    [404, 'ok', false, 'http_status'],
  ])('%i %j: delivered %s', async (status, body, delivered, error) => {
    const memberNo = await app.merchant();
    const shop = await app.receiver((response) => response.writeHead(status).end(body));
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    await app.deliverer([shop]).idle();
    expect(await app.attemptsOf(memberNo, systemNo)).toMatchObject([
      { replyStatus: status, reply: body, delivered, error },
    ]);
  });

  it('that redirects is not a delivery, and the redirect is not followed', async () => {
    const memberNo = await app.merchant();
    const target = await app.receiver();
    const shop = await app.receiver((response) => response.writeHead(307, { location: target.url }).end('success'));
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    await app.deliverer([shop, target]).idle();
    expect(await app.attemptsOf(memberNo, systemNo)).toMatchObject([
      { replyStatus: 307, error: 'http_status', delivered: false },
    ]);
    expect(target.received).toEqual([]);
  });

  it('is stored up to 64 KiB, and a longer one does not confirm', async () => {
    const memberNo = await app.merchant();
    const shop = await app.receiver((response) => response.end(`success${' '.repeat(200_000)}`));
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    await app.deliverer([shop]).idle();
    const [attempt] = await app.attemptsOf(memberNo, systemNo);
    expect(attempt).toMatchObject({ delivered: false, error: 'not_acknowledged' });
    expect(attempt?.reply).toHaveLength(65_536);
  });

  it('can contain NUL, quotes and bytes that are not text', async () => {
    const memberNo = await app.merchant();
    const shop = await app.receiver((response) =>
      response.end(Buffer.from([0x00, 0x22, 0x5c, 0x27, 0x7b, 0x7d, 0xff, 0xfe, 0x0a])),
    );
    const [systemNo = 0n] = await app.noted(memberNo, shop);
    await app.deliverer([shop]).idle();
    expect(await app.attemptsOf(memberNo, systemNo)).toMatchObject([{ reply: '\uFFFD"\\\'{}\uFFFD\uFFFD\n' }]);
  });
});

it("a non-public address is refused at connect time, and the attempt's error says so", async () => {
  const memberNo = await app.merchant();
  const [literal = 0n] = await app.noted(memberNo, { url: 'http://169.254.169.254/latest' });
  const [named = 0n] = await app.noted(memberNo, { url: 'http://inside.example/notify' });
  const outgoing = createOutgoing({ allow: [], lookup: async () => ['10.0.0.8'] });
  await app.deliverer([], { outgoing }).idle();
  for (const systemNo of [literal, named]) {
    expect(await app.attemptsOf(memberNo, systemNo)).toMatchObject([
      { error: 'address_refused', replyStatus: null, delivered: false },
    ]);
    expect(await app.stateOf(memberNo, systemNo)).toMatchObject({ status: 'pending', attempts: 1 });
  }
});
