import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type GatewayClient, GatewayError } from '@countinghouse/sdk';
import { verifyReturnUrl } from '@countinghouse/sdk/returns';
import { newNonce, type SignType, signTypes } from '@countinghouse/sdk/signing';
import type { GatewayRefusal } from '../contract.ts';
import {
  type Answer,
  faultOf,
  gatewayApp,
  type GatewayApp,
  KEY,
  logged,
  merchantRsa,
  NOTIFY_URL,
  order,
  send,
  signed,
  foreignRsa,
} from './gateway-for-tests.ts';

let app: GatewayApp;
let shop: bigint;
let baseUrl: string;

beforeAll(async () => {
  app = await gatewayApp();
  await app.addChannel();
  shop = await app.addMerchant();
  baseUrl = `${await app.server.listen({ port: 0, host: '127.0.0.1' })}/gateway/v1`;
});
afterAll(() => app.close());

const now = (): number => app.clock.now().getTime();
const sign = (path: string, fields: Record<string, unknown>, signType: SignType, changes: object = {}) =>
  signed(path, fields, { memberNo: shop, signType, clock: app.clock, ...changes });

function client(signType: SignType, changes: object = {}): GatewayClient {
  const keys =
    signType === 'RSA-SHA256'
      ? { signType, privateKey: merchantRsa.privateKey, platformPublicKey: app.platformPublicKey }
      : { signType, key: KEY };
  return createClient({ baseUrl, merchantNo: shop.toString(), now, ...keys, ...changes });
}

