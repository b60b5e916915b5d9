import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { disbursementsApp, newPayout } from '#features/disbursements/server/disbursements-for-tests.ts';
import { HOUR_MS, type Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';
import type { RowTexts } from '../columns.ts';
import { batchApp } from './batches-for-tests.ts';
import { checkRows, goodRows } from './checking.ts';
import { cardNumber, goodRow, manyRows } from './corpus-for-tests.ts';
import type { BatchToPay } from './verbs.ts';

let at: Awaited<ReturnType<typeof batchApp>>;
let other: Awaited<ReturnType<typeof disbursementsApp>>;
beforeAll(async () => {
  at = await batchApp();
  other = await disbursementsApp({ sharing: at.app });
});
afterAll(async () => {
  await other.close();
  expect(await at.close()).toEqual([]);
});
beforeEach(() => at.app.clock.advance(24 * HOUR_MS));

const hundreds = (count: number): RowTexts[] =>
  Array.from({ length: count }, (_, index) => ({ ...goodRow, account: cardNumber(index) }));

async function toPay(
  { memberNo, userId }: Merchant,
  texts: readonly RowTexts[],
  requestId: string,
): Promise<BatchToPay> {
  const rows = texts.map((values, index) => ({ line: index + 2, values }));
  const good = goodRows(await checkRows(at, memberNo, 'CNY', rows));
  return { memberNo, userId, requestId, rows, skipInvalid: false, fileName: null, good };
}

describe('a batch takes all its money or none', () => {
  test('pays the whole balance to the cent', async () => {
    const who = await at.merchant();
    await at.setTerms(who, { fixedMinor: 1n });
    const rows = [...hundreds(99), { ...goodRow, amount: '99.00' }];
    expect(await at.batches.pay(await toPay(who, rows, 'all'))).toMatchObject({ outcome: 'applied' });
    expect(await at.money(who)).toEqual({ wallet: 0n, transit: 1_000_000n });
  });

  test('one minor unit more pays nothing, and reports what is missing', async () => {
    const who = await at.merchant();
    await at.setTerms(who, { fixedMinor: 1n });
    const rows = [...hundreds(99), { ...goodRow, amount: '99.01' }];
    expect(await at.batches.pay(await toPay(who, rows, 'more'))).toEqual({
      outcome: 'refused',
      error: 'balance_insufficient',
      availableMinor: 1_000_000n,
      neededMinor: 1_000_001n,
    });
    expect(await at.money(who)).toEqual({ wallet: 1_000_000n, transit: 0n });
    expect((await at.list(who)).data?.total).toBe(0);
  });

  test('a failure in the same transaction undoes it', async () => {
    const who = await at.merchant();
    await at.setTerms(who);
    const batch = await toPay(who, hundreds(3), 'beside');
    const withinTransaction = async (): Promise<void> => Promise.reject(new Error('the log is full'));
    await expect(at.batches.pay({ ...batch, withinTransaction })).rejects.toThrow('the log is full');
    expect(await at.money(who)).toEqual({ wallet: 1_000_000n, transit: 0n });
    expect(await at.batches.pay(batch)).toMatchObject({ outcome: 'applied' });
  });

  test.each([
    [
      'one row is out of what the member may pay by now',
      { maxAmountMinor: 9_999n },
      { error: 'amount_out_of_range', minAmountMinor: 1n, maxAmountMinor: 9_999n },
    ],
    ['payouts are switched off by now', { enabled: false }, { error: 'payout_not_enabled' }],
  ])('nothing when %s', async (_, terms, refusal) => {
    const who = await at.merchant();
    await at.setTerms(who);
    const batch = await toPay(who, [{ ...goodRow, amount: '50.00' }, goodRow], 'late');
    await at.setTerms(who, terms);
    expect(await at.batches.pay(batch)).toEqual({ outcome: 'refused', ...refusal });
    expect(await at.money(who)).toEqual({ wallet: 1_000_000n, transit: 0n });
  });

  test('reports the allowed range when the terms change after the rows were checked', async () => {
    const who = await at.merchant();
    await at.setTerms(who);
    const proving = await at.app.db.pool.connect();
    await proving.query('begin');
    // A payment password attempt is counted between the check and the payment.
    await proving.query('lock table attempt_windows in exclusive mode');
    const answer = at.submit(who, [goodRow]);
    await untilLocksAwaited(at.app.db.pool);
    await at.setTerms(who, { minAmountMinor: 200n, maxAmountMinor: 9_999n });
    await proving.query('commit');
    proving.release();
    expect(await answer).toMatchObject({
      code: 0,
      error: 'payout_range',
      msg: expect.stringMatching(/between .*2\.00.* and .*99\.99/),
    });
    expect(await at.money(who)).toEqual({ wallet: 1_000_000n, transit: 0n });
  });
});

describe('a batch is paid once', () => {
  test('when requested twenty times at once, by two processes', async () => {
    const who = await at.merchant();
    await at.setTerms(who);
    const batch = await toPay(who, hundreds(5), 'once');
    const [one, two] = [at.batches, at.batchesOf(other.disbursements)];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).pay(batch)),
    );
    expect(outcomes.filter((each) => each.outcome === 'applied')).toHaveLength(1);
    expect(outcomes.filter((each) => each.outcome === 'repeated')).toHaveLength(19);
    expect(new Set(outcomes.map((each) => ('batchNo' in each ? each.batchNo : undefined))).size).toBe(1);
    expect(await at.money(who)).toEqual({ wallet: 950_000n, transit: 50_000n });
  });

  test('when two requests with one number have different content', async () => {
    const who = await at.merchant();
    await at.setTerms(who);
    const batches = await Promise.all([toPay(who, hundreds(2), 'same'), toPay(who, hundreds(3), 'same')]);
    const outcomes = await Promise.all(batches.map((batch) => at.batches.pay(batch)));
    expect(outcomes.map((each) => ('error' in each ? each.error : each.outcome)).toSorted()).toEqual([
      'applied',
      'order_conflict',
    ]);
  });

  test('the number is the member’s own', async () => {
    const [one, two] = [await at.merchant(), await at.merchant()];
    for (const who of [one, two]) {
      await at.setTerms(who);
      expect(await at.batches.pay(await toPay(who, hundreds(1), 'mine'))).toMatchObject({ outcome: 'applied' });
    }
  });
});

