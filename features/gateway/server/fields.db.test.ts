import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import { signedHeaders } from '@countinghouse/sdk/messages';
import { newNonce, type SignType } from '@countinghouse/sdk/signing';
import { type Answer, gatewayApp, type GatewayApp, KEY, order, send, signed } from './gateway-for-tests.ts';

let app: GatewayApp;
let shop: bigint;

beforeAll(async () => {
  app = await gatewayApp();
  await app.addChannel();
  shop = await app.addMerchant();
});
afterAll(() => app.close());

const sign = (path: string, fields: Record<string, unknown>, signType: SignType, changes: object = {}) =>
  signed(path, fields, { memberNo: shop, signType, clock: app.clock, ...changes });

describe('fields', () => {
  const wrong: [Record<string, unknown>, Record<string, string>][] = [
    [{ amount: 100 }, { amount: 'text' }],
    [{ amount: true }, { amount: 'text' }],
    [{ amount: null }, { amount: 'text' }],
    [{ amount: ['1'] }, { amount: 'text' }],
    [{ expireMinutes: 30 }, { expireMinutes: 'text' }],
    ...[
      '1.005',
      '1e2',
      '-1',
      '0',
      '0.00',
      '01',
      '.5',
      '1.',
      ' 1',
      '1 ',
      '１',
      '1,000',
      '+1',
      '0x1',
      '99999999999999',
      'NaN',
    ].map((amount): [Record<string, unknown>, Record<string, string>] => [{ amount }, { amount: 'amount' }]),
    [{ orderNo: 'x'.repeat(65) }, { orderNo: '64' }],
    [{ orderNo: 'é' }, { orderNo: '64' }],
    [{ orderNo: '' }, { orderNo: 'Required' }],
    [{ channel: '' }, { channel: 'Required' }],
    [{ currency: 'USD' }, { currency: 'CNY' }],
    [{ expireMinutes: '0' }, { expireMinutes: '1440' }],
    [{ expireMinutes: '1441' }, { expireMinutes: '1440' }],
    [{ expireMinutes: '1.5' }, { expireMinutes: '1440' }],
    [{ attach: 'x'.repeat(256) }, { attach: '255' }],
    [{ attach: 'a\u0000b' }, { attach: 'Control characters' }],
    [{ attach: '\uD800' }, { attach: 'Control characters' }],
    [{ subject: 'a\nb' }, { subject: 'Control characters' }],
    [{ clientIp: 'localhost' }, { clientIp: 'IPv4' }],
    [{ clientIp: '10.0.0.0/8' }, { clientIp: 'IPv4' }],
    ...[
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/x',
      'http://localhost/',
      'http://10.1.2.3:8080/',
    ].map((notifyUrl): [Record<string, unknown>, Record<string, string>] => [
      { notifyUrl },
      { notifyUrl: 'public internet' },
    ]),
    ...[
      'ftp://shop.example/',
      'shop.example',
      'javascript:alert(1)',
      'https://user:pass@shop.example/',
      `https://shop.example/${'x'.repeat(2048)}`,
    ].map((notifyUrl): [Record<string, unknown>, Record<string, string>] => [{ notifyUrl }, { notifyUrl: 'http' }]),
    [{ returnUrl: 'javascript:alert(1)' }, { returnUrl: 'http' }],
    [{ returnUrl: 'data:text/html,x' }, { returnUrl: 'http' }],
    [{ extra: '1' }, { extra: 'Unknown field' }],
    [{ extra: '' }, { extra: 'Unknown field' }],
    [{ systemNo: '1' }, { systemNo: 'Unknown field' }],
    [{ merchantNo: '1' }, { merchantNo: 'Unknown field' }],
    [{ constructor: 'x' }, { constructor: 'Unknown field' }],
    [{ fee: 1 }, { fee: 'Unknown field' }],
    [
      { orderNo: 'x y', amount: '-1' },
      { orderNo: '64', amount: 'amount' },
    ],
  ];

  it.each(wrong)('%j is refused, and the field is named', async (changes, expected) => {
    const answer = await send(app.server, sign('/pay/create', { ...order(), ...changes }, 'HMAC-SHA256'));
    expect(answer).toMatchObject({ status: 200, code: 0, error: 'bad_request' });
    expect(answer.fields).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, part]) => [field, expect.stringContaining(part)])),
    );
  });

  it('a field named __proto__ is an unknown field and has no effect', async () => {
    const body =
      '{"orderNo":"p-1","amount":"1.00","channel":"qr","notifyUrl":"https://shop.example/n","__proto__":"x","constructor":{"prototype":{"polluted":1}}}';
    const { path, headers } = sign('/pay/create', {}, 'HMAC-SHA256');
    const resigned = {
      ...headers,
      ...signedHeaders(
        { method: 'POST', path, timestamp: headers['X-Timestamp'] ?? '', nonce: newNonce(), body },
        { merchantNo: shop.toString(), signType: 'HMAC-SHA256', key: KEY },
      ),
    };
    const answer = await send(app.server, { path, headers: resigned, body });
    expect(answer.error).toBe('bad_request');
    expect(
      JSON.parse(answer.rawBody.toString(), (key, value: unknown) => (key === '__proto__' ? 'seen' : value)).fields,
    ).toBeDefined();
    expect(Object.keys(answer.fields ?? {}).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const md5 = await send(app.server, {
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order()).replace('{', '{"__proto__":{"merchantNo":"1"},'),
    });
    expect(md5.error).toBe('bad_request');
  });

  it("are reported in the request's language", async () => {
    const msgs = await Promise.all(
      languages.map(
        async (language) =>
          (await send(app.server, sign('/pay/create', order({ amount: '-1' }), 'HMAC-SHA256'), { language })).fields?.[
            'amount'
          ],
      ),
    );
    expect(new Set(msgs).size).toBe(4);
  });

  it('both numbers must name one order, and one of them is required', async () => {
    const [one, other] = [
      await send(app.server, sign('/pay/create', order({ orderNo: 'two-1' }), 'HMAC-SHA256')),
      await send(app.server, sign('/pay/create', order({ orderNo: 'two-2' }), 'HMAC-SHA256')),
    ];
    const query = (fields: object): Promise<Answer> =>
      send(app.server, sign('/pay/query', { ...fields }, 'HMAC-SHA256'));
    expect((await query({ orderNo: 'two-1', systemNo: one.data['systemNo'] })).code).toBe(1);
    expect((await query({ orderNo: 'two-1', systemNo: other.data['systemNo'] })).error).toBe('not_found');
    expect((await query({})).error).toBe('bad_request');
    expect((await query({ systemNo: '9999999999999999999' })).error).toBe('bad_request');
  });

  it("another merchant's order is not found", async () => {
    const memberNo = await app.addMerchant();
    const made = await send(app.server, sign('/pay/create', order({ orderNo: 'mine' }), 'HMAC-SHA256'));
    for (const fields of [{ orderNo: 'mine' }, { systemNo: made.data['systemNo'] }]) {
      expect((await send(app.server, sign('/pay/query', fields, 'HMAC-SHA256', { memberNo }))).error).toBe('not_found');
    }
  });
});

