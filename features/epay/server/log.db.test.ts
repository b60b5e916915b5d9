/** What a merchant reads of its plugins' requests in the gateway log, from the door to the page. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY } from '#features/gateway/server/gateway-for-tests.ts';
import { type LogReader, logReader } from '#features/gateway/server/log/log-for-tests.ts';
import { languages } from '#foundation/core/words.ts';
import { type EpayDiagnosis, epayDiagnosisTexts, epayMistakeTexts } from '../diagnosis-words.ts';
import { type EpayMistake, epayMistakes } from '../signing-mistakes.ts';
import { ask, asked, EPAY_KEY, type EpayApp, epayApp, type Fields, kitSigned, newFields } from './epay-for-tests.ts';

let app: EpayApp;
let log: LogReader;
let pid: string;

beforeAll(async () => {
  app = await epayApp();
  await app.addChannelToNowhere('away', 9);
  log = await logReader(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(3_600_000);
  pid = await app.addShop();
});

const mapi = (fields: Fields, sent = {}) => asked(app, '/epay/mapi.php', fields, sent);
const api = (fields: Fields, sent = {}) =>
  asked(app, '/epay/api.php', { pid, key: EPAY_KEY, ...fields }, { method: 'GET', ...sent });
const newest = (language: (typeof languages)[number] = 'en') => log.newest(BigInt(pid), language);
const md5 = (text: string | Buffer): string => createHash('md5').update(text).digest('hex');
const joined = (fields: Fields, compare?: (a: string, b: string) => number): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .sort(compare)
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

describe('a served request', () => {
  it('of mapi.php shows the plugin’s fields, the text that was signed, and the reply', async () => {
    const fields = newFields(pid, { sitename: '', device: 'pc' });
    const reply = await ask(app, '/epay/mapi.php', kitSigned(fields), { headers: { 'user-agent': 'plugin/3.1' } });
    const shown = await newest();
    expect(shown).toMatchObject({
      path: '/epay/mapi.php',
      result: 'ok',
      httpStatus: 200,
      orderNo: fields['out_trade_no'],
      signType: 'MD5',
      key: 'new',
      signed: true,
      signature: kitSigned(fields)['sign'],
      signedText: `${joined(fields)}<key>`,
      sentText: null,
      diagnosis: null,
      reply: reply.body,
    });
    expect(shown.fields).toContainEqual({ name: 'money', value: '10.00', wrong: null });
    expect(shown.fields).toContainEqual({ name: 'sitename', value: '', wrong: null });
    expect(shown.headers).toContainEqual({ name: 'user-agent', value: 'plugin/3.1' });
  });

  it('of submit.php shows where the payer was sent', async () => {
    const fields = newFields(pid);
    const { headers } = await ask(app, '/epay/submit.php', kitSigned(fields));
    expect(await newest()).toMatchObject({ httpStatus: 302, reply: `Location: ${headers.location}`, result: 'ok' });
    expect(await ask(app, '/epay/submit.php', kitSigned(newFields(pid, { money: '0' })))).toMatchObject({
      statusCode: 200,
    });
    expect(await newest()).toMatchObject({ httpStatus: 200, reply: '金额不合法', result: 'bad_request' });
  });

  it('that signed its empty values shows them in the text', async () => {
    const fields = newFields(pid, { param: '' });
    const text = joined({ ...fields, param: '\0' }).replace('\0', '');
    expect(await mapi({ ...fields, sign: md5(text + EPAY_KEY), sign_type: 'MD5' })).toMatchObject({ code: 1 });
    expect((await newest()).signedText).toBe(`${text}<key>`);
  });

  it('hides the values of fields that the protocol does not know, also in the text', async () => {
    const fields = newFields(pid, { customer: 'a-person-by-name' });
    expect(await mapi(kitSigned(fields))).toMatchObject({ code: 1 });
    const shown = await newest();
    expect(shown.fields).toContainEqual({ name: 'customer', value: '…', wrong: null });
    expect(shown.signedText).toContain('customer=…&');
    expect(await mapi({ ...kitSigned(fields), sign: md5(`${joined(fields)}&key=${EPAY_KEY}`) })).toMatchObject({
      code: -1,
    });
    const refused = await newest();
    expect(refused.sentText).toContain('customer=…&');
    expect(JSON.stringify([shown, refused])).not.toContain('a-person-by-name');
  });

  it('by the former key says so', async () => {
    await app.db.transaction((tx) => app.epay.settings.rotate(tx, BigInt(pid), 1));
    app.epay.settings.forget(BigInt(pid));
    expect(await mapi(kitSigned(newFields(pid)))).toMatchObject({ code: 1 });
    expect(await newest()).toMatchObject({ key: 'old', diagnosis: { name: 'served_by_old_key' } });
    expect(await api({ act: 'query' })).toMatchObject({ code: 1 });
    expect(await newest()).toMatchObject({ path: '/epay/api.php', key: 'old' });
  });

  it('of api.php shows what was asked and answered, but neither the key nor a person’s name', async () => {
    await app.fund(BigInt(pid), 100_000n);
    await app.disbursements.apply({
      memberNo: BigInt(pid),
      kind: 'withdrawal',
      source: 'console',
      orderNo: 'W-1',
      amountMinor: 10_000n,
      beneficiary: { type: 'bank', holder: '张三丰', bank: 'ICBC', branch: null, account: '6222021001116245702' },
      notifyUrl: null,
      attach: null,
      remark: null,
      signType: 'none',
      requestHash: Buffer.alloc(32),
    });
    expect(await api({ act: 'settle', limit: '5' })).toMatchObject({ code: 1 });
    const shown = await newest();
    expect(shown).toMatchObject({ result: 'ok', signedText: null, signature: null, diagnosis: null });
    expect(shown.fields.map(({ name }) => name)).toEqual(['pid', 'act', 'limit']);
    expect(JSON.parse(shown.reply ?? '')).toMatchObject({ data: [{ money: '102.00', username: '张…' }] });
    expect(await api({ act: 'query' })).toMatchObject({ code: 1, key: EPAY_KEY });
    expect(JSON.parse((await newest()).reply ?? '')).not.toHaveProperty('key');
  });
});

it('the list is filtered by the file, with or without its base', async () => {
  await mapi(kitSigned(newFields(pid)));
  await ask(app, '/epay/submit.php', kitSigned(newFields(pid)));
  await api({ act: 'query' });
  for (const file of ['submit.php', 'mapi.php', 'api.php'])
    for (const path of [file, `/epay/${file}`])
      expect((await log.listed(BigInt(pid), { path })).list.map((row) => row.path)).toEqual([`/epay/${file}`]);
});

/** How each refusal is provoked. A new one does not compile until it is here. */
const refusals: Readonly<Record<EpayDiagnosis, () => Promise<unknown>>> = {
  sign_wrong: () => mapi(kitSigned(newFields(pid), 'another-key-0123456789abcdefghij')),
  sign_type: () => mapi({ ...kitSigned(newFields(pid)), sign_type: 'RSA' }),
  malformed: () => mapi(kitSigned(newFields(pid, { name: 'Tea&money=0.01' }))),
  off: async () => {
    pid = await app.addShop({ enabled: false });
    await mapi(kitSigned(newFields(pid)));
  },
  ip: () => mapi(kitSigned(newFields(pid)), { ip: '198.51.100.1' }),
  rate: async () => {
    await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 1 }));
    app.clock.advance(1_001);
    await mapi(kitSigned(newFields(pid)));
    await mapi(kitSigned(newFields(pid)));
    await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 5_000 }));
  },
  banned: async () => {
    await app.db.pool.query("update members set state = 'disabled' where member_no = $1", [pid]);
    await mapi(kitSigned(newFields(pid)));
  },
  uncertified: async () => {
    await app.db.pool.query("update members set certification = 'none' where member_no = $1", [pid]);
    await mapi(kitSigned(newFields(pid)));
  },
  order_no_missing: () => mapi(kitSigned(newFields(pid, { out_trade_no: '' }))),
  order_no_form: () => mapi(kitSigned(newFields(pid, { out_trade_no: 'A 1' }))),
  notify_url_missing: () => mapi(kitSigned(newFields(pid, { notify_url: '' }))),
  notify_url_form: () => mapi(kitSigned(newFields(pid, { notify_url: 'http://10.0.0.1/n' }))),
  notify_url_host: async () => {
    await app.db.transaction((tx) => app.keys.change(tx, BigInt(pid), { notifyHosts: ['other.example'] }));
    app.keys.forget(BigInt(pid));
    await mapi(kitSigned(newFields(pid)));
  },
  name_missing: () => mapi(kitSigned(newFields(pid, { name: '' }))),
  money_missing: () => mapi(kitSigned(newFields(pid, { money: '' }))),
  money_form: () => mapi(kitSigned(newFields(pid, { money: '1e3' }))),
  money_min: () => mapi(kitSigned(newFields(pid, { money: '0.99' }))),
  money_max: () => mapi(kitSigned(newFields(pid, { money: '99999999.99' }))),
  type_missing: () => mapi(kitSigned(newFields(pid, { type: '' }))),
  type_unknown: () => mapi(kitSigned(newFields(pid, { type: 'usdt' }))),
  client_ip: () => mapi(kitSigned(newFields(pid, { clientip: '999.1.1.1' }))),
  paid: async () => {
    const fields = newFields(pid);
    await mapi(kitSigned(fields));
    await app.pay(pid, fields['out_trade_no'] ?? '');
    app.clock.advance(1);
    await mapi(kitSigned(fields));
  },
  changed: async () => {
    const fields = newFields(pid);
    await mapi(kitSigned(fields));
    app.clock.advance(1);
    await mapi(kitSigned({ ...fields, money: '11' }));
  },
  expired: async () => {
    const fields = newFields(pid);
    await mapi(kitSigned(fields));
    app.clock.advance(3 * 3_600_000);
    await app.orders.expireDue();
    await mapi(kitSigned(fields));
  },
  failed: async () => {
    pid = await app.addShop({ typeMap: { alipay: 'away' } });
    await mapi(kitSigned(newFields(pid)));
  },
  key_wrong: () => api({ act: 'query', key: 'wrong' }),
  act_unknown: () => api({ act: 'nothing' }),
  number_missing: () => api({ act: 'order' }),
  order_unknown: () => api({ act: 'order', out_trade_no: 'none' }),
  refunds_off: () => api({ act: 'refund', out_trade_no: 'none', money: '1' }),
};

