import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '@countinghouse/sdk/messages';
import { newNonce, type SignType, signTypes } from '@countinghouse/sdk/signing';
import { gatewayApp, type GatewayApp, KEY, logged, order, send, signed } from './gateway-for-tests.ts';

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

describe('the transport', () => {
  const JSON_TYPE = 'application/json';
  const FORM_TYPE = 'application/x-www-form-urlencoded';

  it.each([
    ['no JSON', JSON_TYPE, '{"orderNo":', 'body', 'The body isn’t valid JSON'],
    ['a JSON list', JSON_TYPE, '[]', 'body', 'The body must be a single JSON object'],
    ['a JSON text', JSON_TYPE, '"x"', 'body', 'The body must be a single JSON object'],
    [
      'bytes that are no UTF-8',
      JSON_TYPE,
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'body',
      'The body isn’t valid UTF-8',
    ],
    ['depth without end', JSON_TYPE, '['.repeat(60_000), 'body', 'The body isn’t valid JSON'],
    [
      'a byte order mark',
      JSON_TYPE,
      '\uFEFF{}',
      'body',
      'The body starts with a byte order mark (BOM); send it without one',
    ],
    [
      'a name twice',
      JSON_TYPE,
      '{"amount":"1.00","amount":"2.00"}',
      'amount',
      'amount appears more than once; send each field only once',
    ],
    ['compressed bytes that nothing announces', JSON_TYPE, gzipSync('{}'), 'body', 'The body isn’t valid UTF-8'],
    [
      'a form with a field twice',
      FORM_TYPE,
      'merchantNo=1&amount=1&amount=2',
      'amount',
      'amount appears more than once; send each field only once',
    ],
    [
      'a form that is none',
      FORM_TYPE,
      'a=%zz',
      'body',
      'The body isn’t a valid form (application/x-www-form-urlencoded)',
    ],
    ['a form in GBK', FORM_TYPE, 'holder=%D6%D0', 'body', 'The body isn’t valid UTF-8'],
    [
      'a form behind a byte order mark',
      FORM_TYPE,
      '\uFEFFa=1',
      'body',
      'The body starts with a byte order mark (BOM); send it without one',
    ],
  ])('says why %s is not read', async (_, contentType, payload, field, msg) => {
    const reply = await app.server.inject({
      method: 'POST',
      url: '/gateway/v1/pay/create',
      headers: { 'content-type': contentType },
      payload,
    });
    expect([reply.statusCode, JSON.parse(reply.body)]).toEqual([
      400,
      { code: 0, msg, error: 'bad_request', fields: { [field]: msg } },
    ]);
  });

  it.each([
    [
      'more than 64 KiB',
      { 'content-type': JSON_TYPE },
      JSON.stringify({ orderNo: 'x'.repeat(65_536) }),
      413,
      'too_large',
      /large/,
    ],
    [
      'XML',
      { 'content-type': 'application/xml' },
      '<a/>',
      415,
      'media_type',
      /^Send the body as application\/json or application\/x-www-form-urlencoded$/,
    ],
    [
      'a file upload',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x--',
      415,
      'media_type',
      /^Send the body as/,
    ],
    ['no type at all', {}, '{}', 415, 'media_type', /^Send the body as/],
    ...['gzip', 'br', 'deflate', 'gzip, identity'].map(
      (encoding) =>
        [
          encoding,
          { 'content-type': JSON_TYPE, 'content-encoding': encoding },
          gzipSync('{}'),
          415,
          'media_type',
          `is sent with content encoding ${encoding};`,
        ] as const,
    ),
    [
      'a compressed form',
      { 'content-type': FORM_TYPE, 'content-encoding': 'gzip' },
      gzipSync('a=1'),
      415,
      'media_type',
      'is sent with content encoding gzip;',
    ],
    [
      'JSON in GBK',
      { 'content-type': `${JSON_TYPE}; charset=GBK` },
      '{}',
      415,
      'media_type',
      'declares the character set GBK; use UTF-8',
    ],
    [
      'a form in Latin-1',
      { 'content-type': `${FORM_TYPE};charset="iso-8859-1"` },
      'a=1',
      415,
      'media_type',
      'declares the character set iso-8859-1; use UTF-8',
    ],
  ] as const)('answers %s with the envelope, why, and no more', async (_, headers, payload, status, error, msg) => {
    const reply = await app.server.inject({ method: 'POST', url: '/gateway/v1/pay/create', headers, payload });
    expect([reply.statusCode, JSON.parse(reply.body)]).toEqual([
      status,
      { code: 0, msg: expect.stringMatching(msg), error },
    ]);
  });

  it.each(['; charset=utf-8', ';charset="UTF-8"', '; charset=utf8', '; charset=us-ascii', '; boundary=x'])(
    'reads what is UTF-8 anyway: %s',
    async (more) => {
      for (const form of [false, true]) {
        const request = sign('/balance', {}, 'MD5', { form });
        const headers = {
          ...request.headers,
          'content-type': `${request.headers['content-type']}${more}`,
          'content-encoding': 'identity',
        };
        expect(await send(app.server, { ...request, headers })).toMatchObject({ code: 1 });
      }
    },
  );

  it('answers in the requested language, and writes to the gateway log', async () => {
    const memberNo = await app.addMerchant();
    const { path, headers, body } = sign('/pay/create', order(), 'HMAC-SHA256', { memberNo });
    expect(await send(app.server, { path, headers, body: `\uFEFF${body}` }, { language: 'es' })).toMatchObject({
      status: 400,
      error: 'bad_request',
      msg: 'El cuerpo empieza con una marca de orden de bytes (BOM); envíelo sin ella',
    });
    const twice = body.replace('{', '{"amount":"9.99",');
    expect(await send(app.server, { path, headers, body: twice }, { language: 'zh' })).toMatchObject({
      msg: '字段 amount 出现多次，每个字段只能传递一次',
    });
    expect((await logged(app, memberNo)).map(({ request }) => request.wrong)).toEqual([
      { body: 'body_bom' },
      { amount: 'name_twice' },
    ]);
  });

  it.each([
    ['POST', '/gateway/v1/payout/cancel', 404, 'not_found'],
    ['POST', '/gateway/v1', 404, 'not_found'],
    ['POST', '/gateway/v1/pay/create/', 404, 'not_found'],
    ['GET', '/gateway/v1/pay/create', 405, 'method_not_allowed'],
    ['PUT', '/gateway/v1/balance', 405, 'method_not_allowed'],
  ] as const)('%s %s: %i', async (method, url, status, error) => {
    const reply = await app.server.inject({ method, url });
    expect([reply.statusCode, JSON.parse(reply.body)]).toMatchObject([status, { code: 0, error }]);
  });

  it('refuses a query, which MD5 would not sign', async () => {
    for (const signType of signTypes) {
      const request = sign('/balance', {}, signType);
      expect(await send(app.server, { ...request, path: `${request.path}?a=1` })).toMatchObject({
        code: 0,
        error: 'bad_request',
      });
    }
  });

  it('reads the path of a request line with the whole address', async () => {
    const { port } = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }));
    for (const signType of signTypes) {
      const { path, headers, body } = sign('/balance', {}, signType);
      const socket = connect(Number(port), '127.0.0.1');
      const head = [
        `POST http://gateway.example${path} HTTP/1.1`,
        'Host: gateway.example',
        'Connection: close',
        `Content-Length: ${body.length}`,
      ];
      socket.write(
        [...head, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n'),
      );
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*"code":1/);
    }
  });

  it('accepts an empty body when a call has no fields', async () => {
    const { path, headers } = sign('/balance', {}, 'HMAC-SHA256');
    const message = { method: 'POST', path, timestamp: headers['X-Timestamp'] ?? '', nonce: newNonce(), body: '' };
    const bare = signedHeaders(message, { merchantNo: shop.toString(), signType: 'HMAC-SHA256', key: KEY });
    expect((await send(app.server, { path, headers: bare, body: '' })).code).toBe(1);
    const again = signedHeaders(
      { ...message, nonce: newNonce() },
      { merchantNo: shop.toString(), signType: 'HMAC-SHA256', key: KEY },
    );
    expect(
      (await send(app.server, { path, headers: { ...again, 'content-type': 'application/json' }, body: '' })).code,
    ).toBe(1);
  });

  it('answers an internal error without any details', async () => {
    const secondApp = await gatewayApp(app);
    const memberNo = await secondApp.addMerchant();
    await secondApp.db.pool.query('update merchant_keys set key_sealed = $1 where member_no = $2', [
      Buffer.alloc(60),
      memberNo,
    ]);
    const answer = await send(secondApp.server, sign('/balance', {}, 'HMAC-SHA256', { memberNo }));
    expect([answer.status, JSON.parse(answer.rawBody.toString())]).toEqual([
      500,
      { code: 0, msg: expect.any(String), error: 'internal' },
    ]);
    await secondApp.close();
  });

  it('makes the client retry after the given time when a rate limit is hit', async () => {
    const secondApp = await gatewayApp(app);
    await secondApp.db.transaction((tx) => secondApp.platform.setSettings(tx, { gatewayRatePerSecond: 2 }));
    const memberNo = await secondApp.addMerchant();
    const request = (nonce: string): ReturnType<typeof sign> =>
      sign('/balance', {}, 'HMAC-SHA256', { memberNo, nonce });
    const nonces = Array.from({ length: 3 }, newNonce);
    const answers = [];
    for (const nonce of nonces) answers.push(await send(secondApp.server, request(nonce)));
    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [200, undefined],
      [200, undefined],
      [429, 'rate_limited'],
    ]);
    expect(answers[2]?.headers['retry-after']).toBe('1');
    expect((await send(secondApp.server, sign('/balance', {}, 'HMAC-SHA256'))).code).toBe(1);
    app.clock.advance(1000);
    // The refused request spent no nonce, so the same request passes now.
    expect((await send(secondApp.server, request(nonces[2] ?? ''))).code).toBe(1);
    await secondApp.db.transaction((tx) => secondApp.platform.setSettings(tx, { gatewayRatePerSecond: 5000 }));
    app.clock.advance(1000);
    await secondApp.close();
  });
});

