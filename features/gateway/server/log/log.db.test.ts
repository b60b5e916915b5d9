/** The gateway log from a request at the gateway to what its owner sees, on a real database. */
import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonicalText, md5Text, newNonce, signHmac, signRsa } from '@countinghouse/sdk/signing';
import type { Answer, Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import { type Language, languages } from '#foundation/core/words.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { diagnosisTexts } from '../../diagnosis-words.ts';
import type { LogFilter, LoggedRequest } from '../../log-contract.ts';
import { signingMistakeTexts, type timestampMistakeTexts } from '../../signing-mistake-words.ts';
import {
  ACCOUNT,
  gatewayApp,
  type GatewayApp,
  KEY,
  merchantRsa,
  order,
  payout,
  send,
  type Signed,
  type SignOptions,
  signed,
} from '../gateway-for-tests.ts';
import { gatewayJobs } from '../jobs.ts';
import type { Answered } from './answered.ts';
import { requestLog } from './log.ts';
import { type LogPage, type LogReader, logReader } from './log-for-tests.ts';
import { newRequestId } from './request-id.ts';
import { deleteRequests } from './store.ts';

let app: GatewayApp;
let log: LogReader;
let memberNo: bigint;
let stranger: Visitor;

beforeAll(async () => {
  app = await gatewayApp();
  await app.addChannel();
  log = await logReader(app);
  stranger = log.visitor(await app.addMerchant());
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(3_600_000);
  memberNo = await app.addMerchant();
});

const owner = (): Visitor => log.visitor(memberNo);
const listed = (filter: LogFilter = {}): Promise<LogPage> => log.listed(memberNo, filter);
const newest = (language: Language = 'en'): Promise<LoggedRequest> => log.newest(memberNo, language);

const sign = (path: string, fields: Record<string, unknown>, options: Partial<SignOptions> = {}): Signed =>
  signed(path, fields, { memberNo, signType: 'HMAC-SHA256', clock: app.clock, ...options });

const timestamp = (): string => Math.floor(app.clock.now().getTime() / 1000).toString();

describe('the list', () => {
  it('shows served and refused requests, newest first, with what tells them apart', async () => {
    const fields = order();
    await send(app.server, sign('/pay/create', fields));
    app.clock.advance(1000);
    await send(app.server, sign('/balance', {}, { signType: 'RSA-SHA256' }));
    app.clock.advance(1000);
    await send(app.server, sign('/pay/create', order({ channel: 'none' }), { signType: 'MD5' }), { ip: '127.0.0.1' });
    const { list, total, extend } = await listed();
    expect(list).toMatchObject([
      { path: '/pay/create', result: 'channel_unknown', httpStatus: 200, ip: '127.0.0.1', signType: 'MD5', key: 'new' },
      { path: '/balance', result: 'ok', signType: 'RSA-SHA256', key: null, orderNo: null },
      { path: '/pay/create', result: 'ok', signType: 'HMAC-SHA256', key: 'new', orderNo: fields['orderNo'] },
    ]);
    expect(total).toBe(3);
    expect(extend).toMatchObject({
      capped: false,
      errors: [{ error: 'channel_unknown', path: '/pay/create', count: 1, lastAt: app.clock.now().toISOString() }],
      notKept: { unsigned: 0, served: 0, lost: 0 },
    });
  });

  it('is filtered by call, result, order number, address, sign type, key, range and one search', async () => {
    const fields = order({ channel: 'none' });
    await send(app.server, sign('/balance', {}));
    const before = app.clock.now();
    app.clock.advance(60_000);
    await send(app.server, sign('/balance', {}), { ip: '203.0.113.9' });
    await app.db.transaction((tx) => app.keys.rotate(tx, memberNo, 24));
    app.keys.forget(memberNo);
    app.clock.advance(60_000);
    await send(app.server, sign('/pay/create', fields, { signType: 'MD5' }));
    const [old] = (await listed()).list;
    const count = async (filter: LogFilter): Promise<number> => (await listed(filter)).total;
    expect(await count({ path: '/balance' })).toBe(2);
    expect(await count({ result: 'ok' })).toBe(1);
    expect(await count({ result: ['ok', 'ip_not_allowed'] })).toBe(2);
    expect(await count({ result: 'ip_not_allowed' })).toBe(1);
    expect(await count({ orderNo: String(fields['orderNo']) })).toBe(1);
    expect(await count({ ip: '203.0.113.9' })).toBe(1);
    expect(await count({ signType: 'MD5' })).toBe(1);
    expect(await count({ key: 'old' })).toBe(1);
    expect(await count({ key: 'new' })).toBe(2);
    const from = new Date(before.getTime() + 1).toISOString();
    expect(await count({ range: { from } })).toBe(2);
    expect(await count({ range: { to: from } })).toBe(1);
    expect(await count({ q: String(fields['orderNo']).slice(0, -1) })).toBe(1);
    expect(await count({ q: '203.0.113.9' })).toBe(1);
    expect(await count({ q: old?.requestId ?? '' })).toBe(1);
    expect(await count({ q: '%' })).toBe(0);
    expect((await listed({ page: 2, limit: 2, order: 'asc' })).list).toEqual([old]);
    expect((await owner().post('/apisettings/gatewayLog', { ip: '1.2.3.4/8' })).code).toBe(-1);
    expect((await stranger.post<LogPage>('/apisettings/gatewayLog', {})).data?.total).toBe(0);
  });

  it('counts the errors of a day by name and call, and says how many requests were not kept', async () => {
    await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayLogServedPerSecond: 2 }));
    app.clock.advance(2000);
    const first = app.clock.now();
    for (let index = 0; index < 5; index += 1) await send(app.server, sign('/balance', {}));
    for (let index = 0; index < 103; index += 1)
      await send(app.server, sign('/balance', {}, { key: 'another-key-0123456789' }));
    app.clock.advance(1000);
    await send(app.server, sign('/pay/query', { orderNo: 'none' }));
    const { extend, list } = await listed({ result: 'ok' });
    expect(list).toHaveLength(2);
    expect(extend).toMatchObject({
      errors: [
        {
          error: 'bad_signature',
          path: '/balance',
          count: 100,
          firstAt: first.toISOString(),
          lastAt: first.toISOString(),
        },
        { error: 'not_found', path: '/pay/query', count: 1 },
      ],
      notKept: { unsigned: 3, served: 3, lost: 0 },
      servedPerSecond: 2,
    });
    await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayLogServedPerSecond: 20 }));
    app.clock.advance(86_400_000 + 3_600_000);
    expect((await listed()).extend).toMatchObject({ errors: [], notKept: { unsigned: 0, served: 0 } });
  });
});

