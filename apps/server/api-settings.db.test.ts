/** The settings and keys of members' programs, in the whole app: what is shown, what is refused, and what it binds. */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRsa } from '@countinghouse/sdk/signing';
import type { ApiSettings } from '#features/portal/settings-contract.ts';
import { ask, HOME_IP, type Shop, twoProcesses, type TwoProcesses, withPin } from './two-processes-for-tests.ts';

let at: TwoProcesses;
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const weak = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
/** A key whose modulus is random: only its size counts. */
const oversized = createPublicKey({
  key: {
    kty: 'RSA',
    n: Buffer.concat([Buffer.from([0xff]), randomBytes(1024), Buffer.from([1])]).toString('base64url'),
    e: 'AQAB',
  },
  format: 'jwk',
}).export({ type: 'spki', format: 'pem' });

beforeAll(async () => {
  at = await twoProcesses();
});
afterAll(() => at.close());

const get = async ({ person }: Shop, from = {}): Promise<ApiSettings> => {
  const { data, text } = await ask<ApiSettings>(at.there, person, '/apisettings/get', {}, from);
  if (!data) throw new Error(text);
  return data;
};
const update = ({ person }: Shop, changes: object, from = {}) =>
  ask<ApiSettings>(at.here, person, '/apisettings/update', withPin(changes), from);
const cidrs = (...texts: string[]) => texts.map((cidr) => ({ cidr, note: '' }));
const auditOf = async ({ userId }: Shop): Promise<string[]> => {
  const { rows } = await at.db.pool.query<{ what: string }>(
    `select concat_ws(' ', action, nullif(object, ''), nullif(result, 'done')) as what from audit_log
     where chain = $1 and action like 'api%' order by seq`,
    [userId],
  );
  return rows.map(({ what }) => what);
};
const noticesOf = async ({ userId }: Shop): Promise<string[]> => {
  const { rows } = await at.db.pool.query<{ what: string }>(
    `select kind as what from notices where user_id = $1 and kind ~ 'key|api|login' order by notice_id`,
    [userId],
  );
  return rows.map(({ what }) => what);
};

describe('/apisettings/get', () => {
  it('shows everything but the keys, with what was served by each key and sign type', async () => {
    const shop = await at.shop({
      signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
      requestIps: ['198.51.100.0/24'],
      publicKey: rsa.publicKey,
    });
    await at.gateway(at.here, shop);
    await at.gateway(at.there, shop, '/balance', {}, { signType: 'MD5', ip: '198.51.100.7' });
    await at.gateway(at.here, { ...shop, key: rsa.privateKey }, '/balance', {}, { signType: 'RSA-SHA256' });
    await at.gateway(at.there, shop, '/balance', {}, { ip: '203.0.113.9' });
    await at.gateway(at.there, shop, '/balance', {}, { ip: '203.0.113.9' });
    await Promise.all([at.here.app.gateway.settled(), at.there.app.gateway.settled()]);
    const data = await get(shop);
    const time = expect.stringMatching(/^2026-11-20T/);
    const hint = `${shop.key.slice(0, 4)}…${shop.key.slice(-4)}`;
    expect(data).toEqual({
      merchantNo: shop.memberNo.toString(),
      gateway: expect.stringMatching(/^http.*\/gateway\/v1$/),
      signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
      md5KeyHint: hint,
      platformPublicKey: expect.stringContaining('BEGIN PUBLIC KEY'),
      platformPublicKeyBits: 2048,
      platformPublicKeyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      merchantPublicKey: rsa.publicKey,
      merchantPublicKeyBits: 2048,
      merchantPublicKeyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      requestIps: [{ cidr: '198.51.100.0/24', note: '' }],
      loginIps: [],
      yourIp: HOME_IP,
      keys: [
        {
          hint,
          state: 'active',
          createdAt: time,
          until: null,
          lastUsedAt: time,
          lastUsedIp: expect.stringMatching(/^198\.51\.100\.[17]$/),
        },
      ],
      perSignType: [
        { type: 'MD5', lastUsedAt: time, requests7d: 1 },
        { type: 'HMAC-SHA256', lastUsedAt: time, requests7d: 1 },
        { type: 'RSA-SHA256', lastUsedAt: time, requests7d: 1 },
      ],
      refusedIps7d: [{ ip: '203.0.113.9', count: 2, lastAt: time }],
      notifyHosts: [],
    });
    expect(JSON.stringify(data)).not.toContain(shop.key);
  });

  it('shows a member without keys what it would have, and makes none; what shows a key makes the first, once', async () => {
    const person = await at.add('agent', 'keyless');
    const shown = async () => (await ask<ApiSettings>(at.there, person, '/apisettings/get')).data;
    expect(await shown()).toMatchObject({ md5KeyHint: '', keys: [], signTypes: ['HMAC-SHA256', 'RSA-SHA256'] });
    const made = await at.db.pool.query(`select from merchant_keys where member_no = $1`, [person.memberNo]);
    expect(made.rowCount).toBe(0);
    const keys = await Promise.all(
      [at.here, at.there, at.here].map(
        async (process) => (await ask<{ md5Key: string }>(process, person, '/apisettings/key', withPin())).data?.md5Key,
      ),
    );
    expect(new Set(keys).size).toBe(1);
    expect((await shown())?.md5KeyHint).toBe(`${keys[0]?.slice(0, 4)}…${keys[0]?.slice(-4)}`);
  });

  it('marks the old key when it is used during an overlap', async () => {
    const shop = await at.shop();
    await ask(at.here, shop.person, '/apisettings/rotate', withPin());
    await at.gateway(at.there, shop, '/balance', {}, { ip: '198.51.100.44' });
    await at.there.app.gateway.settled();
    const { keys } = await get(shop);
    expect(keys.map(({ state, lastUsedIp }) => [state, lastUsedIp])).toEqual([
      ['active', null],
      ['overlap', '198.51.100.44'],
    ]);
    expect(Date.parse(keys[1]?.until ?? '') - Date.parse(keys[0]?.createdAt ?? '')).toBe(24 * 3_600_000);
  });
});

