import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { openDatabase } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { notificationStatus, type PaymentRequest, type RawNotification, UpstreamError } from './connector.ts';
import { type UpstreamDeps, type UpstreamVerbs, upstreamVerbs } from './verbs.ts';

const key = 'a-sandbox-key-of-the-tests';
const otherKey = 'another-sandbox-key-of-the-tests';
const clock = new SettableClock('2026-11-20T04:15:30Z');
const nowS = clock.now().getTime() / 1000;
const outgoing = createOutgoing({ allow: [] });
let db: TestDatabase;
let deps: UpstreamDeps;
let upstreams: UpstreamVerbs;

beforeAll(async () => {
  db = await testDatabase();
  deps = {
    db,
    clock,
    sealer: new Sealer(Buffer.alloc(32, 7)),
    outgoing,
    publicUrl: 'https://pay.example',
    log: silentLog,
  };
  upstreams = upstreamVerbs(deps);
  await db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, { upstreamId: 1, connector: 'sandbox', name: 'Sandbox', settings: { key } });
    await upstreams.addUpstream(tx, {
      upstreamId: 2,
      connector: 'sandbox',
      name: 'Other',
      settings: { key: otherKey },
    });
    await upstreams.addUpstream(tx, { upstreamId: 3, connector: 'sandbox', name: 'Unset', settings: {} });
    await upstreams.addUpstream(tx, { upstreamId: 4, connector: 'sandbox', name: 'Moved', settings: { key } });
  });
  await sql`update upstreams set settings_sealed = (select settings_sealed from upstreams where upstream_id = 1) where upstream_id = 4`.execute(
    db,
  );
});
afterAll(async () => {
  await upstreams.idle();
  await outgoing.close();
  await db.close();
});

const notice = {
  upstreamId: 1,
  upstreamNo: 'SB1-20000001-2611200415300000001',
  memberNo: '20000001',
  systemNo: '2611200415300000001',
  amount: '128.50',
  currency: 'CNY',
  status: 'paid',
  settledAt: '2026-11-20T04:15:29.000Z',
};

describe('an upstream’s settings', () => {
  test('are stored only sealed, and do not open in another row', async () => {
    const { rows } = await sql<{ sealed: Buffer }>`select settings_sealed as sealed from upstreams`.execute(db);
    expect(rows.filter(({ sealed }) => sealed.includes(key))).toEqual([]);
    await expect(upstreams.createPayment(4, payment())).rejects.toThrow('unconfigured');
  });

  test('are rejected if no connector has the given name', async () => {
    await expect(
      db.transaction((tx) =>
        upstreams.addUpstream(tx, { upstreamId: 9, connector: 'nobody', name: 'No', settings: {} }),
      ),
    ).rejects.toThrow(RangeError);
  });
});

describe('a payment', () => {
  test('is created at once from the cache, and a repeated request returns the same one', async () => {
    const newVerbs = upstreamVerbs(deps);
    expect(newVerbs.preparePayment(1, payment())).toBeUndefined();
    const created = await newVerbs.createPayment(1, payment());
    expect(newVerbs.preparePayment(1, payment())).toEqual(created);
    expect(await upstreams.createPayment(1, payment())).toEqual(created);
    expect(created).toEqual({
      upstreamNo: 'SB1-20000001-2611200415300000001',
      payUrl: expect.stringMatching(/^https:\/\/pay\.example\/cashier\/[\w-]{1,200}$/),
      qrContent: created.payUrl,
    });
    clock.advance(1_000);
    expect(newVerbs.preparePayment(1, payment())).toBeUndefined();
    clock.advance(-1_000);
    await newVerbs.idle();
  });

  test('has a QR code only if the payer pays by scanning', async () => {
    expect((await upstreams.createPayment(1, payment({ mode: 'bank' }))).qrContent).toBeNull();
  });

  test.each([
    [3, 'unconfigured'],
    [77, 'unknown_upstream'],
  ])('from upstream %i fails with the reason %s', async (upstreamId, reason) => {
    expect(upstreams.preparePayment(upstreamId, payment())).toBeUndefined();
    for (const queryUpstream of [
      () => upstreams.createPayment(upstreamId, payment()),
      () => upstreams.queryPayment(upstreamId, { ...payment(), upstreamNo: null }),
    ]) {
      const error = await queryUpstream().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UpstreamError);
      expect(error).toMatchObject({ kind: 'refused', reason });
    }
  });

  test('that was not settled is unpaid', async () => {
    expect(await upstreams.queryPayment(1, { ...payment(), upstreamNo: null })).toMatchObject({
      status: 'unpaid',
      amountMinor: 0n,
      upstreamNo: '',
    });
  });

  test('records every exchange without keys or the payer’s address, whatever characters it has', async () => {
    const request = payment({ systemNo: 2_611_200_415_300_000_050n, subject: 'a "b" \\ {c,d}\u0000 \ud800 茶' });
    await upstreams.createPayment(1, request);
    await upstreams.queryPayment(1, { ...request, upstreamNo: 'SB1' });
    await expect(upstreams.createPayment(3, request)).rejects.toThrow('unconfigured');
    await upstreams.idle();
    const exchanges = await upstreams.exchangesOf(request.memberNo, request.systemNo);
    expect(
      exchanges.map(({ operation, direction, ok, error, reply }) => [operation, direction, ok, error, reply]),
    ).toEqual(
      expect.arrayContaining([
        ['create', 'out', true, null, { upstreamNo: 'SB1-20000001-2611200415300000050' }],
        [
          'query',
          'out',
          true,
          null,
          { upstreamNo: '', amount: '0.00', currency: 'CNY', status: 'unpaid', paidAt: null },
        ],
        ['create', 'out', false, 'refused: unconfigured', null],
      ]),
    );
    expect(exchanges.find(({ operation }) => operation === 'create')?.request).toEqual({
      amount: '128.50',
      currency: 'CNY',
      mode: 'qr',
      channel: 'sandbox_qr',
      subject: 'a "b" \\ {c,d} \ufffd 茶',
      expiresAt: '2026-11-20T04:45:00.000Z',
    });
    expect(
      JSON.stringify(exchanges, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ).not.toMatch(/203\.0\.113\.9|sandbox-key|cashier/);
  });
});