it.each(Object.keys(refusals) as EpayDiagnosis[])(
  'the refusal %s is said in one sentence of each language',
  async (fault) => {
    await refusals[fault]();
    for (const language of languages) {
      const { result, reply, diagnosis } = await newest(language);
      expect(diagnosis).toEqual({ name: fault, text: epayDiagnosisTexts[fault][language] });
      expect(result).not.toBe('ok');
      expect(reply).not.toBe(null);
    }
    expect(epayDiagnosisTexts[fault].en).toMatch(/^[A-Z][^\n]{20,}\.$/);
    expect(new Set(languages.map((language) => epayDiagnosisTexts[fault][language])).size).toBe(languages.length);
  },
);

/** 会员 in GBK. */
const gbk = (text: string): Buffer =>
  Buffer.concat(
    text
      .split('会员')
      .flatMap((part, at) => [...(at > 0 ? [Buffer.from([0xbb, 0xe1, 0xd4, 0xb1])] : []), Buffer.from(part)]),
  );
const encoded = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encodeURIComponent(value)]));

/** The signature that the mistaken plugin makes of the fields. */
const mistakes: Readonly<Record<EpayMistake, (fields: Fields) => string>> = {
  key_named: (fields) => md5(`${joined(fields)}&key=${EPAY_KEY}`),
  key_missing: (fields) => md5(joined(fields)),
  key_twice: (fields) => md5(joined(fields) + EPAY_KEY + EPAY_KEY),
  key_other_case: (fields) => md5(joined(fields) + EPAY_KEY.toUpperCase()),
  key_with_newline: (fields) => md5(`${joined(fields)}${EPAY_KEY}\n`),
  gateway_key: (fields) => md5(joined(fields) + KEY),
  former_key: (fields) => md5(joined(fields) + EPAY_KEY),
  values_encoded: (fields) => md5(joined(encoded(fields)) + EPAY_KEY),
  money_rewritten: (fields) => md5(joined({ ...fields, money: '10' }) + EPAY_KEY),
  not_sorted: (fields) => md5(joined(fields, () => 0) + EPAY_KEY),
  sorted_ignoring_case: (fields) =>
    md5(joined(fields, (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)) + EPAY_KEY),
  not_utf8: (fields) => md5(gbk(joined(fields) + EPAY_KEY)),
  letters_other_case: (fields) => md5((joined(fields) + EPAY_KEY).toLowerCase()),
  sign_type_signed: (fields) => md5(joined({ ...fields, sign_type: 'MD5' }) + EPAY_KEY),
  field_missing: (fields) => md5(joined({ ...fields, clientip: '' }) + EPAY_KEY),
};