describe('/apisettings/update', () => {
  it('changes only the fields given, stores addresses in their one spelling, and says so in the log and by notice', async () => {
    const shop = await at.shop();
    const first = await update(shop, {
      requestIps: [
        { cidr: ' 203.0.113.77/24', note: ' office ' },
        { cidr: '203.0.113.5/24', note: 'the same' },
        { cidr: '2001:DB8:0:0::1/32', note: '' },
        { cidr: '::ffff:192.0.2.1' },
      ],
      notifyHosts: ['Shop.Example:8443', 'bücher.example'],
    });
    expect(first).toMatchObject({
      code: 1,
      data: {
        requestIps: [
          { cidr: '203.0.113.0/24', note: 'office' },
          { cidr: '2001:db8::/32', note: '' },
          { cidr: '192.0.2.1', note: '' },
        ],
        notifyHosts: ['shop.example:8443', 'xn--bcher-kva.example'],
        signTypes: ['HMAC-SHA256', 'RSA-SHA256'],
      },
    });
    const bare = rsa.publicKey.replace(/-----[A-Z ]+-----|\s/g, '');
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pkcs1 = pair.publicKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
    expect(bare).not.toContain('-');
    expect(await update(shop, { merchantPublicKey: pkcs1, signTypes: ['HMAC-SHA256'] })).toMatchObject({
      code: 1,
      data: {
        merchantPublicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }),
        merchantPublicKeyBits: 2048,
        signTypes: ['HMAC-SHA256'],
        notifyHosts: ['shop.example:8443', 'xn--bcher-kva.example'],
      },
    });
    expect(await update(shop, { merchantPublicKey: '' })).toMatchObject({ data: { merchantPublicKey: null } });
    // Nothing changes, so nothing is recorded.
    expect(await update(shop, { signTypes: ['HMAC-SHA256'] })).toMatchObject({ code: 1 });
    expect(await auditOf(shop)).toEqual([
      'api_settings_changed requestIps, notifyHosts',
      'api_settings_changed signTypes, merchantPublicKey',
      'api_settings_changed merchantPublicKey',
    ]);
    expect(await noticesOf(shop)).toEqual(Array<string>(3).fill('api_settings_changed'));
  }, 20_000);

  it.each([
    ['MD5 without a list of addresses', { signTypes: ['MD5'] }, { code: 0, error: 'md5_needs_ips' }],
    [
      'MD5 with a range that admits everyone',
      { signTypes: ['MD5'], requestIps: cidrs('203.0.113.7', '0.0.0.0/0') },
      { code: 0, error: 'md5_needs_ips', fields: { requestIps: expect.any(String) } },
    ],
    [
      'a range that admits everyone without MD5',
      { requestIps: cidrs('::/0') },
      { code: -1, fields: { requestIps: expect.stringContaining('/8') } },
    ],
    [
      'login addresses without the caller’s own',
      { loginIps: cidrs('203.0.113.0/24') },
      { code: 0, error: 'login_ip_excludes_you', fields: { loginIps: expect.stringContaining(HOME_IP) } },
    ],
    [
      'a private key',
      { merchantPublicKey: rsa.privateKey },
      { code: 0, error: 'key_is_private', fields: { merchantPublicKey: expect.any(String) } },
    ],
    [
      'a private key without its armour',
      { merchantPublicKey: rsa.privateKey.replace(/-----[A-Z ]+-----/g, '') },
      { error: 'key_is_private' },
    ],
    ['a key of 1024 bits', { merchantPublicKey: weak.publicKey }, { code: 0, error: 'key_weak' }],
    [
      'a key of more than 8192 bits',
      { merchantPublicKey: oversized },
      { code: -1, fields: { merchantPublicKey: 'This key has more than 8192 bits' } },
    ],
    [
      'a key that can’t be read',
      { merchantPublicKey: 'ssh-rsa AAAA' },
      { code: -1, fields: { merchantPublicKey: expect.any(String) } },
    ],
    ['no sign type', { signTypes: [] }, { code: -1, fields: { signTypes: expect.any(String) } }],
    ['an unknown sign type', { signTypes: ['SHA1'] }, { code: -1 }],
    [
      'a host name as an address',
      { requestIps: cidrs('203.0.113.7', 'shop.example') },
      { code: -1, fields: { 'requestIps.1.cidr': expect.any(String) } },
    ],
    [
      '51 addresses',
      { loginIps: cidrs(...Array.from({ length: 51 }, (_, n) => `203.0.113.${n}`)) },
      { code: -1, fields: { loginIps: 'At most 50 addresses' } },
    ],
    [
      'a note of two lines',
      { requestIps: [{ cidr: '203.0.113.7', note: 'a\nb' }] },
      { code: -1, fields: { 'requestIps.0.note': expect.any(String) } },
    ],
    [
      'a whole address as a host',
      { notifyHosts: ['https://shop.example'] },
      { code: -1, fields: { 'notifyHosts.0': expect.any(String) } },
    ],
    [
      'a wrong payment password',
      { signTypes: ['HMAC-SHA256'], payPassword: '000000' },
      { code: -1, fields: { payPassword: expect.any(String) } },
    ],
  ])('refuses %s, and changes nothing', async (_, changes, refusal) => {
    const shop = await at.shop();
    const before = await get(shop);
    expect(await update(shop, changes)).toMatchObject(refusal);
    expect(await get(shop)).toEqual(before);
    expect(await noticesOf(shop)).toEqual([]);
  });

  it('refuses a public key that another member has', async () => {
    const [one, other] = [await at.shop(), await at.shop()];
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
    expect(await update(one, { merchantPublicKey: pem })).toMatchObject({ code: 1 });
    expect(await update(other, { merchantPublicKey: pem })).toMatchObject({
      code: -1,
      fields: { merchantPublicKey: expect.stringContaining('Another account') },
    });
  });
});