describe('one request', () => {
  it('shows fields, headers, signed text and reply, and nothing private', async () => {
    const fields = payout({ holder: '张三丰' });
    const request = sign('/payout/create', fields);
    await send(app.server, request);
    const shown = await newest();
    const { merchantNo, nonce, sign: signature } = { ...partsOf(request), merchantNo: memberNo.toString() };
    expect(shown).toMatchObject({
      result: 'balance_insufficient',
      signed: true,
      signature,
      diagnosis: { name: 'balance_insufficient', text: diagnosisTexts.balance_insufficient.en },
      sentText: null,
    });
    expect(shown.signedText).toBe(
      canonicalText({ method: 'POST', path: request.path, timestamp: timestamp(), nonce, body: request.body }),
    );
    expect(shown.fields).toContainEqual({ name: 'account', value: '622202****5702', wrong: null });
    expect(shown.fields).toContainEqual({ name: 'holder', value: '张…', wrong: null });
    expect(shown.headers).toContainEqual({ name: 'x-merchant-no', value: merchantNo });
    expect(JSON.parse(shown.reply ?? '')).toMatchObject({ code: 0, error: 'balance_insufficient' });
    const { rows } = await app.db.pool.query(
      'select gateway_requests::text as row from gateway_requests where member_no = $1',
      [memberNo],
    );
    for (const text of [JSON.stringify(shown), JSON.stringify(rows)])
      for (const secret of [KEY, ACCOUNT, '张三丰']) expect(text).not.toContain(secret);
  });

  it('is not shown to another member, and neither is one that does not exist', async () => {
    await send(app.server, sign('/balance', {}));
    const [row] = (await listed()).list;
    for (const requestId of [row?.requestId, '00000000-0000-7000-8000-000000000000']) {
      const answer: Answer = await stranger.post('/apisettings/gatewayRequest', { requestId });
      expect(answer).toMatchObject({ code: 0, error: 'not_found' });
    }
    expect(await owner().post('/apisettings/gatewayRequest', { requestId: 'x' })).toMatchObject({ code: -1 });
  });

  it('names each wrong field in the reader’s language', async () => {
    await send(app.server, sign('/pay/create', order({ amount: '1,00', subject: 'x'.repeat(300) })));
    const shown = await newest('es');
    expect(shown.diagnosis?.name).toBe('bad_request');
    expect(shown.diagnosis?.text).toContain('amount, subject');
    expect(shown.fields.filter(({ wrong }) => wrong !== null).map(({ name }) => name)).toEqual(['amount', 'subject']);
    expect(shown.fields.find(({ name }) => name === 'subject')?.wrong).toContain('255');
  });

  it('says when a request was signed by the old key', async () => {
    await app.db.transaction((tx) => app.keys.rotate(tx, memberNo, 24));
    app.keys.forget(memberNo);
    await send(app.server, sign('/balance', {}));
    expect(await newest()).toMatchObject({ result: 'ok', key: 'old', diagnosis: { name: 'served_by_old_key' } });
  });
});