describe.each(epayMistakes)('the mistake %s', (mistake) => {
  it('is said in each language, with the text that was signed instead, and no key', async () => {
    if (mistake === 'former_key') {
      await app.db.transaction((tx) => app.epay.settings.rotate(tx, BigInt(pid), 1));
      app.clock.advance(3_600_001);
    }
    const fields = newFields(pid, { Zb: '1', aC: '2' });
    const signed = { ...fields, sign: mistakes[mistake](fields).toUpperCase(), sign_type: 'MD5' };
    expect(await mapi(signed)).toMatchObject({ code: -1, msg: '签名校验失败，请返回重试！' });
    for (const language of languages) {
      const shown = await newest(language);
      expect(shown).toMatchObject({
        result: 'bad_signature',
        signed: false,
        signedText: `${joined(fields)}<key>`,
        diagnosis: { name: mistake, text: epayMistakeTexts[mistake][language] },
      });
      const isTextWrong = shown.sentText !== shown.signedText;
      expect(shown.differsAt === null).toBe(!isTextWrong);
      expect(JSON.stringify(shown)).not.toContain(EPAY_KEY);
      expect(JSON.stringify(shown)).not.toContain(KEY);
    }
  });
});

it('the dialect with &key= and an empty value are found together', async () => {
  const fields = newFields(pid, { param: '' });
  const text = joined({ ...fields, param: '\0' }).replace('\0', '');
  await mapi({ ...fields, sign: md5(`${text}&key=${EPAY_KEY}`), sign_type: 'MD5' });
  expect(await newest()).toMatchObject({ diagnosis: { name: 'key_named' }, sentText: `${text}&key=<key>` });
});