test.each([1, 2, 3])(
  'withdrawals, payouts and batches at once, round %i: all the money for twenty goes, and no more',
  async () => {
    const who = await at.merchant();
    for (const kind of ['payout', 'withdrawal'] as const) await at.setTerms(who, {}, kind);
    await at.app.ledger.adjust({
      memberNo: who.memberNo,
      reference: at.app.numbers.next(),
      currency: 'CNY',
      amountMinor: -800_000n,
      remark: 'twenty left',
    });
    const batches = await Promise.all(
      Array.from({ length: 10 }, (_, index) => toPay(who, hundreds(3), `three-${index}`)),
    );
    const [withdrawn, paid, ofBatches] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => at.withdraw(who, { amount: '100.00' }))),
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? at : other).disbursements.apply(newPayout(who.memberNo)),
        ),
      ),
      Promise.all(
        batches.map((batch, index) => (index % 2 === 0 ? at.batches : at.batchesOf(other.disbursements)).pay(batch)),
      ),
    ]);
    const taken = ofBatches.filter(({ outcome }) => outcome === 'applied').length;
    const single = [
      ...withdrawn.filter(({ code }) => code === 1),
      ...paid.filter(({ outcome }) => outcome === 'applied'),
    ].length;
    expect(single + 3 * taken).toBe(20);
    expect(await at.money(who)).toEqual({ wallet: 0n, transit: 200_000n });
  },
);