describe('a notification', () => {
  test('that is genuine returns what was paid and the acknowledgement', async () => {
    const outcome = await upstreams.readNotification(1, signed(notice, { nonce: 'genuine' }));
    expect(outcome).toEqual({
      ok: true,
      acknowledgement: 'success',
      payment: {
        memberNo: 20_000_001n,
        systemNo: 2_611_200_415_300_000_001n,
        upstreamNo: notice.upstreamNo,
        amountMinor: 12_850n,
        currency: 'CNY',
        status: 'paid',
        paidAt: new Date(notice.settledAt),
      },
    });
    const exchanges = (await upstreams.exchangesOf(20_000_001n, 2_611_200_415_300_000_001n)).filter(
      ({ operation }) => operation === 'notify',
    );
    expect(exchanges).toMatchObject([{ direction: 'in', ok: true, request: { amount: '128.50', status: 'paid' } }]);
  });

  test.each(faultyNotification())('is rejected with its reason: %s', async (_what, upstreamId, raw, failure) => {
    expect(await upstreams.readNotification(upstreamId, raw)).toEqual({ ok: false, failure });
  });

  test('for an upstream without a key is answered with 503', () => {
    expect(notificationStatus.unconfigured).toBe(503);
  });

  test('sent 40 times at once to two processes counts once, and every copy is stored', async () => {
    const systemNo = '2611200415300000077';
    const copy = signed({ ...notice, systemNo }, { nonce: 'copied' });
    const elsewhere = openDatabase({ connectionString: db.connectionString, log: silentLog, size: 5 });
    const other = upstreamVerbs({ ...deps, db: elsewhere });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? upstreams : other).readNotification(1, copy)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.failure === 'replayed')).toHaveLength(39);
    await Promise.all([upstreams.idle(), other.idle()]);
    const exchanges = await upstreams.exchangesOf(20_000_001n, BigInt(systemNo));
    expect([
      exchanges.filter(({ ok }) => ok).length,
      exchanges.filter(({ error }) => error === 'replayed').length,
    ]).toEqual([1, 39]);
    await elsewhere.close();
  });

  test('repeated with another nonce is accepted again: the caller knows what is already booked', async () => {
    const again = ['first', 'second'].map((nonce) =>
      upstreams.readNotification(1, signed({ ...notice, systemNo: '2611200415300000088' }, { nonce })),
    );
    expect((await Promise.all(again)).map(({ ok }) => ok)).toEqual([true, true]);
  });
});

function payment(given: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    memberNo: 20_000_001n,
    systemNo: 2_611_200_415_300_000_001n,
    amountMinor: 12_850n,
    currency: 'CNY',
    mode: 'qr',
    channelCode: 'sandbox_qr',
    subject: 'Two tickets',
    returnUrl: 'https://shop.example/done',
    clientIp: '203.0.113.9',
    expiresAt: new Date('2026-11-20T04:45:00Z'),
    ...given,
  };
}

type FaultyNotification = [
  what: string,
  upstreamId: number,
  raw: RawNotification,
  failure: keyof typeof notificationStatus,
];