it('no key of a plugin gets into the log, wherever it is sent', async () => {
  const keys = [EPAY_KEY, KEY];
  for (const key of keys) {
    const places: Fields[] = [
      { name: `Tea ${key}` },
      { param: key },
      { out_trade_no: key },
      { notify_url: `https://shop.example/notify?key=${key}` },
      { key },
      { sitename: key },
      { [key]: 'x' },
      { money: key },
    ];
    for (const fields of places)
      for (const by of [EPAY_KEY, 'another-key-0123456789abcdefghij'])
        await ask(app, '/epay/mapi.php', kitSigned(newFields(pid, fields), by), { headers: { 'user-agent': key } });
    await ask(app, '/epay/mapi.php', { ...newFields(pid), sign: key, sign_type: key });
    await ask(app, '/epay/submit.php', kitSigned(newFields(pid, { type: '', name: key })));
  }
  for (const act of ['query', 'order', 'orders', 'settle', 'refund', EPAY_KEY]) {
    await api({ act, out_trade_no: EPAY_KEY });
    await api({ act, key: `${EPAY_KEY}x` }, { ip: '198.51.100.1' });
    app.clock.advance(60_001);
  }
  await app.gateway.settled();
  const { rows } = await app.db.pool.query<{ row: string }>(
    'select gateway_requests::text as row from gateway_requests where member_no = $1',
    [pid],
  );
  expect(rows.length).toBeGreaterThan(40);
  for (const { row } of rows) for (const key of keys) expect(row).not.toContain(key);
});

describe('signed requests that payers repeat', () => {
  const notKept = async () => (await log.listed(BigInt(pid))).extend.notKept.unsigned;

  it('are kept as far as unsigned ones, apart from them, and the shop’s own are all kept', async () => {
    const paid = kitSigned(newFields(pid));
    expect((await ask(app, '/epay/submit.php', paid)).statusCode).toBe(302);
    await app.pay(pid, paid['out_trade_no'] ?? '');
    const payer = { ip: '203.0.113.77' };
    for (let sent = 0; sent < 105; sent += 1) {
      await ask(app, '/epay/submit.php', paid, payer);
      await mapi({ ...paid, sign: 'x' }, payer);
    }
    expect(await notKept()).toBe(10);
    for (let sent = 0; sent < 105; sent += 1) await mapi(paid);
    expect(await notKept()).toBe(10);
  });
});