describe('a key', () => {
  it('is in the answers of the two calls that show it, and in no record of them', async () => {
    const shop = await at.shop();
    const shown = await ask<{ md5Key: string }>(at.here, shop.person, '/apisettings/key', withPin());
    expect(shown.data).toEqual({ md5Key: shop.key });
    const rotated = await ask<{ md5Key: string }>(
      at.here,
      shop.person,
      '/apisettings/rotate',
      withPin({ overlapHours: 3 }),
    );
    const key = rotated.data?.md5Key ?? '';
    expect(key).toMatch(/^[\w-]{43}$/);
    const ended = await ask(at.here, shop.person, '/apisettings/endOverlap', withPin());
    expect(ended).toMatchObject({ code: 1 });
    // A second time there is nothing to end.
    expect(await ask(at.here, shop.person, '/apisettings/endOverlap', withPin())).toMatchObject({ code: 1 });
    expect(await auditOf(shop)).toEqual(['api_key_shown', 'api_key_rotated overlap 3 h', 'api_key_ended']);
    expect(await noticesOf(shop)).toEqual(['key_changed', 'key_ended']);
    expect((await get(shop)).keys.map(({ state }) => state)).toEqual(['active', 'ended']);
    const { rows } = await at.db.pool.query<{ row: string }>(
      `select row::text from (select audit_log::text as row from audit_log union all select notices::text from notices
        union all select merchant_keys::text from merchant_keys union all select gateway_requests::text from gateway_requests) as row`,
    );
    for (const secret of [shop.key, key]) {
      const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
      expect(rows.filter(({ row }) => forms.some((form) => row.includes(form)))).toEqual([]);
      expect(ended.text + JSON.stringify(await get(shop))).not.toContain(secret);
    }
  }, 20_000);

  it.each([
    ['/apisettings/key', {}],
    ['/apisettings/rotate', { overlapHours: 1 }],
    ['/apisettings/endOverlap', {}],
  ])('is neither shown nor changed by %s without the payment password', async (path, input) => {
    const shop = await at.shop();
    const refused = await ask(at.here, shop.person, path, { ...input, payPassword: '000000' });
    expect(refused).toMatchObject({ code: -1, fields: { payPassword: expect.any(String) } });
    expect(refused.text).not.toContain(shop.key);
    expect((await get(shop)).keys).toHaveLength(1);
  });

  it.each([-1, 721, 1.5])('has no overlap of %s hours', async (overlapHours) => {
    const shop = await at.shop();
    expect(await ask(at.here, shop.person, '/apisettings/rotate', withPin({ overlapHours }))).toMatchObject({
      code: -1,
      fields: { overlapHours: expect.any(String) },
    });
  });

  it('of an RSA pair is tested before it is saved', async () => {
    const { person } = await at.shop();
    const test = (merchantPublicKey: string, text: string, signature: string) =>
      ask(at.here, person, '/apisettings/testKey', { merchantPublicKey, text, signature });
    const signature = signRsa('amount=1.00\n签名', rsa.privateKey);
    expect(await test(rsa.publicKey, 'amount=1.00\n签名', signature)).toMatchObject({ code: 1, data: { valid: true } });
    expect(await test(rsa.publicKey, 'amount=1.01\n签名', signature)).toMatchObject({ data: { valid: false } });
    expect(await test(rsa.publicKey, 'amount=1.00\n签名', 'not base64')).toMatchObject({ data: { valid: false } });
    expect(await test(rsa.privateKey, 'a', 'AAAA')).toMatchObject({ code: 0, error: 'key_is_private' });
    expect(await test(weak.publicKey, 'a', 'AAAA')).toMatchObject({ code: 0, error: 'key_weak' });
    expect(await test('-----BEGIN PUBLIC KEY-----', 'a', 'AAAA')).toMatchObject({
      code: -1,
      fields: { merchantPublicKey: expect.any(String) },
    });
  });
});