function faultyNotification(): FaultyNotification[] {
  const genuine = signed(notice, { nonce: 'mutated' });
  const changed = (field: object): RawNotification => ({ ...genuine, rawBody: bytes({ ...notice, ...field }) });
  const without = (name: string): RawNotification => ({
    ...genuine,
    headers: { ...genuine.headers, [name]: undefined },
  });
  return [
    ['another amount', 1, changed({ amount: '1285.00' }), 'bad_signature'],
    ['another currency', 1, changed({ currency: 'USD' }), 'bad_signature'],
    ['another order', 1, changed({ systemNo: '2611200415300000002' }), 'bad_signature'],
    ['another member', 1, changed({ memberNo: '20000002' }), 'bad_signature'],
    ['another status', 1, changed({ status: 'failed' }), 'bad_signature'],
    ['one byte more', 1, { ...genuine, rawBody: Buffer.concat([genuine.rawBody, Buffer.from(' ')]) }, 'bad_signature'],
    ['no body', 1, { ...genuine, rawBody: Buffer.alloc(0) }, 'bad_signature'],
    ['another nonce', 1, { ...genuine, headers: { ...genuine.headers, 'x-sandbox-nonce': 'fresh' } }, 'bad_signature'],
    [
      'another time',
      1,
      { ...genuine, headers: { ...genuine.headers, 'x-sandbox-timestamp': `${nowS + 1}` } },
      'bad_signature',
    ],
    ['no signature', 1, without('x-sandbox-sign'), 'bad_signature'],
    ['no time', 1, without('x-sandbox-timestamp'), 'bad_signature'],
    ['no nonce', 1, without('x-sandbox-nonce'), 'bad_signature'],
    [
      'the signature twice',
      1,
      { ...genuine, headers: { ...genuine.headers, 'x-sandbox-sign': ['a', 'b'] } },
      'bad_signature',
    ],
    ['an empty key', 1, signed(notice, { key: '' }), 'bad_signature'],
    ['the key of another upstream', 1, signed(notice, { key: otherKey }), 'bad_signature'],
    ['sent to another upstream', 2, genuine, 'bad_signature'],
    ['an upstream that it is not about', 2, signed(notice, { key: otherKey }), 'wrong_account'],
    ['old', 1, signed(notice, { timestamp: nowS - 301 }), 'stale'],
    ['from the future', 1, signed(notice, { timestamp: nowS + 301 }), 'stale'],
    ['no time at all', 1, signed(notice, { timestamp: Number.NaN }), 'stale'],
    ['an unknown status', 1, signed({ ...notice, status: 'success' }), 'malformed'],
    ['an unknown field', 1, signed({ ...notice, extra: '1' }), 'malformed'],
    ['a missing field', 1, signed({ ...notice, currency: undefined }), 'malformed'],
    ['an amount as a number', 1, signed({ ...notice, amount: 128.5 }), 'malformed'],
    ['an amount in another format', 1, signed({ ...notice, amount: '1e2' }), 'malformed'],
    ['a fraction of a cent', 1, signed({ ...notice, amount: '128.505' }), 'malformed'],
    ['a zero amount', 1, signed({ ...notice, amount: '0' }), 'malformed'],
    ['a negative amount', 1, signed({ ...notice, amount: '-128.50' }), 'malformed'],
    ['a number that is too large', 1, signed({ ...notice, systemNo: '9999999999999999999' }), 'malformed'],
    ['no JSON', 1, signed('paid'), 'malformed'],
    ['an order from a time without orders', 1, signed({ ...notice, systemNo: '0101010000000000001' }), 'order_unknown'],
    ['for an upstream without a key', 3, signed(notice), 'unconfigured'],
    ['for an upstream without a key, signed with none', 3, signed(notice, { key: '' }), 'unconfigured'],
    ['for an upstream whose settings were moved', 4, genuine, 'unconfigured'],
    ['for an unknown upstream', 77, genuine, 'unknown_upstream'],
  ];
}

let nonces = 0;

/** Signs a notification independently of the code under test, following the documented format. */
function signed(body: unknown, given: { key?: string; nonce?: string; timestamp?: number } = {}): RawNotification {
  const rawBody = bytes(body);
  const [timestamp, nonce] = [`${given.timestamp ?? nowS}`, given.nonce ?? `nonce-${(nonces += 1)}`];
  const digest = createHash('sha256').update(rawBody).digest('hex');
  const sign = createHmac('sha256', given.key ?? key)
    .update(`${timestamp}\n${nonce}\n${digest}`)
    .digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-sandbox-timestamp': timestamp,
    'x-sandbox-nonce': nonce,
    'x-sandbox-sign': sign,
  };
  return { method: 'POST', query: {}, headers, rawBody };
}

function bytes(body: unknown): Buffer {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
