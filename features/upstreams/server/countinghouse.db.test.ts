import type { KeyObject } from 'node:crypto';
import { type CallbackToSign, signCallback } from '@countinghouse/sdk/callbacks';
import { newNonce, type SignType } from '@countinghouse/sdk/signing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { systemNoTime } from '#foundation/core/system-number.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing, type Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import type { PaymentRequest, RawNotification } from './connector.ts';
import { FakeGateway, key, merchantNo, ours, theirs } from './gateway-for-tests.ts';
import { type UpstreamVerbs, upstreamVerbs } from './verbs.ts';

const signTypes = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const;
const upstreamIds: Record<SignType, number> = { MD5: 1, 'HMAC-SHA256': 2, 'RSA-SHA256': 3 };
const [CLOSED, LOCKED, UNSET, UNREADABLE, ODD] = [4, 5, 6, 7, 8];
const clock = new SettableClock(new Date());
const publicUrl = 'https://pay.example';

let db: TestDatabase;
let gateway: FakeGateway;
let outgoing: Outgoing;
let upstreams: UpstreamVerbs;
let numbers = 2_611_200_415_300_000_000n;

beforeAll(async () => {
  db = await testDatabase();
  gateway = await FakeGateway.start(clock);
  outgoing = createOutgoing({ allow: [gateway.host, '127.0.0.1:9'] });
  upstreams = upstreamVerbs({
    db,
    clock,
    sealer: new Sealer(Buffer.alloc(32, 7)),
    outgoing,
    publicUrl,
    log: silentLog,
  });
  const common = {
    baseUrl: gateway.url,
    merchantNo,
    currency: 'CNY',
    channels: { qr: 'their_qr', our_special: 'their_special' },
  };
  const keyed = { ...common, signType: 'HMAC-SHA256', key };
  await db.transaction(async (tx) => {
    const add = (upstreamId: number, settings: object): Promise<void> =>
      upstreams.addUpstream(tx, { upstreamId, connector: 'countinghouse', name: 'Theirs', settings });
    await add(1, { ...keyed, signType: 'MD5' });
    await add(2, keyed);
    await add(3, {
      ...common,
      signType: 'RSA-SHA256',
      privateKey: pem(ours.privateKey),
      platformPublicKey: pem(theirs.publicKey),
    });
    await add(CLOSED, { ...keyed, baseUrl: 'http://127.0.0.1:9/gateway/v1' });
    await add(LOCKED, { ...keyed, baseUrl: 'http://10.0.0.1/gateway/v1' });
    await add(UNSET, { ...keyed, key: '' });
    await add(UNREADABLE, {
      ...common,
      signType: 'RSA-SHA256',
      privateKey: pem(ours.publicKey),
      platformPublicKey: pem(theirs.publicKey),
    });
    await add(ODD, { ...keyed, baseUrl: `${gateway.url}?x=1` });
  });
});
afterEach(() => {
  gateway.next = undefined;
});
afterAll(async () => {
  await upstreams.idle();
  await outgoing.close();
  await gateway.stop();
  await db.close();
});

