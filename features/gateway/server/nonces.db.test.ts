import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newNonce, signTypes } from '@countinghouse/sdk/signing';
import { gatewayApp, type GatewayApp, order, send, type Signed, signed } from './gateway-for-tests.ts';
import { gatewayJobs } from './jobs.ts';
import { nonceSpender } from './nonces.ts';

let app: GatewayApp;
let sharing: GatewayApp;
let shop: bigint;

beforeAll(async () => {
  app = await gatewayApp();
  sharing = await gatewayApp(app);
  await app.addChannel();
  await app.addChannel({ channelId: 2, code: 'limited', dailyLimitMinor: 5_000n });
  shop = await app.addMerchant();
});
afterAll(async () => {
  await sharing.close();
  await app.close();
});

it.each(signTypes)('with %s, 50 copies of one request over two processes are accepted once', async (signType) => {
  const request = signed('/pay/create', order(), { memberNo: shop, signType, clock: app.clock });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send((index % 2 ? app : sharing).server, request)),
  );
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'nonce_reused')).toHaveLength(49);
});

it('1,000 nonces sent 10 times each over two processes are accepted once each', async () => {
  const spenders = [nonceSpender(app), nonceSpender(app)];
  const nowS = Math.floor(app.clock.now().getTime() / 1000);
  const nonces = Array.from({ length: 1000 }, newNonce);
  const spent = await Promise.all(
    nonces.flatMap((nonce) =>
      Array.from({ length: 10 }, async (_, index) => (await spenders[index % 2]?.(shop, nonce, nowS)) === true),
    ),
  );
  expect(spent.filter(Boolean)).toHaveLength(1000);
});

it('a replay after a restart is refused', async () => {
  const request = signed('/balance', {}, { memberNo: shop, signType: 'HMAC-SHA256', clock: app.clock });
  const before = await gatewayApp(app);
  expect((await send(before.server, request)).code).toBe(1);
  await before.close();
  const after = await gatewayApp(app);
  expect((await send(after.server, request)).error).toBe('nonce_reused');
  await after.close();
});

it('another merchant can use the same nonce', async () => {
  const other = await app.addMerchant();
  const nonce = newNonce();
  for (const memberNo of [shop, other])
    expect(
      (await send(app.server, signed('/balance', {}, { memberNo, signType: 'MD5', clock: app.clock, nonce }))).code,
    ).toBe(1);
});

it("a refused request spends its nonce too, so that it can't be sent again when the reason is gone", async () => {
  const memberNo = await app.addMerchant();
  await app.db.pool.query("update members set state = 'disabled' where member_no = $1", [memberNo]);
  const request = signed('/balance', {}, { memberNo, signType: 'HMAC-SHA256', clock: app.clock });
  expect((await send(app.server, request)).error).toBe('merchant_disabled');
  await app.db.pool.query("update members set state = 'active' where member_no = $1", [memberNo]);
  app.clock.advance(1000);
  expect((await send(app.server, request)).error).toBe('nonce_reused');
});

