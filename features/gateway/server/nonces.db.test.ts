import { afterAll, beforeAll, expect, it } from 'vitest';
import { newNonce, signTypes } from '@countinghouse/sdk/signing';
import { gatewayHouse, type GatewayHouse, order, send, signed } from './gateway-for-tests.ts';
import { gatewayJobs } from './jobs.ts';
import { nonceSpender } from './nonces.ts';

let house: GatewayHouse;
let beside: GatewayHouse;
let shop: bigint;

beforeAll(async () => {
  house = await gatewayHouse();
  beside = await gatewayHouse(house);
  await house.addChannel();
  shop = await house.addMerchant();
});
afterAll(async () => {
  await beside.close();
  await house.close();
});

it.each(signTypes)('with %s, 50 copies of one request over two processes are accepted once', async (signType) => {
  const request = signed('/pay/create', order(), { memberNo: shop, signType, clock: house.clock });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => send((index % 2 ? house : beside).server, request)),
  );
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'nonce_reused')).toHaveLength(49);
});

it('1,000 nonces raced 10 times each over two processes serve once each', async () => {
  const spenders = [nonceSpender(house), nonceSpender(house)];
  const nowS = Math.floor(house.clock.now().getTime() / 1000);
  const nonces = Array.from({ length: 1000 }, newNonce);
  const spent = await Promise.all(
    nonces.flatMap((nonce) =>
      Array.from({ length: 10 }, async (_, index) => (await spenders[index % 2]?.(shop, nonce, nowS)) === true),
    ),
  );
  expect(spent.filter(Boolean)).toHaveLength(1000);
});

it('a replay after a restart is refused', async () => {
  const request = signed('/balance', {}, { memberNo: shop, signType: 'HMAC-SHA256', clock: house.clock });
  const before = await gatewayHouse(house);
  expect((await send(before.server, request)).code).toBe(1);
  await before.close();
  const after = await gatewayHouse(house);
  expect((await send(after.server, request)).error).toBe('nonce_reused');
  await after.close();
});

it("a nonce is the merchant's own: another may use the same", async () => {
  const other = await house.addMerchant();
  const nonce = newNonce();
  for (const memberNo of [shop, other])
    expect(
      (await send(house.server, signed('/balance', {}, { memberNo, signType: 'MD5', clock: house.clock, nonce }))).code,
    ).toBe(1);
});

it("a nonce is spent by a refused request too, so that it can't be sent again when the reason is gone", async () => {
  const memberNo = await house.addMerchant();
  await house.db.pool.query("update members set state = 'disabled' where member_no = $1", [memberNo]);
  const request = signed('/balance', {}, { memberNo, signType: 'HMAC-SHA256', clock: house.clock });
  expect((await send(house.server, request)).error).toBe('merchant_disabled');
  await house.db.pool.query("update members set state = 'active' where member_no = $1", [memberNo]);
  house.clock.advance(1000);
  expect((await send(house.server, request)).error).toBe('nonce_reused');
});

it('a stranger uses no nonce up', async () => {
  const nonce = newNonce();
  const by = { memberNo: shop, signType: 'HMAC-SHA256', clock: house.clock, nonce } as const;
  expect((await send(house.server, signed('/balance', {}, { ...by, key: 'a-stranger-key-0123456789' }))).error).toBe(
    'bad_signature',
  );
  expect((await send(house.server, signed('/balance', {}, by))).code).toBe(1);
});

it('a nonce outlives every timestamp that it could come with, and is then forgotten', async () => {
  const memberNo = await house.addMerchant();
  const nonce = newNonce();
  const aheadS = Math.floor(house.clock.now().getTime() / 1000) + 300;
  const ask = async (timestampS: number): Promise<string | undefined> =>
    (
      await send(
        house.server,
        signed(
          '/balance',
          {},
          { memberNo, signType: 'HMAC-SHA256', clock: house.clock, nonce, timestamp: timestampS.toString() },
        ),
      )
    ).error;
  const count = async (): Promise<number | null> =>
    (await house.db.pool.query('select 1 from gateway_nonces where member_no = $1', [memberNo])).rowCount;
  const [sweep] = gatewayJobs(house);
  expect(await ask(aheadS)).toBeUndefined();
  house.clock.advance(600_000);
  await sweep?.run();
  expect([await ask(aheadS), await count()]).toEqual(['nonce_reused', 1]);
  house.clock.advance(60_000);
  expect(await ask(Math.floor(house.clock.now().getTime() / 1000))).toBeUndefined();
  house.clock.advance(660_000);
  await sweep?.run();
  expect(await count()).toBe(0);
});

it('old refusals are forgotten after 30 days', async () => {
  const memberNo = await house.addMerchant();
  await send(
    house.server,
    signed('/balance', {}, { memberNo, signType: 'HMAC-SHA256', clock: house.clock, timestamp: '1' }),
  );
  await house.gateway.settled();
  const [, forget] = gatewayJobs(house);
  const count = async (): Promise<number | null> =>
    (await house.db.pool.query('select 1 from gateway_refusals where member_no = $1', [memberNo])).rowCount;
  house.clock.advance(30 * 86_400_000);
  await forget?.run();
  expect(await count()).toBe(1);
  house.clock.advance(1);
  await forget?.run();
  expect(await count()).toBe(0);
});
