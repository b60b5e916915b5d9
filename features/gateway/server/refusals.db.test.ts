import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signedHeaders } from '@countinghouse/sdk/messages';
import { newNonce, signTypes } from '@countinghouse/sdk/signing';
import {
  gatewayApp,
  type GatewayApp,
  merchantRsa,
  order,
  send,
  type SignOptions,
  signed,
  foreignRsa,
} from './gateway-for-tests.ts';
import { gatewayJobs } from './jobs.ts';

const WRONG = 'a-wrong-key-0123456789';
let app: GatewayApp;
let memberNo: bigint;

beforeAll(async () => {
  app = await gatewayApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  memberNo = await app.addMerchant();
});

async function sendAs(
  path: string,
  fields: Record<string, unknown>,
  options: Partial<SignOptions> = {},
  ip = '127.0.0.1',
): Promise<void> {
  const request = signed(path, fields, { memberNo, signType: 'HMAC-SHA256', clock: app.clock, ...options });
  expect(await send(app.server, request, { ip })).toMatchObject({ code: 0 });
}

async function flood(count: number, ip?: string): Promise<void> {
  for (let index = 0; index < count; index += 1) await sendAs('/balance', {}, { key: WRONG }, ip);
}

async function kept(): Promise<{ error: string; signed: boolean; ip: string }[]> {
  await app.gateway.settled();
  const { rows } = await app.db.pool.query(
    "select result as error, signed, host(ip) as ip from gateway_requests where member_no = $1 and result <> 'ok' order by request_id",
    [memberNo],
  );
  return rows;
}

async function dropped(): Promise<unknown[]> {
  await app.gateway.settled();
  const { rows } = await app.db.pool.query(
    `select hour, count, first_at as "firstAt", last_at as "lastAt" from gateway_requests_unkept where member_no = $1 and reason = 'unsigned' order by hour`,
    [memberNo],
  );
  return rows;
}

it("a flood of unsigned requests hides none of the merchant's own refusals, and its excess is counted", async () => {
  const firstAt = app.clock.now();
  await flood(150);
  app.clock.advance(400);
  for (let index = 0; index < 120; index += 1) await sendAs('/pay/create', order({ channel: 'none' }));
  await flood(20);
  const rows = await kept();
  expect(rows.filter((row) => row.error === 'channel_unknown' && row.signed)).toHaveLength(120);
  expect(rows.filter((row) => row.error === 'bad_signature' && !row.signed)).toHaveLength(100);
  const hour = new Date(Math.floor(firstAt.getTime() / 3_600_000) * 3_600_000);
  expect(await dropped()).toEqual([{ hour, count: 70n, firstAt, lastAt: app.clock.now() }]);
});

it('one wrongly signed request per second is kept after the first hundred', async () => {
  await flood(110);
  app.clock.advance(3_000);
  await flood(5);
  expect(await kept()).toHaveLength(103);
  expect(await dropped()).toMatchObject([{ count: 12n }]);
});

it('the counts of several processes are added up, by hour', async () => {
  app.clock.advance(3_600_000 - (app.clock.now().getTime() % 3_600_000) - 1);
  await flood(103);
  const other = await gatewayApp(app);
  const request = () =>
    send(other.server, signed('/balance', {}, { memberNo, signType: 'HMAC-SHA256', clock: app.clock, key: WRONG }));
  for (let index = 0; index < 105; index += 1) await request();
  await other.gateway.settled();
  expect(await dropped()).toMatchObject([{ count: 8n }]);
  app.clock.advance(1);
  await request();
  await other.gateway.settled();
  expect(await dropped()).toMatchObject([{ count: 8n }, { count: 1n }]);
  await other.close();
});

it("the merchant's own address has a separate budget", async () => {
  await flood(120, '203.0.113.9');
  await flood(7);
  const rows = await kept();
  expect([
    rows.filter(({ ip }) => ip === '203.0.113.9').length,
    rows.filter(({ ip }) => ip === '127.0.0.1').length,
  ]).toEqual([100, 7]);
  expect(await dropped()).toMatchObject([{ count: 20n }]);
});

it('where every address is allowed, none has a separate budget', async () => {
  memberNo = await app.addMerchant({ requestIps: [], signTypes: ['HMAC-SHA256'] });
  await flood(95, '203.0.113.9');
  await flood(10);
  expect(await kept()).toHaveLength(100);
  expect(await dropped()).toMatchObject([{ count: 5n }]);
});