describe('the nonce of a request for an order', () => {
  const asked = async (changes: Record<string, unknown>, member: Promise<bigint> = app.addMerchant()) => {
    const memberNo = await member;
    const request = signed('/pay/create', order(changes), { memberNo, signType: 'HMAC-SHA256', clock: app.clock });
    return { memberNo, request };
  };
  const errorOf = async (request: Signed): Promise<string | undefined> => (await send(app.server, request)).error;
  const ordersOf = async (memberNo: bigint): Promise<number | null> =>
    (await app.db.pool.query('select 1 from orders where member_no = $1', [memberNo])).rowCount;

  it.each([
    ['bad_request', { amount: '1,00' }],
    ['notify_host_not_allowed', { notifyUrl: 'https://other.example/notify' }],
    ['channel_unknown', { channel: 'none' }],
    ['amount_out_of_range', { amount: '99999999.00' }],
    ['channel_limit_reached', { channel: 'limited' }],
  ])('is spent when it is refused with %s', async (error, changes) => {
    const { memberNo, request } = await asked(changes, app.addMerchant({ notifyHosts: ['shop.example'] }));
    expect([await errorOf(request), await errorOf(request), await ordersOf(memberNo)]).toEqual([
      error,
      'nonce_reused',
      0,
    ]);
  });

  it('is spent when the number belongs to another order', async () => {
    const { memberNo, request } = await asked({ orderNo: 'TAKEN' });
    const other = await asked({ orderNo: 'TAKEN', amount: '7.00' }, Promise.resolve(memberNo));
    expect(await errorOf(request)).toBeUndefined();
    expect([await errorOf(other.request), await errorOf(other.request)]).toEqual(['order_conflict', 'nonce_reused']);
  });

  it.each(['disabled', 'uncertified'])('is spent while the merchant is %s', async (kind) => {
    const { memberNo, request } = await asked({});
    const [change, back] =
      kind === 'disabled'
        ? ["state = 'disabled'", "state = 'active'"]
        : ["certification = 'none'", "certification = 'approved'"];
    await app.db.pool.query(`update members set ${change} where member_no = $1`, [memberNo]);
    expect(await errorOf(request)).toBe(kind === 'disabled' ? 'merchant_disabled' : 'not_certified');
    await app.db.pool.query(`update members set ${back} where member_no = $1`, [memberNo]);
    app.clock.advance(1000);
    expect([await errorOf(request), await ordersOf(memberNo)]).toEqual(['nonce_reused', 0]);
  });

  it('admits one of several orders that share it, also over two processes', async () => {
    const memberNo = await app.addMerchant();
    const nonce = newNonce();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(
          (index % 2 ? app : sharing).server,
          signed('/pay/create', order(), { memberNo, signType: 'HMAC-SHA256', clock: app.clock, nonce }),
        ),
      ),
    );
    expect(answers.map(({ error }) => error ?? 'ok').toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => 'nonce_reused'),
      'ok',
    ]);
    expect(await ordersOf(memberNo)).toBe(1);
  });
});

it('an unverified request spends no nonce', async () => {
  const nonce = newNonce();
  const by = { memberNo: shop, signType: 'HMAC-SHA256', clock: app.clock, nonce } as const;
  expect((await send(app.server, signed('/balance', {}, { ...by, key: 'a-stranger-key-0123456789' }))).error).toBe(
    'bad_signature',
  );
  expect((await send(app.server, signed('/balance', {}, by))).code).toBe(1);
});

it('a nonce outlives every timestamp that it could come with, and is then deleted', async () => {
  const memberNo = await app.addMerchant();
  const nonce = newNonce();
  const aheadS = Math.floor(app.clock.now().getTime() / 1000) + 300;
  const request = async (timestampS: number): Promise<string | undefined> =>
    (
      await send(
        app.server,
        signed(
          '/balance',
          {},
          { memberNo, signType: 'HMAC-SHA256', clock: app.clock, nonce, timestamp: timestampS.toString() },
        ),
      )
    ).error;
  const count = async (): Promise<number | null> =>
    (await app.db.pool.query('select 1 from gateway_nonces where member_no = $1', [memberNo])).rowCount;
  const [sweep] = gatewayJobs(app);
  expect(await request(aheadS)).toBeUndefined();
  app.clock.advance(600_000);
  await sweep?.run();
  expect([await request(aheadS), await count()]).toEqual(['nonce_reused', 1]);
  app.clock.advance(60_000);
  expect(await request(Math.floor(app.clock.now().getTime() / 1000))).toBeUndefined();
  app.clock.advance(660_000);
  await sweep?.run();
  expect(await count()).toBe(0);
});

it('refusals are deleted after 30 days', async () => {
  const memberNo = await app.addMerchant();
  await send(
    app.server,
    signed('/balance', {}, { memberNo, signType: 'HMAC-SHA256', clock: app.clock, timestamp: '1' }),
  );
  await app.gateway.settled();
  const [, forget] = gatewayJobs(app);
  const count = async (): Promise<number | null> =>
    (await app.db.pool.query('select 1 from gateway_requests where member_no = $1', [memberNo])).rowCount;
  app.clock.advance(30 * 86_400_000);
  await forget?.run();
  expect(await count()).toBe(1);
  app.clock.advance(1);
  await forget?.run();
  expect(await count()).toBe(0);
});
