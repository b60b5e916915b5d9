import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CARD, cardNumber } from '#features/cards/server/cards-for-tests.ts';
import type { DisbursementRow } from '../contract.ts';
import { applied, newPayout } from './disbursements-for-tests.ts';
import { HOUR_MS, withdrawalApp } from './withdrawal-calls-for-tests.ts';

let at: Awaited<ReturnType<typeof withdrawalApp>>;
beforeAll(async () => {
  at = await withdrawalApp();
});
afterAll(async () => expect(await at.close()).toEqual([]));
// Noon of the next day in the platform's time zone: one test's counts must not affect the next.
beforeEach(() => at.app.clock.advance(24 * HOUR_MS));

describe('cancelling and retrying', () => {
  it('returns amount and fee once, while no upstream is paying it', async () => {
    const who = await at.merchant();
    const orderNo = await at.withdrawn(who);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => who.person.post('/withdrawal/cancel', { orderNo })),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'not_cancellable')).toHaveLength(4);
    expect(await at.balanceOf(who)).toBe(1_000_000n);
    expect(await at.auditOf(who)).toContain(`withdrawal_cancelled ${orderNo}`);
    expect(await at.detailOf(who.person, orderNo)).toMatchObject({
      status: 'cancelled',
      finishedAt: expect.any(String),
    });
  });

  it('is refused while an upstream can be paying, and for one that an operator has frozen', async () => {
    const who = await at.merchant();
    const [sent, frozen] = [await at.withdrawn(who, '500.99'), await at.withdrawn(who)];
    await at.disbursements.change({ memberNo: who.memberNo, systemNo: BigInt(frozen) }, { event: 'freeze' });
    await at.pass(0);
    expect(await at.detailOf(who.person, sent)).toMatchObject({
      submission: 'unknown',
      canCancel: false,
      canRetry: false,
    });
    for (const orderNo of [sent, frozen])
      expect(await who.person.post('/withdrawal/cancel', { orderNo })).toMatchObject({ error: 'not_cancellable' });
    for (const orderNo of [sent, frozen])
      expect(await who.person.post('/withdrawal/retry', { orderNo })).toMatchObject({ error: 'not_retryable' });
    await at.pass(3_000);
  });

  it('retries a failed one as another attempt', async () => {
    const who = await at.merchant();
    const orderNo = await at.withdrawn(who, '500.44');
    await at.pass(0);
    await at.pass(3_000);
    expect(await at.detailOf(who.person, orderNo)).toMatchObject({
      submission: 'failed',
      canCancel: true,
      canRetry: true,
      failReason: expect.stringContaining('.44'),
    });
    expect(await who.person.post('/withdrawal/retry', { orderNo })).toMatchObject({ code: 1 });
    await at.pass(0);
    await at.pass(3_000);
    expect((await at.detailOf(who.person, orderNo))?.attempts).toHaveLength(2);
    expect(await at.auditOf(who)).toContain(`withdrawal_retried ${orderNo}`);
  });

  it('retries a failed payout too', async () => {
    const who = await at.merchant();
    const { systemNo } = await applied(at.disbursements, newPayout(who.memberNo, { amountMinor: 50_044n }));
    const orderNo = systemNo.toString();
    await at.pass(0);
    await at.pass(3_000);
    expect(await who.person.post('/payout/retry', { orderNo })).toMatchObject({ code: 1 });
    await at.pass(0);
    await at.pass(3_000);
    expect(await who.person.post('/payout/detail', { orderNo })).toMatchObject({
      data: { submission: 'failed', attempts: [{ state: 'failed' }, { state: 'failed' }] },
    });
    expect(await at.auditOf(who)).toContain(`payout_retried ${orderNo}`);
  });

  it.each(['detail', 'cancel', 'retry'])('does not find another member’s: %s', async (action) => {
    const [who, other] = [await at.merchant(), await at.merchant()];
    const orderNo = await at.withdrawn(who);
    expect(await other.person.post(`/withdrawal/${action}`, { orderNo })).toMatchObject({ error: 'not_found' });
    expect(await who.person.post(`/payout/${action}`, { orderNo })).toMatchObject({ error: 'not_found' });
    expect(await who.person.post(`/withdrawal/${action}`, { orderNo: '9999999999999999999' })).toMatchObject({
      error: 'not_found',
    });
  });
});

