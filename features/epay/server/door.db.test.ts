import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logged } from '#features/gateway/server/gateway-for-tests.ts';
import {
  ask,
  asked,
  EPAY_KEY,
  type EpayApp,
  epayApp,
  type Fields,
  kitSigned,
  newFields,
  PUBLIC_URL,
} from './epay-for-tests.ts';

let app: EpayApp;
let pid: string;

beforeAll(async () => {
  // The address of our own server, where the check of the console gets its notification.
  app = await epayApp([new URL(PUBLIC_URL).host]);
  pid = await app.addShop();
});
afterAll(() => app.close());

const mapi = (fields: Fields, sent = {}) => asked(app, '/epay/mapi.php', fields, sent);
const submit = (fields: Fields | string, sent = {}) => ask(app, '/epay/submit.php', fields, sent);
const JSON_UTF8 = 'application/json; charset=utf-8';

describe('mapi.php', () => {
  it('answers with a number, a text of nineteen digits and absolute addresses', async () => {
    const fields = newFields(pid);
    const reply = await ask(app, '/epay/mapi.php', kitSigned(fields));
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      JSON_UTF8,
      'no-store',
    ]);
    const order = await app.orderOf(pid, fields['out_trade_no'] ?? '');
    expect(JSON.parse(reply.body)).toEqual({
      code: 1,
      msg: 'succ',
      trade_no: order.systemNo.toString(),
      payurl: order.payUrl,
      qrcode: order.qrContent,
    });
    expect(order).toMatchObject({ amountMinor: 1_000n, signType: 'EPAY', channelCode: 'qr', attach: null });
    expect(order.payUrl).toMatch(/^http:\/\/127\.0\.0\.1:9\/cashier\//);
  });

  it.each(['GET', 'POST'] as const)('is served by %s, and the body wins over the query', async (method) => {
    expect(await mapi(kitSigned(newFields(pid)), { method })).toMatchObject({ code: 1 });
    const fields = kitSigned(newFields(pid));
    const reply = await asked(app, '/epay/mapi.php?money=1.00&pid=1', fields);
    expect(reply).toMatchObject({ code: 1 });
  });

  it('has only payurl for device=jump', async () => {
    const reply = await mapi(kitSigned(newFields(pid, { device: 'jump' })));
    expect(Object.keys(reply).filter((name) => !['status', 'headers'].includes(name))).toEqual([
      'code',
      'msg',
      'trade_no',
      'payurl',
    ]);
  });

  it('takes the address of the caller if clientip is missing', async () => {
    const { clientip: _, ...fields } = newFields(pid);
    expect(await mapi(kitSigned(fields))).toMatchObject({ code: 1 });
    const { rows } = await app.db.pool.query('select host(client_ip) as ip from orders where order_no = $1', [
      fields['out_trade_no'],
    ]);
    expect(rows).toEqual([{ ip: '127.0.0.1' }]);
  });

  it('accepts an upper-case signature, kept empties, unknown fields and no sign_type', async () => {
    const fields = newFields(pid, { sitename: 'Shop', cid: '1', fiat: 'CNY', other: '0' });
    const { sign = '' } = kitSigned(fields);
    expect(await mapi({ ...fields, sign: sign.toUpperCase() })).toMatchObject({ code: 1 });
    expect(await mapi({ ...fields, sign, sign_type: '' })).toMatchObject({ code: 1 });
  });

  it.each(['order.1|2', 'A_b-9', 'x'.repeat(64)])('takes the order number %s', async (number) => {
    expect(await mapi(kitSigned(newFields(pid, { out_trade_no: number })))).toMatchObject({ code: 1 });
  });

  it.each([
    ['10', 1_000n],
    ['10.5', 1_050n],
    ['9.9', 990n],
    ['1.00', 100n],
    ['001', 100n],
  ])('takes the money %s', async (money, minor) => {
    const fields = newFields(pid, { money });
    expect(await mapi(kitSigned(fields))).toMatchObject({ code: 1 });
    expect(await app.orderOf(pid, fields['out_trade_no'] ?? '')).toMatchObject({ amountMinor: minor });
  });

  it.each(['+ a', 'Tea & milk', '"quoted"', "it's", '<b>bold</b>', '会员🧾', 'x'.repeat(200), 'a&b=c'])(
    'takes the name %j',
    async (name) => {
      expect(await mapi(kitSigned(newFields(pid, { name })))).toMatchObject({ code: 1 });
    },
  );
});