describe('the gateway log', () => {
  it('contains no signature, no key and only fields of the protocol', async () => {
    const memberNo = await app.addMerchant();
    await send(app.server, sign('/pay/create', order({ key: KEY, password: 'planted-secret-1' }), 'MD5', { memberNo }));
    await send(
      app.server,
      sign('/pay/create', order({ key: KEY, attach: 'kept', amount: 5 }), 'HMAC-SHA256', {
        memberNo,
        key: 'planted-secret-2-0123',
      }),
    );
    const rows = await logged(app, memberNo);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.request.fields).toMatchObject({ attach: 'kept', amount: '…', key: '…' });
    expect(rows[0]?.request.wrong).toEqual({ key: 'unknown_field', password: 'unknown_field' });
    const text = JSON.stringify(
      (
        await app.db.pool.query('select gateway_requests::text as row from gateway_requests where member_no = $1', [
          memberNo,
        ])
      ).rows,
    );
    for (const secret of [KEY, 'planted-secret', 'sign"']) expect(text).not.toContain(secret);
  });

  it("keeps unverified requests in a known merchant's name, whatever bytes they contain", async () => {
    const memberNo = await app.addMerchant();
    const body = JSON.stringify({
      merchantNo: memberNo.toString(),
      attach: 'a\u0000"\\\uD800',
      [`x\u0000${'y'.repeat(500)}`]: '1',
      sign: 'x',
    });
    expect(
      (
        await send(app.server, {
          path: '/gateway/v1/pay/create',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).error,
    ).toBe('bad_request');
    expect(
      (
        await send(app.server, {
          path: '/gateway/v1/pay/create',
          headers: { 'X-Merchant-No': memberNo.toString(), 'content-type': 'application/json' },
          body: '{',
        })
      ).error,
    ).toBe('bad_request');
    expect(await logged(app, memberNo)).toMatchObject([
      { error: 'bad_request', sign_type: null },
      { error: 'bad_request' },
    ]);
  });
});