describe.each(signTypes)('signed with %s', (signType) => {
  const upstreamId = upstreamIds[signType];

  test('a payment is created under an order number that leads back to our order', async () => {
    const request = payment({ subject: 'Tea & cake = 50% off' });
    const created = await upstreams.createPayment(upstreamId, request);
    expect(created).toEqual({
      upstreamNo: `9${request.systemNo}`.slice(0, 19),
      payUrl: 'https://their.example/cashier/1',
      qrContent: 'https://their.example/qr/1',
    });
    expect(gateway.orders.get(`20000001-${request.systemNo}`)).toEqual({
      orderNo: `20000001-${request.systemNo}`,
      amount: '128.50',
      currency: 'CNY',
      channel: 'their_qr',
      notifyUrl: `${publicUrl}/upstream/${upstreamId}/notify`,
      subject: signType === 'MD5' ? 'Tea   cake   50% off' : 'Tea & cake = 50% off',
      clientIp: '203.0.113.9',
      expireMinutes: '30',
      returnUrl: expect.stringMatching(/^https:\/\/pay\.example\/return\/20000001-\d{19}\.[\w-]{27}$/),
    });
  });

  test('a query returns the payment’s status', async () => {
    const request = payment();
    const ref = { ...request, upstreamNo: null };
    expect(await upstreams.queryPayment(upstreamId, ref)).toMatchObject({
      status: 'unpaid',
      upstreamNo: '',
      amountMinor: 0n,
    });
    await upstreams.createPayment(upstreamId, request);
    for (const [status, means] of [
      ['unpaid', 'unpaid'],
      ['expired', 'unpaid'],
      ['success', 'paid'],
      ['reversed', 'failed'],
    ] as const) {
      gateway.status = status;
      expect(await upstreams.queryPayment(upstreamId, ref)).toMatchObject({
        memberNo: request.memberNo,
        systemNo: request.systemNo,
        status: means,
        amountMinor: 12_850n,
        currency: 'CNY',
      });
    }
  });

  test('a callback is accepted once and says what was paid', async () => {
    const request = payment();
    const raw = callback(signType, request);
    expect(await upstreams.readNotification(upstreamId, raw)).toEqual({
      ok: true,
      acknowledgement: 'success',
      payment: {
        memberNo: request.memberNo,
        systemNo: request.systemNo,
        upstreamNo: '9'.repeat(19),
        amountMinor: 12_850n,
        currency: 'CNY',
        status: 'paid',
        paidAt: new Date('2026-11-20T04:20:00Z'),
      },
    });
    expect(await upstreams.readNotification(upstreamId, raw)).toMatchObject({ ok: false, failure: 'replayed' });
  });

  test('a callback with any byte changed is rejected', async () => {
    const raw = callback(signType, payment());
    const body = Buffer.from(raw.rawBody).toString();
    const counted = await Promise.all(
      Array.from(body, async (character, at) => {
        const rawBody = Buffer.from(body.slice(0, at) + (character === '1' ? '2' : '1') + body.slice(at + 1));
        return (await upstreams.readNotification(upstreamId, { ...raw, rawBody })).ok;
      }),
    );
    expect(counted.filter(Boolean)).toEqual([]);
  });

  test.each<[what: string, failure: string, change: (signed: Partial<CallbackToSign>) => Partial<CallbackToSign>]>([
    [
      'signed with another key',
      'bad_signature',
      () => ({ key: signType === 'RSA-SHA256' ? ours.privateKey : 'a-key-that-nobody-uses' }),
    ],
    ['old', 'stale', () => ({ timestamp: `${nowS() - 301}` })],
    ['for another merchant', 'wrong_account', ({ fields }) => ({ fields: { ...fields, merchantNo: '30000002' } })],
    [
      'with a weaker or stronger signature',
      'bad_signature',
      () => (signType === 'MD5' ? { signType: 'HMAC-SHA256', key } : { signType: 'MD5', key }),
    ],
    [
      'about an order number that we did not make',
      'malformed',
      ({ fields }) => ({ fields: { merchantNo, ...fields, orderNo: 'INV-1' } }),
    ],
    [
      'about a payout',
      'malformed',
      ({ fields }) => ({ fields: { merchantNo, ...fields, obtained: null, status: 'paid' } }),
    ],
    ['with a zero amount', 'malformed', ({ fields }) => ({ fields: { merchantNo, ...fields, amount: '0.00' } })],
    [
      'with a fraction of a cent',
      'malformed',
      ({ fields }) => ({ fields: { merchantNo, ...fields, amount: '128.505' } }),
    ],
    ['with an unknown status', 'malformed', ({ fields }) => ({ fields: { merchantNo, ...fields, status: 'paid' } })],
  ])('a callback %s is rejected: %s', async (_what, failure, change) => {
    expect(await upstreams.readNotification(upstreamId, callback(signType, payment(), change))).toEqual({
      ok: false,
      failure,
    });
  });

  test('a reply that is unsigned, or signed with another key, is not accepted', async () => {
    const foreignKey = signType === 'RSA-SHA256' ? ours.privateKey : 'a-key-that-nobody-uses';
    for (const next of [{ signWith: foreignKey }, { signWith: undefined }] as const) {
      gateway.next = { times: 1, ...next };
      await expect(upstreams.createPayment(upstreamId, payment())).rejects.toMatchObject({
        kind: 'unknown',
        reason: expect.stringMatching(/^reply_(mismatch|missing)$/),
      });
    }
  });
});