describe('login addresses', () => {
  const elsewhere = { ip: '203.0.113.50' };

  it('bind logins and running sessions on every process, and an operator lifts them', async () => {
    const shop = await at.shop();
    const boss = await at.add('operator', 'keyboss');
    expect(await ask(at.there, shop.person, '/user/sessions', {}, elsewhere)).toMatchObject({ code: 1 });
    expect(await update(shop, { loginIps: cidrs(`${HOME_IP}/24`) })).toMatchObject({ code: 1 });
    for (const process of [at.here, at.there]) {
      expect(await ask(process, shop.person, '/user/sessions', {}, elsewhere)).toMatchObject({
        code: 50008,
        error: 'login_ip_not_allowed',
        msg: expect.stringContaining(elsewhere.ip),
      });
      expect(await ask(process, shop.person, '/user/sessions')).toMatchObject({ code: 1 });
      expect(
        await ask(
          process,
          { token: undefined },
          '/user/login',
          { account: shop.person.username, password: 'Demo1234' },
          elsewhere,
        ),
      ).toMatchObject({ code: 0, error: 'login_ip_not_allowed' });
      // A call that needs no login answers from everywhere.
      expect(await ask(process, shop.person, '/captcha/init', {}, elsewhere)).toMatchObject({ code: 1 });
    }
    const lift = (input: object) => ask(at.there, boss, '/operator/member/liftLoginIps', input);
    expect(await lift({ memberNo: '11111111', reason: 'locked out' })).toMatchObject({ error: 'not_found' });
    expect(await lift({ memberNo: shop.memberNo.toString(), reason: '' })).toMatchObject({ code: -1 });
    expect(await lift({ memberNo: shop.memberNo.toString(), reason: 'locked out' })).toMatchObject({ code: 1 });
    expect(await lift({ memberNo: shop.memberNo.toString(), reason: 'locked out again' })).toMatchObject({ code: 1 });
    for (const process of [at.here, at.there])
      expect(await ask(process, shop.person, '/user/sessions', {}, elsewhere)).toMatchObject({ code: 1 });
    expect(await get(shop)).toMatchObject({ loginIps: [] });
    expect(await noticesOf(shop)).toEqual(['api_settings_changed', 'login_ips_lifted']);
    const { rows } = await at.db.pool.query(
      'select object, member_no as "memberNo" from audit_log where chain = $1 and action = \'login_ips_lifted\'',
      [boss.userId],
    );
    expect(rows).toEqual([{ object: `${shop.memberNo} locked out`, memberNo: shop.memberNo }]);
  }, 20_000);

  it('without the caller’s own are saved with a second yes, and then bind the caller too', async () => {
    const shop = await at.shop();
    const loginIps = cidrs('203.0.113.50');
    expect(await update(shop, { loginIps })).toMatchObject({ error: 'login_ip_excludes_you' });
    expect(await update(shop, { loginIps, confirm: true })).toMatchObject({ code: 1 });
    expect(await ask(at.here, shop.person, '/user/sessions')).toMatchObject({
      code: 50008,
      error: 'login_ip_not_allowed',
    });
    expect(await update(shop, { loginIps: [] }, elsewhere)).toMatchObject({ code: 1 });
    expect(await ask(at.there, shop.person, '/user/sessions')).toMatchObject({ code: 1 });
  }, 20_000);
});