describe('a wrong signature', () => {
  const all = (fields: Record<string, string>): Record<string, string> => ({
    ...fields,
    merchantNo: memberNo.toString(),
    timestamp: timestamp(),
    nonce: newNonce(),
    signType: 'MD5',
  });
  const sendMd5 = (fields: Record<string, string>, signature: string) =>
    send(app.server, {
      path: '/gateway/v1/payout/create',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, sign: signature }),
    });
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex').toUpperCase();

  it('of MD5 is explained with both texts, private values masked in both', async () => {
    const fields = all({
      orderNo: 'P-1',
      amount: '1.00',
      type: 'bank',
      holder: '张三丰',
      account: ACCOUNT,
      bank: 'ICBC',
    });
    const encoded = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, encodeURIComponent(value)]),
    );
    await sendMd5(fields, md5(`${md5Text(encoded)}&key=${KEY}`));
    const shown = await newest();
    expect(shown).toMatchObject({ result: 'bad_signature', signed: false, diagnosis: { name: 'values_encoded' } });
    expect(shown.diagnosis?.text).toBe(signingMistakeTexts.values_encoded.en);
    const right = md5Text({ ...fields, account: '622202****5702', holder: '张…' });
    expect(shown.signedText).toBe(`${right}&key=<key>`);
    expect(shown.sentText).not.toBe(null);
    for (const secret of [KEY, ACCOUNT, '张三丰', encodeURIComponent('张三丰')])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it.each<[keyof typeof signingMistakeTexts, (body: string, text: string) => string]>([
    ['key_with_newline', (_body, text) => signHmac(text, `${KEY}\n`)],
    ['path_without_base', (_body, text) => signHmac(text.replace('/gateway/v1', ''), KEY)],
    ['base64_for_hex', (_body, text) => createHmac('sha256', KEY).update(text).digest('base64')],
  ])('of HMAC-SHA256 is explained: %s', async (mistake, signatureOf) => {
    const body = JSON.stringify(order());
    const message = { method: 'POST', path: '/gateway/v1/pay/create', timestamp: timestamp(), nonce: newNonce(), body };
    await send(app.server, {
      path: message.path,
      headers: {
        'content-type': 'application/json',
        'x-merchant-no': memberNo.toString(),
        'x-timestamp': message.timestamp,
        'x-nonce': message.nonce,
        'x-sign-type': 'HMAC-SHA256',
        'x-sign': signatureOf(body, canonicalText(message)),
      },
      body,
    });
    for (const language of languages) {
      const shown = await newest(language);
      expect(shown.diagnosis).toEqual({ name: mistake, text: signingMistakeTexts[mistake][language] });
    }
  });

  it('of RSA-SHA256 is explained by the public key on file', async () => {
    const request = sign('/balance', {}, { signType: 'RSA-SHA256' });
    const { nonce } = partsOf(request);
    const text = canonicalText({
      method: 'GET',
      path: request.path,
      timestamp: timestamp(),
      nonce,
      body: request.body,
    });
    const headers = { ...request.headers, 'X-Sign': signRsa(text, merchantRsa.privateKey) };
    await send(app.server, { ...request, headers });
    const shown = await newest();
    expect(shown).toMatchObject({ diagnosis: { name: 'method_wrong' }, sentText: text, differsAt: 0 });
    expect(shown.signedText?.slice(0, 4)).toBe('POST');
  });

  it('that no mistake explains says that the key is another one, and tells nothing else', async () => {
    const request = sign('/balance', {}, { key: 'another-key-0123456789' });
    await send(app.server, request);
    const shown = await newest();
    expect(shown).toMatchObject({ diagnosis: { name: 'bad_signature' }, sentText: null, differsAt: null });
    const right = signHmac(shown.signedText ?? '', KEY);
    expect(JSON.stringify(shown)).not.toContain(right);
  });

  it('is kept with its body sealed, so that no dump shows it', async () => {
    await send(app.server, sign('/balance', { q: 'plain-text-in-the-body' }, { key: 'another-key-0123456789' }));
    await app.gateway.settled();
    const { rows } = await app.db.pool.query<{ text: string; length: number }>(
      "select encode(body_sealed, 'escape') as text, length(body_sealed) as length from gateway_requests where member_no = $1",
      [memberNo],
    );
    expect(rows[0]?.length).toBeGreaterThan(30);
    expect(rows[0]?.text).not.toContain('plain-text');
  });
});