describe('the lists', () => {
  interface Listed {
    total: number;
    list: DisbursementRow[];
    extend: Record<
      'today' | 'yesterday' | 'all' | 'paid' | 'onTheWay' | 'failed' | 'filtered',
      { count: number; amount: string; fee: string }
    >;
  }

  it('show what a filter matches, newest first, with its sums', async () => {
    const who = await at.merchant();
    const yesterday = await at.withdrawn(who, '100.00');
    await at.pass(0);
    await at.pass(24 * HOUR_MS);
    const later = await at.back(who);
    const again = later.person;
    const today = await at.withdrawn(later, '200.00');
    const cancelled = await at.withdrawn(later, '300.00');
    await again.post('/withdrawal/cancel', { orderNo: cancelled });
    const list = async (filter: object = {}) => (await again.post<Listed>('/withdrawal/list', filter)).data;
    const numbers = async (filter: object) => (await list(filter))?.list.map(({ orderNo }) => orderNo);
    expect(await numbers({})).toEqual([cancelled, today, yesterday]);
    expect((await list({}))?.extend).toEqual({
      today: { count: 1, amount: '200.00', fee: '2.00' },
      yesterday: { count: 1, amount: '100.00', fee: '2.00' },
      all: { count: 2, amount: '300.00', fee: '4.00' },
      paid: { count: 1, amount: '100.00', fee: '2.00' },
      onTheWay: { count: 1, amount: '200.00', fee: '2.00' },
      failed: { count: 0, amount: '0.00', fee: '0.00' },
      filtered: { count: 3, amount: '600.00', fee: '6.00' },
    });
    expect(await numbers({ status: 'paid' })).toEqual([yesterday]);
    expect(await numbers({ status: 'cancelled' })).toEqual([cancelled]);
    expect(await numbers({ q: today })).toEqual([today]);
    expect(await numbers({ type: 'alipay' })).toEqual([]);
    expect(await numbers({ order: 'asc', limit: 1, page: 2 })).toEqual([today]);
    const midnight = new Date(
      Math.floor((at.app.clock.now().getTime() + 8 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS - 8 * HOUR_MS,
    );
    expect(await numbers({ range: { from: midnight.toISOString() } })).toEqual([cancelled, today]);
    expect(await numbers({ range: { to: midnight.toISOString() } })).toEqual([yesterday]);
    expect(await list({ q: '订单' })).toBeUndefined();
  });

  it('keep payouts separate, found by the merchant’s number too', async () => {
    const who = await at.merchant();
    await at.withdrawn(who);
    const payout = await applied(
      at.disbursements,
      newPayout(who.memberNo, { orderNo: 'RENT-7', beneficiary: { ...CARD, type: 'bank', account: cardNumber(7) } }),
    );
    const { data } = await who.person.post<Listed>('/payout/list', { q: 'RENT' });
    expect(data).toMatchObject({
      total: 1,
      list: [{ orderNo: payout.systemNo.toString(), merchantOrderNo: 'RENT-7', amount: '100.00', fee: '1.10' }],
    });
    const orderNo = payout.systemNo.toString();
    expect(await who.person.post('/payout/detail', { orderNo })).toMatchObject({
      data: { merchantOrderNo: 'RENT-7', canCancel: true },
    });
    expect(await who.person.post('/payout/retry', { orderNo })).toMatchObject({ error: 'not_retryable' });
    expect(await who.person.post('/payout/cancel', { orderNo })).toMatchObject({ code: 1 });
    expect(await who.person.post('/payout/cancel', { orderNo })).toMatchObject({ error: 'not_cancellable' });
  });

  it('are closed to operators, who have no wallet', async () => {
    await at.app.addOperator('boss');
    const boss = at.app.person();
    await boss.logIn('boss');
    expect((await boss.post('/withdrawal/list')).code).not.toBe(1);
  });
});