describe('hosts that can be notified', () => {
  const order = (orderNo: string, notifyUrl: string) => ({
    orderNo,
    amount: '100.00',
    channel: 'sandbox_qr',
    notifyUrl,
  });

  it('bind new orders and payouts, and a repeated request gets its first answer', async () => {
    const shop = await at.shop();
    const create = (orderNo: string, notifyUrl: string) =>
      at.gateway(at.there, shop, '/pay/create', order(orderNo, notifyUrl));
    const first = await create('H-1', 'https://old.example/notify');
    expect(first).toMatchObject({ code: 1 });
    expect(await update(shop, { notifyHosts: ['shop.example', 'pay.example:8443'] })).toMatchObject({ code: 1 });
    for (const [notifyUrl, error] of [
      ['https://shop.example/notify', undefined],
      ['http://SHOP.example:8080/notify', undefined],
      ['https://pay.example:8443/notify', undefined],
      ['https://pay.example/notify', 'notify_host_not_allowed'],
      ['https://shop.example.evil.example/notify', 'notify_host_not_allowed'],
      ['https://old.example/notify', 'notify_host_not_allowed'],
    ] as const)
      expect([notifyUrl, (await create(`H-${notifyUrl.replace(/\W/g, '-')}`, notifyUrl)).error]).toEqual([
        notifyUrl,
        error,
      ]);
    const again = await create('H-1', 'https://old.example/notify');
    expect([again.code, again.data['systemNo']]).toEqual([1, first.data['systemNo']]);
    expect(await create('H-1', 'https://other.example/notify')).toMatchObject({ error: 'order_conflict' });
    const payout = { amount: '100.00', type: 'alipay', holder: 'Li Lei', account: 'li.lei@example.com' };
    expect(
      await at.gateway(at.here, shop, '/payout/create', {
        ...payout,
        orderNo: 'P-1',
        notifyUrl: 'https://old.example/x',
      }),
    ).toMatchObject({ error: 'notify_host_not_allowed' });
    expect(await at.gateway(at.here, shop, '/payout/create', { ...payout, orderNo: 'P-2' })).toMatchObject({ code: 1 });
  }, 20_000);
});