describe('a timestamp', () => {
  it.each<[keyof typeof timestampMistakeTexts, (nowS: number) => string]>([
    ['milliseconds', (nowS) => `${nowS}000`],
    ['time_zone', (nowS) => String(nowS + 8 * 3600)],
    ['clock', (nowS) => String(nowS - 640)],
  ])('outside the window is explained: %s', async (mistake, of) => {
    await send(app.server, sign('/balance', {}, { timestamp: of(Number(timestamp())), signType: 'MD5' }));
    expect((await newest()).diagnosis?.name).toBe(mistake);
  });
});

describe('the log of a busy or broken platform', () => {
  const answered = (): Answered => ({
    memberNo,
    at: app.clock.now(),
    path: '/balance',
    ip: '127.0.0.1',
    result: 'ok',
    httpStatus: 200,
    durationMs: 1,
    signed: true,
    ownAddress: true,
    key: 'new',
    received: undefined,
    read: { fields: {}, notText: [], signType: undefined },
    faults: [],
    reply: null,
    secrets: [],
  });

  it('drops what does not fit while the database is slow, counts it, and delays no answer', async () => {
    const busy = requestLog({ ...app, log: silentLog, maxWaiting: 3 });
    for (let index = 0; index < 10; index += 1) busy.note(answered(), 1_000);
    await busy.settled();
    expect(await listed()).toMatchObject({ total: 3, extend: { notKept: { lost: 7 } } });
  });

  it('counts as lost what the database refuses', async () => {
    const broken = requestLog({ ...app, log: silentLog });
    broken.note({ ...answered(), ip: 'no address' }, 10);
    await broken.settled();
    expect(await listed()).toMatchObject({ total: 0, extend: { notKept: { lost: 1 } } });
  });

  it('keeps what another endpoint refuses and serves, with its own fields and no secret', async () => {
    const { memberNo: owned, at, ip, ownAddress, read, faults } = answered();
    const elsewhere = {
      memberNo: owned,
      at,
      ip,
      ownAddress,
      faults,
      path: '/epay/submit.php',
      read: { ...read, signType: 'MD5' as const, fields: { name: 'a-secret-key', other: 'unknown' } },
      durationMs: 3,
      secrets: ['a-secret-key'],
      key: null,
      foreign: {
        orderNo: 'E.1|2',
        fieldNames: ['name'],
        headers: { 'user-agent': 'shop/1.0', cookie: 'none' },
        signature: 'ab12',
        facts: { fault: 'rate' },
        body: undefined,
      },
    };
    const kept = {
      path: '/epay/submit.php',
      orderNo: 'E.1|2',
      durationMs: 3,
      signature: 'ab12',
      headers: [{ name: 'user-agent', value: 'shop/1.0' }],
      fields: [
        { name: 'name', value: '…', wrong: null },
        { name: 'other', value: '…', wrong: null },
      ],
    };
    app.gateway.noteRefusal({
      ...elsewhere,
      error: 'rate_limited',
      signed: false,
      httpStatus: 429,
      reply: 'no: a-secret-key',
    });
    expect(await newest()).toMatchObject({ ...kept, result: 'rate_limited', httpStatus: 429, reply: 'no: …' });
    const served = { ...elsewhere, signed: true, servedPerSecond: 1, httpStatus: 302, reply: null };
    app.gateway.noteServed(served);
    expect(await newest()).toMatchObject({ ...kept, result: 'ok', httpStatus: 302, reply: null });
    app.gateway.noteServed(served);
    await app.gateway.settled();
    expect((await listed()).extend.notKept).toMatchObject({ served: 1 });
  });
});