describe('MD5', () => {
  it.each([
    ['a number', { amount: 100 }, 'amount'],
    ['&', { attach: 'a&b' }, 'attach'],
    ['=', { attach: 'a=b' }, 'attach'],
    ['a control character', { attach: 'a\tb' }, 'attach'],
    ['an address with a query', { notifyUrl: 'https://shop.example/n?id=1' }, 'notifyUrl'],
  ])("can't sign %s: the field is named", async (_, changes, field) => {
    const answer = await send(app.server, sign('/pay/create', order(changes), 'MD5'));
    expect(answer).toMatchObject({ code: 0, error: 'bad_request', fields: { [field]: expect.any(String) } });
  });

  it('cannot return what it cannot sign, so the order needs another sign type', async () => {
    const made = await send(
      app.server,
      sign('/pay/create', order({ orderNo: 'eq-1', attach: 'a=b&c' }), 'HMAC-SHA256'),
    );
    expect(made.code).toBe(1);
    expect((await send(app.server, sign('/pay/query', { orderNo: 'eq-1' }, 'MD5'))).error).toBe(
      'sign_type_not_allowed',
    );
    expect((await send(app.server, sign('/pay/query', { orderNo: 'eq-1' }, 'RSA-SHA256'))).data['attach']).toBe(
      'a=b&c',
    );
  });

  it('is not read from headers, and the other two are not read from the body', async () => {
    const { path, headers, body } = sign('/balance', {}, 'HMAC-SHA256');
    expect((await send(app.server, { path, headers: { ...headers, 'X-Sign-Type': 'MD5' }, body })).error).toBe(
      'bad_request',
    );
    const md5 = sign('/balance', {}, 'MD5');
    expect((await send(app.server, { ...md5, body: md5.body.replace('"MD5"', '"HMAC-SHA256"') })).error).toBe(
      'bad_request',
    );
    expect((await send(app.server, { ...md5, headers: { ...md5.headers, 'X-Sign': 'x' } })).error).toBe('bad_request');
  });
});