it('a right signature counts, whatever the reason of the refusal', async () => {
  await flood(100);
  const nonce = 'nonce-0123456789abcdef';
  const by = { memberNo, clock: app.clock } as const;
  await sendAs('/balance', {}, { timestamp: '1' });
  await sendAs('/balance', {}, {}, '203.0.113.9');
  expect(await send(app.server, signed('/balance', {}, { ...by, signType: 'HMAC-SHA256', nonce }))).toMatchObject({
    code: 1,
  });
  await sendAs('/balance', {}, { nonce });
  await sendAs('/pay/create', order({ amount: 5 }));
  await sendAs('/pay/create', order({ unheard: 'of' }), { signType: 'MD5' });
  await sendAs('/pay/create', order({ attach: 'a=b' }), { signType: 'MD5' });
  const bom = '\uFEFF{}';
  const message = {
    method: 'POST',
    path: '/gateway/v1/balance',
    timestamp: Math.floor(app.clock.now().getTime() / 1000).toString(),
    nonce: newNonce(),
    body: bom,
  };
  const signing = { merchantNo: memberNo.toString(), signType: 'RSA-SHA256', key: merchantRsa.privateKey } as const;
  const unreadable = {
    path: message.path,
    headers: { 'content-type': 'application/json', ...signedHeaders(message, signing) },
    body: bom,
  };
  expect(await send(app.server, unreadable)).toMatchObject({ status: 400, error: 'bad_request' });
  const { path, headers, body } = signed('/balance', {}, { ...by, signType: 'HMAC-SHA256' });
  expect((await send(app.server, { path, headers, body: `${body}{` })).error).toBe('bad_request');
  await app.db.transaction((tx) => app.keys.change(tx, memberNo, { signTypes: ['RSA-SHA256'] }));
  app.keys.forget(memberNo);
  await sendAs('/balance', {}, { signType: 'HMAC-SHA256' });
  const signedOnes = (await kept()).filter((row) => row.signed).map(({ error }) => error);
  expect(signedOnes.sort()).toEqual(
    [
      'timestamp_out_of_window',
      'ip_not_allowed',
      'nonce_reused',
      'bad_request',
      'bad_request',
      'bad_request',
      'sign_type_not_allowed',
    ].sort(),
  );
  // MD5 never signs a value with `=`, and what followed the signed bytes was not signed.
  expect(await dropped()).toMatchObject([{ count: 2n }]);
});

it.each(signTypes)(
  'a wrong signature of %s never counts as the merchant’s, whatever else is wrong',
  async (signType) => {
    const key = signType === 'RSA-SHA256' ? foreignRsa.privateKey : WRONG;
    await sendAs('/balance', {}, { signType, key });
    await sendAs('/pay/create', order({ unheard: 'of', orderNo: 5 }), { signType, key });
    await app.db.transaction((tx) =>
      app.keys.change(tx, memberNo, { signTypes: signTypes.filter((type) => type !== signType) }),
    );
    app.keys.forget(memberNo);
    await sendAs('/balance', {}, { signType, key });
    expect((await kept()).map((row) => [row.error, row.signed])).toEqual([
      ['bad_signature', false],
      [signType === 'MD5' ? 'bad_request' : 'bad_signature', false],
      ['sign_type_not_allowed', false],
    ]);
  },
);

it("a log that is too long drops copies of signed requests before the merchant's own requests", async () => {
  const nonce = 'nonce-0123456789abcdef';
  const copy = { nonce, timestamp: Math.floor(app.clock.now().getTime() / 1000).toString() };
  await sendAs('/pay/create', order({ channel: 'none' }), copy);
  for (let index = 0; index < 4; index += 1) await sendAs('/pay/create', order({ channel: 'none' }), copy);
  app.clock.advance(3_600_000);
  for (let index = 0; index < 4; index += 1) await sendAs('/pay/create', order({ channel: 'none' }), copy);
  await flood(3);
  const beyond = async (maxRequests: number): Promise<string[]> => {
    await app.gateway.settled();
    await gatewayJobs({ ...app, maxRequests })
      .find(({ name }) => name === 'gateway requests-beyond')
      ?.run();
    return (await kept()).map(({ error }) => error);
  };
  const [late, reused] = [
    Array.from({ length: 4 }, () => 'timestamp_out_of_window'),
    Array.from({ length: 4 }, () => 'nonce_reused'),
  ];
  expect(await beyond(9)).toEqual(['channel_unknown', ...reused, ...late]);
  expect(await beyond(5)).toEqual(['channel_unknown', ...late]);
  expect(await beyond(1)).toEqual(['channel_unknown']);
});

it('a log that is too long drops unsigned requests first, then the oldest', async () => {
  const other = memberNo;
  await flood(3);
  memberNo = await app.addMerchant();
  await sendAs('/pay/create', order({ channel: 'first' }));
  for (const name of ['second', 'third']) {
    app.clock.advance(1_000);
    await sendAs('/pay/create', order({ channel: name }));
    await flood(2);
  }
  const beyond = async (maxRequests: number): Promise<boolean[]> => {
    await app.gateway.settled();
    await gatewayJobs({ ...app, maxRequests })
      .find(({ name }) => name === 'gateway requests-beyond')
      ?.run();
    return (await kept()).map((row) => row.signed);
  };
  expect(await beyond(7)).toHaveLength(7);
  expect((await beyond(5)).filter(Boolean)).toHaveLength(3);
  expect(await kept()).toHaveLength(5);
  expect(await beyond(2)).toEqual([true, true]);
  const { rows } = await app.db.pool.query(
    "select request->'fields'->>'channel' as channel from gateway_requests where member_no = $1 order by request_id",
    [memberNo],
  );
  expect(rows).toEqual([{ channel: 'second' }, { channel: 'third' }]);
  memberNo = other;
  expect(await kept()).toHaveLength(2);
});