describe.each(signTypes)('with %s', (signType) => {
  it("the merchant's client creates an order, queries it and the balance, and verifies each reply", async () => {
    const fields = {
      orderNo: `C-${newNonce()}`,
      amount: '100.5',
      channel: 'qr',
      notifyUrl: NOTIFY_URL,
      attach: '订单 🧾',
      subject: 'ชา',
      clientIp: '2001:db8::7',
      expireMinutes: 5,
      currency: 'CNY',
    };
    const made = await client(signType).payCreate(fields);
    expect(made).toMatchObject({
      orderNo: fields.orderNo,
      amount: '100.50',
      status: 'unpaid',
      systemNo: expect.stringMatching(/^\d{19}$/),
      payUrl: expect.stringMatching(/^http/),
    });
    expect(Date.parse(made.expiresAt) - now()).toBeLessThanOrEqual(300_000);
    const state = await client(signType).payQuery({ systemNo: made.systemNo });
    expect(state).toMatchObject({
      orderNo: fields.orderNo,
      amount: '100.50',
      fee: '0.60',
      obtained: '99.90',
      status: 'unpaid',
      channel: 'qr',
      paidAt: null,
      attach: '订单 🧾',
    });
    expect(await client(signType).payQuery({ orderNo: fields.orderNo })).toEqual(state);
    expect(await client(signType).balance()).toEqual({
      balance: '0.00',
      frozen: '0.00',
      available: '0.00',
      currency: 'CNY',
    });
  });

  it('the same number gets the first answer again, however the amount is written, and another body is a conflict', async () => {
    const fields = order({ amount: '7' });
    const first = await send(app.server, sign('/pay/create', fields, signType));
    expect(first.code).toBe(1);
    for (const amount of ['7', '7.0', '7.00']) {
      const again = await send(
        app.server,
        sign('/pay/create', { ...fields, amount, expireMinutes: '30', currency: 'CNY', attach: '' }, signType),
      );
      expect({ ...again.data, timestamp: '', nonce: '', sign: '' }).toEqual({
        ...first.data,
        timestamp: '',
        nonce: '',
        sign: '',
      });
    }
    for (const change of [
      { amount: '7.01' },
      { notifyUrl: 'https://shop.example/other' },
      { subject: 'x' },
      { attach: 'x' },
      { clientIp: '203.0.113.1' },
      { expireMinutes: '31' },
      { returnUrl: 'https://shop.example/' },
    ]) {
      expect(
        (await send(app.server, sign('/pay/create', { ...fields, ...change }, signType))).error,
        JSON.stringify(change),
      ).toBe('order_conflict');
    }
  });

  it('a form means the same as JSON', async () => {
    const fields = order({ subject: 'a b+c%20é', clientIp: '203.0.113.9' });
    const byForm = await send(app.server, sign('/pay/create', fields, signType, { form: true }));
    const byJson = await send(app.server, sign('/pay/create', fields, signType));
    expect([byForm.code, byJson.code, byJson.data['systemNo']]).toEqual([1, 1, byForm.data['systemNo']]);
  });

  it('50 concurrent copies make one order and get 50 equal answers', async () => {
    const fields = order();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(app.server, sign('/pay/create', fields, signType))),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(50).fill(1));
    expect(
      new Set(
        answers.map(({ data }) =>
          JSON.stringify([data['systemNo'], data['payUrl'], data['expiresAt'], data['amount'], data['status']]),
        ),
      ).size,
    ).toBe(1);
    expect(
      (
        await app.db.pool.query('select 1 from orders where member_no = $1 and order_no = $2', [
          shop,
          fields['orderNo'],
        ])
      ).rowCount,
    ).toBe(1);
  });

  /** The preconditions of a refusal, and its request. Signed: whether the merchant can verify the reply. */
  const refusals: [
    GatewayRefusal,
    {
      isSigned: boolean;
      arrange?: (memberNo: bigint) => Promise<unknown>;
      fields?: Record<string, unknown>;
      path?: string;
      options?: object;
      ip?: string;
    },
  ][] = [
    ['bad_request', { isSigned: true, fields: { orderNo: 'A 1' } }],
    [
      'merchant_disabled',
      {
        isSigned: true,
        arrange: (memberNo) =>
          app.db.pool.query("update members set state = 'disabled' where member_no = $1", [memberNo]),
      },
    ],
    [
      'not_certified',
      {
        isSigned: true,
        arrange: (memberNo) =>
          app.db.pool.query("update members set certification = 'pending' where member_no = $1", [memberNo]),
      },
    ],
    ['ip_not_allowed', { isSigned: true, ip: '203.0.113.1' }],
    [
      'bad_signature',
      {
        isSigned: false,
        options: { key: signType === 'RSA-SHA256' ? foreignRsa.privateKey : 'another-key-0123456789' },
      },
    ],
    [
      'sign_type_not_allowed',
      {
        isSigned: false,
        arrange: (memberNo) =>
          app.db.transaction((tx) =>
            app.keys.change(tx, memberNo, { signTypes: signTypes.filter((other) => other !== signType) }),
          ),
      },
    ],
    ['timestamp_out_of_window', { isSigned: true, options: { timestamp: '1' } }],
    [
      'order_conflict',
      {
        isSigned: true,
        arrange: (memberNo) =>
          send(app.server, sign('/pay/create', order({ orderNo: 'used', amount: '2' }), signType, { memberNo })),
        fields: order({ orderNo: 'used' }),
      },
    ],
    ['channel_unknown', { isSigned: true, fields: order({ channel: 'no_such' }) }],
    [
      'channel_closed',
      {
        isSigned: true,
        fields: order({ channel: `closed_${signTypes.indexOf(signType)}` }),
        arrange: async () => {
          const code = `closed_${signTypes.indexOf(signType)}`;
          await app.addChannel({ code, channelId: 50 + signTypes.indexOf(signType) });
          await app.db.pool.query("update channels set state = 'closed' where code = $1", [code]);
        },
      },
    ],
    ['amount_out_of_range', { isSigned: true, fields: order({ amount: '0.01' }) }],
    [
      'channel_limit_reached',
      {
        isSigned: true,
        fields: order({ channel: `limit_${signTypes.indexOf(signType)}` }),
        arrange: () =>
          app.addChannel({
            code: `limit_${signTypes.indexOf(signType)}`,
            channelId: 60 + signTypes.indexOf(signType),
            dailyLimitMinor: 1_000n,
          }),
      },
    ],
    [
      'upstream_unavailable',
      {
        isSigned: true,
        fields: order({ channel: `away_${signTypes.indexOf(signType)}` }),
        arrange: () => app.addChannelToNowhere(`away_${signTypes.indexOf(signType)}`, 70 + signTypes.indexOf(signType)),
      },
    ],
    ['not_found', { isSigned: true, path: '/pay/query', fields: { orderNo: 'never-made' } }],
  ];

  it.each(refusals)(
    "%s is refused by that name, signed where the asker is proven, and kept in the merchant's log",
    async (error, { isSigned, arrange, fields = order(), path = '/pay/create', options = {}, ip = '127.0.0.1' }) => {
      const memberNo = await app.addMerchant();
      await arrange?.(memberNo);
      app.clock.advance(1000);
      const answer = await send(app.server, sign(path, fields, signType, { memberNo, ...options }), { ip });
      expect(answer).toMatchObject({ status: 200, code: 0, error });
      expect(answer.msg).not.toBe('');
      expect(faultOf(answer, { path, memberNo, signType, app })).toBe(isSigned ? undefined : 'missing');
      expect((await logged(app, memberNo)).at(-1)).toMatchObject({
        error,
        path,
        sign_type: signType,
        ip: ip,
        order_no: /^[\w-]+$/.test(String(fields['orderNo'])) ? fields['orderNo'] : null,
      });
      // A request is stored before its upstream is called; no other refusal leaves an order.
      expect((await app.db.pool.query('select 1 from orders where member_no = $1', [memberNo])).rowCount).toBe(
        ['order_conflict', 'upstream_unavailable'].includes(error) ? 1 : 0,
      );
    },
  );

  it('an unknown merchant gets nothing but the name unknown_merchant', async () => {
    const answer = await send(app.server, sign('/pay/create', order(), signType, { memberNo: '99999999' }));
    expect(JSON.parse(answer.rawBody.toString())).toEqual({
      code: 0,
      msg: expect.any(String),
      error: 'unknown_merchant',
    });
    expect((await send(app.server, sign('/pay/create', order(), signType, { memberNo: 'nobody' }))).error).toBe(
      'unknown_merchant',
    );
  });

  it('a request is refused when the merchant has no key to check it', async () => {
    const memberNo = await app.addMerchant();
    if (signType === 'RSA-SHA256') await app.db.transaction((tx) => app.keys.change(tx, memberNo, { publicKey: null }));
    const wrong = signType === 'RSA-SHA256' ? {} : { key: '-' };
    expect((await send(app.server, sign('/balance', {}, signType, { memberNo, ...wrong }))).error).toBe(
      'bad_signature',
    );
  });

  it('a timestamp can be up to 300 s off in both directions', async () => {
    const nowS = Math.floor(now() / 1000);
    const asked = async (timestampS: number): Promise<string | undefined> =>
      (await send(app.server, sign('/balance', {}, signType, { timestamp: timestampS.toString() }))).error;
    expect([await asked(nowS - 300), await asked(nowS + 300)]).toEqual([undefined, undefined]);
    expect([await asked(nowS - 301), await asked(nowS + 301)]).toEqual([
      'timestamp_out_of_window',
      'timestamp_out_of_window',
    ]);
  });

  it("the reply can't be passed off as another merchant's or another sign type's", async () => {
    const answer = await send(app.server, sign('/balance', {}, signType));
    expect(faultOf(answer, { path: '/balance', memberNo: shop, signType, app })).toBeUndefined();
    for (const other of signTypes.filter((one) => one !== signType))
      expect(faultOf(answer, { path: '/balance', memberNo: shop, signType: other, app })).toBeDefined();
  });

  it("the payer's return link contains the signed order", async () => {
    const made = await send(
      app.server,
      sign('/pay/create', order({ returnUrl: 'https://shop.example/thanks' }), signType),
    );
    const link = await app.gateway.returnLink(shop, BigInt(made.data['systemNo'] ?? 0));
    expect(
      verifyReturnUrl({
        url: link ?? '',
        merchantNo: shop.toString(),
        signTypes: [signType],
        key: KEY,
        publicKey: app.platformPublicKey,
        now,
      }),
    ).toMatchObject({
      systemNo: made.data['systemNo'],
      status: 'unpaid',
      amount: '100.00',
      notifyId: `payin-${made.data['systemNo']}`,
    });
  });
});