describe('a refusal says', () => {
  it.each<[string, Fields, number, string]>([
    ['no pid', { pid: '' }, -4, '商户ID不能为空'],
    ['a pid that is no number', { pid: 'shop' }, -1, '商户不存在！'],
    ['no order number', { out_trade_no: '' }, -1, '订单号(out_trade_no)不能为空'],
    ['a wrong order number', { out_trade_no: 'A 1' }, -1, '订单号(out_trade_no)格式不正确'],
    ['a long order number', { out_trade_no: 'x'.repeat(65) }, -1, '订单号(out_trade_no)格式不正确'],
    ['no notify_url', { notify_url: '' }, -1, '通知地址(notify_url)不能为空'],
    ['a private notify_url', { notify_url: 'http://10.0.0.1/n' }, -1, '通知地址(notify_url)格式不正确'],
    ['a notify_url of another kind', { notify_url: 'ftp://shop.example/n' }, -1, '通知地址(notify_url)格式不正确'],
    [
      'a long notify_url',
      { notify_url: `https://shop.example/${'n'.repeat(500)}` },
      -1,
      '通知地址(notify_url)格式不正确',
    ],
    ['a return_url that is no address', { return_url: 'javascript:alert(1)' }, -1, '参数格式不正确'],
    ['no name', { name: '' }, -1, '商品名称(name)不能为空'],
    ['no money', { money: '' }, -1, '金额(money)不能为空'],
    ['no type', { type: '' }, -1, '支付方式(type)不能为空'],
    ['an unknown type', { type: 'usdt' }, -1, '支付方式不支持'],
    ['a bad clientip', { clientip: '999.1.1.1' }, -1, '用户IP格式不正确'],
    ['another field inside the name', { name: 'Tea&money=0.01' }, -1, '参数格式不正确'],
    ['another field inside the param', { param: '1&type=bank' }, -1, '参数格式不正确'],
    ['a long param', { param: 'p'.repeat(256) }, -1, '参数格式不正确'],
    ['too little money', { money: '0.99' }, -1, '最小支付金额是1.00元'],
    ['too much money', { money: '99999999.99' }, -1, '最大支付金额是50000.00元'],
  ])('%s', async (_what, changes, code, msg) => {
    expect(await mapi(kitSigned(newFields(pid, changes)))).toMatchObject({ status: 200, code, msg });
  });

  it.each(['0', '-1', '1e3', '1.001', '0.00'])('金额不合法 for the money %s', async (money) => {
    expect(await mapi(kitSigned(newFields(pid, { money })))).toMatchObject({ code: -1, msg: '金额不合法' });
  });

  it('the same for a wrong signature and an unknown merchant', async () => {
    const msg = '签名校验失败，请返回重试！';
    expect(await mapi(kitSigned(newFields(pid), 'another-key'))).toMatchObject({ code: -1, msg });
    expect(await mapi(newFields(pid))).toMatchObject({ code: -1, msg });
    expect(await mapi(kitSigned(newFields('29999999')))).toMatchObject({ code: -1, msg });
    expect(await mapi(kitSigned(newFields('1')))).toMatchObject({ code: -1, msg });
    expect(await mapi({ ...kitSigned(newFields(pid)), money: '0.01' })).toMatchObject({ code: -1, msg });
  });

  it('that another sign_type is not supported', async () => {
    expect(await mapi({ ...kitSigned(newFields(pid)), sign_type: 'RSA' })).toMatchObject({
      code: -1,
      msg: '签名类型不支持',
    });
  });

  it('that a field came twice, in the query or in the body, or can’t be read', async () => {
    const form = new URLSearchParams(kitSigned(newFields(pid))).toString();
    expect(await asked(app, '/epay/mapi.php', `${form}&money=10.00`)).toMatchObject({ code: -1, msg: '参数重复' });
    expect(await asked(app, '/epay/mapi.php?a=1&a=1', form)).toMatchObject({ code: -1, msg: '参数重复' });
    expect(await asked(app, '/epay/mapi.php', `${form}&x=%ff`)).toMatchObject({ code: -1, msg: '参数格式不正确' });
    expect(
      await asked(app, '/epay/mapi.php', '{"pid":1}', { headers: { 'content-type': 'application/json' } }),
    ).toMatchObject({
      status: 200,
      code: -1,
      msg: '参数格式不正确',
    });
  });

  it('that a repeated order was changed, or is paid; and a repeated one is the same order', async () => {
    const fields = newFields(pid, { money: '10', param: 'uid=7' });
    const first = await mapi(kitSigned(fields));
    const no = fields['out_trade_no'] ?? '';
    expect(await mapi(kitSigned({ ...fields, money: '10.00', type: 'wxpay' }))).toMatchObject({
      code: 1,
      trade_no: first['trade_no'],
      payurl: first['payurl'],
    });
    for (const change of [
      { money: '11' },
      { name: 'other' },
      { notify_url: 'https://shop.example/2' },
      { return_url: '' },
      { param: '' },
    ])
      expect(await mapi(kitSigned({ ...fields, ...change }))).toMatchObject({
        code: -1,
        msg: `该订单(${no})支付参数有变化，请更换订单号重新发起支付`,
      });
    expect(
      await app.db.pool.query('select type from epay_orders where system_no = $1', [first['trade_no']]),
    ).toMatchObject({
      rows: [{ type: 'alipay' }],
    });
    await app.pay(pid, no);
    expect(await mapi(kitSigned(fields))).toMatchObject({ code: -1, msg: `该订单(${no})已完成支付，请勿重复发起支付` });
  });

  it('that the door is off, the merchant banned or not certified', async () => {
    const off = await app.addShop({ enabled: false });
    expect(await mapi(kitSigned(newFields(off)))).toMatchObject({ code: -1, msg: '商户未开启该接口' });
    const shop = await app.addShop();
    await app.db.pool.query("update members set certification = 'none' where member_no = $1", [shop]);
    expect(await mapi(kitSigned(newFields(shop)))).toMatchObject({ code: -1, msg: '商户未实名认证，无法支付！' });
    await app.db.pool.query("update members set state = 'disabled' where member_no = $1", [shop]);
    app.clock.advance(1_001);
    expect(await mapi(kitSigned(newFields(shop)))).toMatchObject({ code: -1, msg: '商户已封禁，无法支付！' });
  });

  it('that the address is not on the list, which binds programs and not payers', async () => {
    const stranger = { ip: '198.51.100.1' };
    expect(await mapi(kitSigned(newFields(pid)), stranger)).toMatchObject({ code: -1, msg: 'IP不在白名单' });
    expect((await submit(kitSigned(newFields(pid)), stranger)).statusCode).toBe(302);
  });

  it('that the host of notify_url is not one of the merchant’s', async () => {
    const shop = await app.addShop();
    await app.db.transaction((tx) => app.keys.change(tx, BigInt(shop), { notifyHosts: ['shop.example'] }));
    app.keys.forget(BigInt(shop));
    expect(await mapi(kitSigned(newFields(shop)))).toMatchObject({ code: 1 });
    expect(await mapi(kitSigned(newFields(shop, { notify_url: 'https://other.example/notify' })))).toMatchObject({
      code: -1,
      msg: '通知地址(notify_url)不在允许范围',
    });
    expect(await logged(app, BigInt(shop))).toMatchObject([{ error: 'notify_host_not_allowed' }]);
    // Of our own addresses only the one where this merchant's check gets its notification.
    const own = async (path: string) =>
      (await mapi(kitSigned(newFields(shop, { notify_url: PUBLIC_URL + path }))))['msg'];
    expect(await own(`/epay/check/${shop}`)).toBe('succ');
    for (const path of [`/epay/check/${pid}`, `/epay/check/${shop}?a=1`, '/', '/healthz'])
      expect([path, await own(path)]).toEqual([path, '通知地址(notify_url)不在允许范围']);
  });

  it('that there were too many requests, with status 429', async () => {
    const shop = await app.addShop();
    await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 1 }));
    app.clock.advance(1_001);
    try {
      expect(await mapi(kitSigned(newFields(shop)))).toMatchObject({ status: 200, code: 1 });
      const refused = await mapi(kitSigned(newFields(shop)));
      expect(refused).toMatchObject({
        status: 429,
        code: -1,
        msg: '请求过于频繁，请稍后再试',
        headers: { 'retry-after': '1' },
      });
      // Payers can repeat a signed request, and must not use up what the shop's program needs.
      const signed = kitSigned(newFields(shop));
      expect([(await submit(signed)).statusCode, (await submit(signed)).statusCode]).toEqual([302, 429]);
      expect(await asked(app, '/epay/api.php', { act: 'query', pid: shop, key: EPAY_KEY })).toMatchObject({ code: 1 });
    } finally {
      await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 5_000 }));
      app.clock.advance(1_001);
    }
  });

  it('nothing of a key to the merchant’s log of requests', async () => {
    const shop = await app.addShop();
    await mapi(kitSigned({ ...newFields(shop, { money: '0' }), key: EPAY_KEY }));
    await mapi({ ...newFields(shop), key: EPAY_KEY });
    const log = await logged(app, BigInt(shop));
    expect(log.map(({ path, error, sign_type: signType, request }) => [path, error, signType, request.wrong])).toEqual([
      ['/epay/mapi.php', 'bad_request', 'MD5', { money: 'amount_form' }],
      ['/epay/mapi.php', 'bad_signature', 'MD5', {}],
    ]);
    expect(log[0]?.request.fields).toMatchObject({
      money: '0',
      type: 'alipay',
      notify_url: 'https://shop.example/notify',
    });
    expect(JSON.stringify(log)).not.toContain(EPAY_KEY);
  });
});