describe('failures and special cases', () => {
  test('a reply with another amount is not accepted', async () => {
    gateway.next = { times: 1, answer: (data) => ({ code: 1, msg: '', data: { ...data, amount: '1.00' } }) };
    await expect(upstreams.createPayment(2, payment())).rejects.toMatchObject({
      kind: 'unknown',
      reason: 'amount_differs',
    });
  });

  test('a payment page that is not http or https is not accepted', async () => {
    gateway.next = {
      times: 1,
      answer: (data) => ({ code: 1, msg: '', data: { ...data, payUrl: 'javascript:alert(1)' } }),
    };
    await expect(upstreams.createPayment(2, payment())).rejects.toMatchObject({ kind: 'unknown', reason: 'malformed' });
  });

  test('a refusal keeps its error name', async () => {
    gateway.next = { times: 1, answer: () => ({ code: 0, msg: 'closed', error: 'channel_closed' }) };
    const request = payment();
    await expect(upstreams.createPayment(2, request)).rejects.toMatchObject({
      kind: 'refused',
      reason: 'channel_closed',
    });
    await upstreams.idle();
    expect(await upstreams.exchangesOf(request.memberNo, request.systemNo)).toMatchObject([
      { operation: 'create', ok: false, error: 'refused: channel_closed' },
    ]);
  });

  test('a lost reply is retried once under the same number', async () => {
    gateway.next = { times: 1, drop: true };
    expect((await upstreams.createPayment(2, payment())).payUrl).toContain('their.example');
    gateway.next = { times: 9, drop: true };
    await expect(upstreams.createPayment(2, payment())).rejects.toMatchObject({ kind: 'unknown', reason: 'network' });
    expect(gateway.next.times).toBe(7);
  });

  test('an order that is requested again minutes later is still the same order to them', async () => {
    const request = payment();
    gateway.next = { times: 2, answer: () => ({ code: 0, msg: 'busy', error: 'upstream_unavailable' }) };
    await expect(upstreams.createPayment(2, request)).rejects.toMatchObject({ reason: 'upstream_unavailable' });
    const startedAt = clock.now();
    gateway.next = undefined;
    clock.set(new Date(startedAt.getTime() + 12 * 60_000));
    expect((await upstreams.createPayment(2, request)).payUrl).toContain('their.example');
    clock.set(startedAt);
  });

  test('a gateway error may have created the payment, a rate limit has not', async () => {
    gateway.next = { times: 2, http: 502 };
    await expect(upstreams.createPayment(2, payment())).rejects.toMatchObject({ kind: 'unknown', reason: 'http' });
    gateway.next = { times: 2, http: 429 };
    await expect(upstreams.createPayment(2, payment())).rejects.toMatchObject({ kind: 'unreachable', reason: 'http' });
  });

  test.each([
    [CLOSED, 'a closed port'],
    [LOCKED, 'a private address'],
  ])('upstream %i, at %s, is unreachable', async (upstreamId) => {
    await expect(upstreams.createPayment(upstreamId, payment())).rejects.toMatchObject({
      kind: 'unreachable',
      reason: 'network',
    });
  });

  test.each([
    [UNSET, 'key'],
    [UNREADABLE, 'readable key'],
    [ODD, 'valid address'],
  ])('upstream %i, without a %s, takes no payments and its callbacks are rejected', async (upstreamId) => {
    await expect(upstreams.createPayment(upstreamId, payment())).rejects.toMatchObject({
      kind: 'refused',
      reason: 'unconfigured',
    });
    expect(await upstreams.readNotification(upstreamId, callback('HMAC-SHA256', payment()))).toEqual({
      ok: false,
      failure: 'unconfigured',
    });
  });

  test('another currency, or a channel that they do not serve, is refused without a request', async () => {
    const ordersBefore = gateway.orders.size;
    await expect(upstreams.createPayment(2, payment({ currency: 'USD' }))).rejects.toMatchObject({
      kind: 'refused',
      reason: 'currency_not_served',
    });
    await expect(upstreams.createPayment(2, payment({ mode: 'cash' }))).rejects.toMatchObject({
      kind: 'refused',
      reason: 'channel_not_served',
    });
    expect(gateway.orders.size).toBe(ordersBefore);
  });

  test('the call code takes precedence over the mode, and an order without a return address gets none', async () => {
    const request = payment({ channelCode: 'our_special', returnUrl: null });
    await upstreams.createPayment(2, request);
    const sent = gateway.orders.get(`20000001-${request.systemNo}`);
    expect([sent?.['channel'], sent?.['returnUrl']]).toEqual(['their_special', undefined]);
  });
});

/** A callback as their platform sends it. */
function callback(
  signType: SignType,
  { memberNo, systemNo }: PaymentRequest,
  change: (signed: Partial<CallbackToSign>) => Partial<CallbackToSign> = () => ({}),
): RawNotification {
  const fields = {
    merchantNo,
    orderNo: `${memberNo}-${systemNo}`,
    systemNo: '9'.repeat(19),
    amount: '128.50',
    fee: '1.00',
    obtained: '127.50',
    status: 'success',
    paidAt: '2026-11-20T04:20:00.000Z',
    notifyId: 'payin-1',
  };
  const sent: CallbackToSign = {
    notifyUrl: `${publicUrl}/upstream/${upstreamIds[signType]}/notify`,
    fields,
    signType,
    key: signType === 'RSA-SHA256' ? theirs.privateKey : key,
    timestamp: `${nowS()}`,
    nonce: newNonce(),
  };
  const { headers, body } = signCallback({ ...sent, ...change(sent) });
  const lowerCased = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method: 'POST', query: {}, headers: lowerCased, rawBody: Buffer.from(body) };
}

function payment(given: Partial<PaymentRequest> = {}): PaymentRequest {
  numbers += 1n;
  return {
    memberNo: 20_000_001n,
    systemNo: numbers,
    amountMinor: 12_850n,
    currency: 'CNY',
    mode: 'qr',
    channelCode: 'our_qr',
    subject: 'Two tickets',
    returnUrl: 'https://shop.example/done',
    clientIp: '203.0.113.9',
    expiresAt: new Date(systemNoTime(numbers).getTime() + 30 * 60_000),
    ...given,
  };
}

function nowS(): number {
  return Math.floor(clock.now().getTime() / 1000);
}

function pem(one: KeyObject): string {
  return one.export({ type: one.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' });
}
