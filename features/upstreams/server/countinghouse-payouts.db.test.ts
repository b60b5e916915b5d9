import type { Reply } from '@countinghouse/sdk/replies';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing, type Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import type { PayoutRequest } from './connector.ts';
import { FakeGateway, key, merchantNo } from './gateway-for-tests.ts';
import { type UpstreamVerbs, upstreamVerbs } from './verbs.ts';

const [HMAC, MD5, NOWHERE] = [1, 2, 3];
const ACCOUNT = '6222021001116245702';
const clock = new SettableClock(new Date());
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
    publicUrl: 'https://pay.example',
    log: silentLog,
  });
  const settings = { baseUrl: gateway.url, merchantNo, currency: 'CNY', channels: {}, signType: 'HMAC-SHA256', key };
  await db.transaction(async (tx) => {
    const add = (upstreamId: number, changes: object): Promise<void> =>
      upstreams.addUpstream(tx, {
        upstreamId,
        connector: 'countinghouse',
        name: 'Theirs',
        settings: { ...settings, ...changes },
      });
    await add(HMAC, {});
    await add(MD5, { signType: 'MD5' });
    await add(NOWHERE, { baseUrl: 'http://127.0.0.1:9/gateway/v1' });
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

function request(changes: Partial<PayoutRequest> = {}): PayoutRequest {
  numbers += 1n;
  const beneficiary = { type: 'bank', holder: '张三', bank: 'ICBC', branch: null, account: ACCOUNT } as const;
  const named = { memberNo: 20_000_001n, systemNo: numbers, reference: `20000001-${numbers}-1` };
  return { ...named, amountMinor: 12_850n, currency: 'CNY', beneficiary, remark: null, ...changes };
}

/** Sets the gateway's next reply about a payout. */
function replyWith(data: object): void {
  gateway.next = {
    times: 1,
    answer: (known): Reply => ({ code: 1, msg: '', data: { ...known, fee: '1.00', status: 'applying', ...data } }),
  };
}

describe('a payout request', () => {
  test('is sent under our reference, with text that can be signed, without a callback', async () => {
    const [branch, remark] = ['North & South', `a\tb=c ${'😀'.repeat(300)}`];
    for (const [upstreamId, signable] of [
      [HMAC, (text: string) => text],
      [MD5, (text: string) => text.replaceAll(/[&=]/g, ' ')],
    ] as const) {
      const payoutRequest = request({ remark });
      replyWith({});
      const created = await upstreams.createPayout(upstreamId, {
        ...payoutRequest,
        beneficiary: { ...payoutRequest.beneficiary, branch },
      });
      const { reference, amountMinor, currency } = payoutRequest;
      const upstreamNo = expect.stringMatching(/^\d{19}$/);
      expect(created).toEqual({
        reference,
        status: 'accepted',
        upstreamNo,
        amountMinor,
        currency,
        bankReference: null,
        failReason: null,
      });
      expect(gateway.orders.get(reference)).toEqual({
        orderNo: reference,
        amount: '128.50',
        type: 'bank',
        holder: '张三',
        account: ACCOUNT,
        bank: 'ICBC',
        branch: signable(branch),
        remark: signable(`a b=c ${'😀'.repeat(249)}`),
      });
    }
  });

  test('is sent once: after a lost reply the client does not retry, a query follows', async () => {
    gateway.next = { times: 5, drop: true };
    await expect(upstreams.createPayout(HMAC, request())).rejects.toMatchObject({ kind: 'unknown', reason: 'network' });
    gateway.next.http = 502;
    delete gateway.next.drop;
    await expect(upstreams.createPayout(HMAC, request())).rejects.toMatchObject({ kind: 'unknown', reason: 'http' });
    expect(gateway.next.times).toBe(3);
  });

  test.each([
    ['balance_insufficient', 'refused'],
    ['payout_not_enabled', 'refused'],
    ['bad_request', 'refused'],
    // They know the number already: perhaps from our own earlier request.
    ['order_conflict', 'unknown'],
    ['nonce_reused', 'unknown'],
    ['upstream_unavailable', 'unreachable'],
  ])('answered with a signed %s is: %s', async (error, kind) => {
    gateway.next = { times: 1, answer: () => ({ code: 0, msg: '', error }) };
    await expect(upstreams.createPayout(HMAC, request())).rejects.toMatchObject({ kind, reason: error });
  });

  test('is unknown, not refused, after an unsigned refusal', async () => {
    gateway.next = { times: 1, signWith: undefined, answer: () => ({ code: 0, msg: '', error: 'bad_request' }) };
    await expect(upstreams.createPayout(HMAC, request())).rejects.toMatchObject({
      kind: 'unknown',
      reason: 'bad_request',
    });
    gateway.next = {
      times: 1,
      signWith: undefined,
      answer: () => ({ code: 0, msg: '', error: 'balance_insufficient' }),
    };
    await expect(upstreams.createPayout(HMAC, request())).rejects.toMatchObject({
      kind: 'unknown',
      reason: 'reply_missing',
    });
  });

  test('is unreachable if nothing listens, and is not sent in another currency', async () => {
    await expect(upstreams.createPayout(NOWHERE, request())).rejects.toMatchObject({ kind: 'unreachable' });
    const payoutRequest = request({ currency: 'USD' });
    await expect(upstreams.createPayout(HMAC, payoutRequest)).rejects.toMatchObject({
      kind: 'refused',
      reason: 'currency_not_served',
    });
    expect(gateway.orders.has(payoutRequest.reference)).toBe(false);
  });
});

describe('a reply about a payout', () => {
  const ended = { bankReference: 'BANK7', failReason: 'closed', finishedAt: '2026-11-20T04:20:00Z' };

  test.each([
    ['applying', ended, { status: 'accepted', bankReference: null, failReason: null }],
    ['frozen', ended, { status: 'accepted', bankReference: null, failReason: null }],
    ['paid', ended, { status: 'paid', bankReference: 'BANK7', failReason: null }],
    ['paid', {}, { status: 'paid', bankReference: null, failReason: null }],
    ['cancelled', ended, { status: 'failed', bankReference: null, failReason: 'closed' }],
    ['cancelled', {}, { status: 'failed', bankReference: null, failReason: 'cancelled' }],
    [
      'cancelled',
      { failReason: '😀'.repeat(300) },
      { status: 'failed', bankReference: null, failReason: '😀'.repeat(200) },
    ],
  ])('with status %s and %j counts as %j', async (status, more, expected) => {
    const payoutRequest = request();
    replyWith({});
    await upstreams.createPayout(HMAC, payoutRequest);
    replyWith({ ...more, status });
    const { reference, amountMinor, currency } = payoutRequest;
    expect(await upstreams.queryPayout(HMAC, payoutRequest)).toMatchObject({
      reference,
      amountMinor,
      currency,
      ...expected,
    });
  });

  test.each([
    ['about another order', { orderNo: 'another', status: 'paid' }, 'reply_wrong_order'],
    ['with a zero amount', { amount: '0.00', status: 'paid' }, 'malformed'],
    ['with a fraction of a cent', { amount: '128.505', status: 'paid' }, 'malformed'],
    ['with an unknown status', { status: 'success' }, 'malformed'],
  ])('%s is not accepted', async (_what, data, reason) => {
    const payoutRequest = request();
    for (const call of ['createPayout', 'queryPayout'] as const) {
      replyWith(data);
      await expect(upstreams[call](HMAC, payoutRequest)).rejects.toMatchObject({ kind: 'unknown', reason });
    }
  });

  test('with another amount is returned as it is, for the caller to compare', async () => {
    const payoutRequest = request();
    replyWith({ amount: '1.00' });
    expect(await upstreams.createPayout(HMAC, payoutRequest)).toMatchObject({ amountMinor: 100n });
  });

  test('that the order is not found means not_found; any other refusal is an error', async () => {
    const payoutRequest = request();
    expect(await upstreams.queryPayout(HMAC, payoutRequest)).toMatchObject({
      reference: payoutRequest.reference,
      status: 'not_found',
      amountMinor: 0n,
    });
    replyWith({});
    await upstreams.createPayout(HMAC, payoutRequest);
    gateway.next = { times: 1, answer: () => ({ code: 0, msg: '', error: 'ip_not_allowed' }) };
    await expect(upstreams.queryPayout(HMAC, payoutRequest)).rejects.toMatchObject({ reason: 'ip_not_allowed' });
  });

  test('is stored without the account', async () => {
    const payoutRequest = request();
    replyWith({});
    await upstreams.createPayout(HMAC, payoutRequest);
    await upstreams.idle();
    const exchanges = await upstreams.exchangesOf(payoutRequest.memberNo, payoutRequest.systemNo);
    expect(exchanges.map(({ operation, ok }) => [operation, ok])).toEqual([['create', true]]);
    expect(
      JSON.stringify(exchanges, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ).not.toMatch(/62220210|张三/);
  });
});