describe('during a rotation', () => {
  it.each(['MD5', 'HMAC-SHA256'] as const)(
    'both keys of %s count, each gets a reply it can check, and after its end the old one is refused as ended',
    async (signType) => {
      const memberNo = await app.addMerchant();
      const newKey = await app.db.transaction((tx) => app.keys.rotate(tx, memberNo, 2));
      const request = async (key: string): Promise<Answer> =>
        send(app.server, sign('/balance', {}, signType, { memberNo, key }));
      for (const key of [KEY, newKey])
        expect(faultOf(await request(key), { path: '/balance', memberNo, signType, key, app })).toBeUndefined();
      app.clock.advance(2 * 3_600_000);
      expect([(await request(KEY)).error, (await request(newKey)).error]).toEqual(['key_ended', undefined]);
    },
  );
});

it('the client verifies a refusal and returns its name', async () => {
  const refused = await client('RSA-SHA256')
    .payCreate({ orderNo: 'c-1', amount: '0.01', channel: 'qr', notifyUrl: NOTIFY_URL })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatewayError);
  expect(refused).toMatchObject({ error: 'amount_out_of_range', signed: true });
});

it('the last use of the key is stored', async () => {
  const memberNo = await app.addMerchant();
  await send(app.server, sign('/balance', {}, 'HMAC-SHA256', { memberNo }));
  await expect
    .poll(
      async () =>
        (await app.db.pool.query('select last_used_at from merchant_keys where member_no = $1', [memberNo])).rows[0]
          ?.last_used_at,
    )
    .toEqual(app.clock.now());
});