describe('old and excess requests', () => {
  async function fill(count: number, result: string, at: Date): Promise<void> {
    for (let index = 0; index < count; index += 1)
      await app.db.pool.query(
        `insert into gateway_requests (member_no, request_id, at, path, result, http_status, duration_ms, ip, signed, request)
         values ($1, $2, $3, '/balance', $4, 200, 1, '127.0.0.1', true, '{"fields":{},"wrong":{}}')`,
        [memberNo, newRequestId(new Date(at.getTime() + index)), new Date(at.getTime() + index), result],
      );
  }
  const beyond = async (maxRequests: number): Promise<void> => {
    await gatewayJobs({ ...app, maxRequests })
      .find(({ name }) => name === 'gateway requests-beyond')
      ?.run();
  };

  it('of a busy merchant: served ones beyond half go first, then the oldest', async () => {
    await fill(4, 'not_found', new Date(app.clock.now().getTime() - 60_000));
    await fill(10, 'ok', app.clock.now());
    await beyond(10);
    expect((await listed({ result: 'ok' })).total).toBe(6);
    expect((await listed({ result: 'not_found' })).total).toBe(4);
    await beyond(4);
    expect((await listed({ result: 'ok' })).total).toBe(2);
    expect((await listed({ result: 'not_found' })).total).toBe(2);
  });

  it('are deleted after 30 days, those of the release before too', async () => {
    await fill(3, 'not_found', new Date(app.clock.now().getTime() - 31 * 86_400_000));
    await fill(1, 'not_found', app.clock.now());
    await gatewayJobs(app)
      .find(({ name }) => name === 'gateway old-requests')
      ?.run();
    expect((await listed()).total).toBe(1);
  });

  it('refusals that the release before has written appear in the log', async () => {
    await app.db.pool.query(
      `insert into gateway_refusals (member_no, refusal_id, at, path, sign_type, ip, error, order_no, request, signed)
       values ($1, $2, $3, '/balance', 'MD5', '127.0.0.1', 'bad_signature', 'A-1', '{"fields":{"orderNo":"A-1"},"wrong":{}}', false)`,
      [memberNo, newRequestId(app.clock.now()), app.clock.now()],
    );
    await app.db.pool.query('insert into gateway_refusals_unkept values ($1, $2, 7, $2, $2)', [
      memberNo,
      app.clock.now(),
    ]);
    await gatewayJobs(app)
      .find(({ name }) => name === 'gateway refusals-moved')
      ?.run();
    const { list, extend } = await listed();
    expect(list).toMatchObject([{ result: 'bad_signature', orderNo: 'A-1', signType: 'MD5' }]);
    expect(extend.notKept.unsigned).toBe(7);
    expect((await newest()).diagnosis?.name).toBe('bad_signature');
    const { rowCount } = await app.db.pool.query('select from gateway_refusals where member_no = $1', [memberNo]);
    expect(rowCount).toBe(0);
    await deleteRequests(app.db, memberNo, [list[0]?.requestId ?? '']);
    expect((await listed()).total).toBe(0);
  });
});

function partsOf({ headers, body }: Signed): { nonce: string; sign: string } {
  const fields = headers['X-Nonce'] === undefined ? (JSON.parse(body) as Record<string, string>) : {};
  return { nonce: headers['X-Nonce'] ?? fields['nonce'] ?? '', sign: headers['X-Sign'] ?? fields['sign'] ?? '' };
}