describe('submit.php', () => {
  it.each(['GET', 'POST'] as const)('sends the payer of a %s to the cashier', async (method) => {
    const fields = newFields(pid);
    const reply = await submit(kitSigned(fields), { method });
    const order = await app.orderOf(pid, fields['out_trade_no'] ?? '');
    expect([reply.statusCode, reply.headers.location, reply.headers['cache-control']]).toEqual([
      302,
      order.payUrl,
      'no-store',
    ]);
  });

  it.each([
    ['en', 'Invalid amount'],
    ['zh', '金额不合法'],
    ['es', 'El importe no es válido'],
    ['th', 'จำนวนเงินไม่ถูกต้อง'],
  ])('shows a failure in %s and in Chinese, and never sends the payer to the shop', async (language, text) => {
    const reply = await submit(kitSigned(newFields(pid, { money: '0', name: '<script>' })), { language });
    expect([reply.statusCode, reply.headers.location]).toEqual([200, undefined]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(reply.body).toContain('金额不合法');
    expect(reply.body).not.toContain('<script');
    expect(reply.body).toContain(text);
  });

  it('without a type offers the open ways, and the order arises with the one that the payer picks', async () => {
    const { type: _, ...fields } = newFields(pid, { name: 'Tea & <b>cake</b>', out_trade_no: 'CHOOSE-1' });
    const reply = await submit(kitSigned(fields));
    expect(reply.statusCode).toBe(200);
    expect(reply.body).not.toContain('<script');
    expect(reply.body).toContain('Tea &amp; &lt;b&gt;cake&lt;/b&gt;');
    await expect(app.orderOf(pid, 'CHOOSE-1')).rejects.toThrow('no order');
    const links = [...reply.body.matchAll(/href="(\/epay\/pay\?[^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    expect(links).toHaveLength(2);
    const link = links.find((one) => one.includes('type=wxpay')) ?? '';
    const picked = await app.server.inject({ url: link, remoteAddress: '198.51.100.1' });
    const order = await app.orderOf(pid, 'CHOOSE-1');
    expect([picked.statusCode, picked.headers.location]).toEqual([302, order.payUrl]);
    const { rows } = await app.db.pool.query('select type from epay_orders where system_no = $1', [order.systemNo]);
    expect(rows).toEqual([{ type: 'wxpay' }]);
    const forged = link.replace(/request=.*/, `request=${Buffer.from('pid=1').toString('base64url')}`);
    expect((await app.server.inject({ url: forged })).body).toContain('签名校验失败，请返回重试！');
  });

  it('without a type says when no way takes the amount', async () => {
    const { type: _, ...fields } = newFields(pid, { money: '0.50' });
    expect((await submit(kitSigned(fields))).body).toContain('no payment method for this amount');
  });
});

describe('the address', () => {
  it.each([
    '/epay/mapi.php',
    '/epay//mapi.php',
    '/epay/submit.php/mapi.php',
    '/epay/submit.phpmapi.php',
    '/epay/mapi.php/mapi.php',
    '/epay/mapi.php//mapi.php',
    '/epaymapi.php',
    '/epay/mapi.php/',
  ])('%s means mapi.php', async (path) => {
    expect(await asked(app, path, kitSigned(newFields(pid)))).toMatchObject({ code: 1 });
  });

  it.each(['/epay/', '/epay/other.php', '/epay/mapi.php/x', '/epay'])('%s means nothing', async (path) => {
    expect((await ask(app, path, {})).statusCode).toBe(404);
  });

  it('is at the root only if the platform says so', async () => {
    const paths = ['/mapi.php', '//mapi.php', '/submit.php/mapi.php'];
    for (const path of paths) expect((await ask(app, path, kitSigned(newFields(pid)))).statusCode).toBe(404);
    await app.db.transaction((tx) => app.platform.setSettings(tx, { epayAtRoot: true }));
    app.clock.advance(1_001);
    for (const path of paths) expect(await asked(app, path, kitSigned(newFields(pid)))).toMatchObject({ code: 1 });
    expect((await ask(app, '/submit.php', kitSigned(newFields(pid)))).statusCode).toBe(302);
    await app.db.transaction((tx) => app.platform.setSettings(tx, { epayAtRoot: false }));
    app.clock.advance(1_001);
  });

  it('is not served to HEAD, which must not create an order', async () => {
    const fields = kitSigned(newFields(pid));
    const reply = await app.server.inject({
      method: 'HEAD',
      url: `/epay/submit.php?${new URLSearchParams(fields).toString()}`,
    });
    expect(reply.statusCode).toBe(404);
    await expect(app.orderOf(pid, fields['out_trade_no'] ?? '')).rejects.toThrow('no order');
  });
});

it('a native order and an ePay order under one number conflict', async () => {
  const fields = newFields(pid, { out_trade_no: 'BOTH-1' });
  expect(await mapi(kitSigned(fields))).toMatchObject({ code: 1 });
  const native = await app.orders.create({
    memberNo: BigInt(pid),
    kind: 'payin',
    orderNo: 'BOTH-1',
    amountMinor: 1_000n,
    channelCode: 'qr',
    subject: null,
    notifyUrl: null,
    returnUrl: null,
    clientIp: null,
    attach: null,
    expireMinutes: 30,
    signType: 'none',
    requestHash: Buffer.alloc(32),
  });
  expect(native).toEqual({ outcome: 'refused', error: 'order_conflict' });
  expect(PUBLIC_URL).toContain('127.0.0.1');
});