test('rows above the threshold wait for an operator, the others become due one after the other', async () => {
  const who = await at.merchant();
  await at.setTerms(who, { reviewFromMinor: 20_000n });
  const rows = [goodRow, { ...goodRow, amount: '200.00' }, { ...goodRow, amount: '101.00' }];
  const outcome = await at.batches.pay(await toPay(who, rows, 'review'));
  const { rows: kept } = await at.app.db.pool.query<{ line: number; review: string; due: Date | null }>(
    'select batch_line as line, review, due_at as due from disbursements where member_no = $1 and batch_no = $2 order by batch_line',
    [who.memberNo, 'batchNo' in outcome ? outcome.batchNo : 0n],
  );
  const now = at.app.clock.now().getTime();
  expect(kept.map(({ line, review, due }) => [line, review, due && due.getTime() - now])).toEqual([
    [2, 'none', 0],
    [3, 'waiting', null],
    [4, 'none', 20],
  ]);
});

test('10,000 rows are one transaction, and are distinct afterwards', async () => {
  const who = await at.merchant();
  await at.setTerms(who);
  await at.app.ledger.adjust({
    memberNo: who.memberNo,
    reference: at.app.numbers.next(),
    currency: 'CNY',
    amountMinor: 10n ** 10n,
    remark: 'more',
  });
  const rows = manyRows(10_000);
  const outcome = await at.batches.pay(await toPay(who, rows, 'many'));
  const { data } = await at.detail(who, 'batchNo' in outcome ? outcome.batchNo.toString() : '', {
    page: 100,
    limit: 100,
  });
  expect(data?.extend).toMatchObject({ state: 'processing', counts: { total: 10_000, open: 10_000 } });
  expect(data?.list.at(-1)).toMatchObject({ line: 10_001, amount: rows.at(-1)?.amount });
});

describe('numbers that another process also drew are redrawn', () => {
  test.each([
    ['a payout with a number of the merchant’s', {}],
    ['one that bears it as its own', { orderNo: '' }],
  ])('when %s has them', async (_, changes) => {
    const who = await at.merchant();
    await at.setTerms(who);
    const [taken, drawing] = await drawingAlike();
    for (let index = 0; index < 3; index += 1) await taken.disbursements.apply(newPayout(who.memberNo, changes));
    expect(await at.batchesOf(drawing.disbursements).pay(await toPay(who, hundreds(2), 'drawn'))).toMatchObject({
      outcome: 'applied',
    });
    expect(await at.money(who)).toEqual({ wallet: 950_000n, transit: 50_000n });
  });

  test('when a batch of the very same rows has them, and both are paid', async () => {
    const who = await at.merchant();
    await at.setTerms(who);
    for (const [index, app] of (await drawingAlike()).entries())
      expect(await at.batchesOf(app.disbursements).pay(await toPay(who, hundreds(2), `alike-${index}`))).toMatchObject({
        outcome: 'applied',
      });
    expect(await at.money(who)).toEqual({ wallet: 960_000n, transit: 40_000n });
  });

  test('when four of the very same payouts have them, and all are paid', async () => {
    const who = await at.merchant();
    await at.setTerms(who);
    const alike = newPayout(who.memberNo, { orderNo: '' });
    const [taken, drawing] = await drawingAlike();
    for (let index = 0; index < 4; index += 1)
      expect(await taken.disbursements.apply(alike)).toMatchObject({ outcome: 'applied' });
    expect(await drawing.disbursements.apply(alike)).toMatchObject({ outcome: 'applied' });
    expect(await at.money(who)).toEqual({ wallet: 950_000n, transit: 50_000n });
  });

  /** Two processes that start the millisecond with the same number. */
  async function drawingAlike() {
    at.app.clock.advance(1);
    const one = await disbursementsApp({
      sharing: at.app,
      systemNumbers: new SystemNumbers(at.app.clock, () => 0),
    });
    const two = await disbursementsApp({
      sharing: at.app,
      systemNumbers: new SystemNumbers(at.app.clock, () => 0),
    });
    onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
    return [one, two] as const;
  }
});
