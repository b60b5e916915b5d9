import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SystemNumbers, systemNoTime } from '#foundation/core/system-number.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { liftBooksStop } from '#features/ledger/server/books-job.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { applied, type DisbursementsApp, disbursementsApp, newPayout } from './disbursements-for-tests.ts';
import { sealedPayees } from './resealing.ts';

let app: DisbursementsApp;

beforeAll(async () => {
  app = await disbursementsApp();
});

afterAll(async () => {
  expect(await app.wrongBooks()).toEqual([]);
  await app.close();
});

test('the account is sealed where a key rotation looks for it', async () => {
  const memberNo = await app.addMember(100_000n);
  const { systemNo } = await applied(app.disbursements, newPayout(memberNo));
  const { table, column, row } = sealedPayees;
  const { rows } = await sql<{ place: string; sealed: Buffer }>`
    select ${row} as place, account_sealed as sealed from disbursements where system_no = ${systemNo}`.execute(app.db);
  expect(rows.map(({ place, sealed }) => app.sealer.open(sealed, { table, column, row: place }))).toEqual([
    '6222020200112233440',
  ]);
});

describe('applying', () => {
  test('moves amount and fee from the wallet into transit', async () => {
    const memberNo = await app.addMember(100_000n);
    // 0.1 % + 1.00 of 500.00.
    const payout = await applied(app.disbursements, newPayout(memberNo, { amountMinor: 50_000n }));
    expect(payout).toMatchObject({
      status: 'applying',
      submission: 'none',
      review: 'none',
      feeMinor: 150n,
      accountHint: '622202****3440',
      finishedAt: null,
    });
    expect(await app.money(memberNo)).toEqual({ wallet: 49_850n, transit: 50_150n });
    expect(app.told).toContainEqual(expect.objectContaining({ memberNo, systemNo: payout.systemNo }));
  });

  test('again with the same number returns the same one; with different content it is a conflict', async () => {
    const memberNo = await app.addMember(100_000n);
    const wanted = newPayout(memberNo);
    const first = await applied(app.disbursements, wanted);
    const again = await app.disbursements.apply(wanted);
    expect(again).toMatchObject({ outcome: 'repeated', disbursement: { systemNo: first.systemNo } });
    expect(await app.disbursements.apply(newPayout(memberNo, { orderNo: wanted.orderNo, amountMinor: 1n }))).toEqual({
      outcome: 'refused',
      error: 'order_conflict',
    });
    expect(await app.money(memberNo)).toMatchObject({ transit: 10_110n });
  });

  test('draws a number when the member gives none', async () => {
    const memberNo = await app.addMember(100_000n);
    const { orderNo, systemNo } = await applied(
      app.disbursements,
      newPayout(memberNo, { orderNo: '', source: 'console', kind: 'withdrawal' }),
    );
    expect(orderNo).toBe(systemNo.toString());
  });

  test('is as old as its number says, which lists find it by', async () => {
    const crowded = await disbursementsApp({ systemNumbers: new SystemNumbers(app.clock, () => 0.9999) });
    const memberNo = await crowded.addMember(100_000n);
    const { systemNo, createdAt } = await applied(crowded.disbursements, newPayout(memberNo));
    expect(createdAt).toEqual(systemNoTime(systemNo));
    expect(createdAt > app.clock.now()).toBe(true);
    await crowded.close();
  });

  test('does not store a batch twice when its commit was not reported, even without a number', async () => {
    const memberNo = await app.addMember(100_000n);
    await app.setTerms(memberNo, {});
    const gathered = Promise.withResolvers<void>();
    let transactions = 0;
    const lostReplyOnce: Database['transaction'] = async (work) => {
      const run = (transactions += 1);
      if (run === 1) await gathered.promise;
      const result = await app.db.transaction(work);
      if (run === 2) throw new Error('the connection broke after the commit');
      return result;
    };
    const systemNumbers = new SystemNumbers(app.clock);
    const draw = vi.spyOn(systemNumbers, 'next');
    const other = await disbursementsApp({
      sharing: { db: { ...app.db, transaction: lostReplyOnce }, clock: app.clock },
      systemNumbers,
    });
    const samePayout = newPayout(memberNo, { orderNo: '' });
    const first = other.disbursements.apply(samePayout);
    await vi.waitFor(() => expect(transactions).toBe(1));
    // While the first runs, the others are collected into a batch.
    const others = [2, 3].map(() => other.disbursements.apply(samePayout));
    await vi.waitFor(() => expect(draw).toHaveBeenCalledTimes(3));
    gathered.resolve();
    const outcomes = await Promise.all([first, ...others]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'repeated', 'repeated']);
    expect(transactions).toBe(4);
    expect(await app.money(memberNo)).toEqual({ wallet: 70_000n, transit: 30_000n });
    await other.close();
  });

  test.each([
    ['more than the balance', 'balance_insufficient', { amountMinor: 100_000n }, {}],
    [
      'a cent more than the balance with the fee',
      'balance_insufficient',
      { amountMinor: 99_901n },
      { fixedMinor: 100n },
    ],
    ['less than the minimum', 'amount_out_of_range', { amountMinor: 99n }, { minAmountMinor: 100n }],
    ['more than the maximum', 'amount_out_of_range', { amountMinor: 501n }, { maxAmountMinor: 500n }],
    ['a kind that is switched off for the member', 'payout_not_enabled', {}, { enabled: false }],
  ] as const)('%s is refused as %s and leaves nothing', async (_name, error, wanted, changes) => {
    const memberNo = await app.addMember(100_000n);
    const terms = { fixedMinor: 1n, minAmountMinor: 1n, maxAmountMinor: 1_000_000n, ...changes };
    await app.setTerms(memberNo, terms);
    const payout = newPayout(memberNo, wanted);
    const { minAmountMinor, maxAmountMinor } = terms;
    const range = error === 'amount_out_of_range' ? { minAmountMinor, maxAmountMinor } : {};
    expect(await app.disbursements.apply(payout)).toEqual({ outcome: 'refused', error, ...range });
    expect(await app.money(memberNo)).toEqual({ wallet: 100_000n, transit: 0n });
    expect(await app.disbursements.find(memberNo, { orderNo: payout.orderNo }, 'payout')).toBeUndefined();
  });

  test('takes the whole balance, to the cent', async () => {
    const memberNo = await app.addMember(100_000n);
    await app.setTerms(memberNo, { fixedMinor: 100n });
    await applied(app.disbursements, newPayout(memberNo, { amountMinor: 99_900n }));
    expect(await app.money(memberNo)).toEqual({ wallet: 0n, transit: 100_000n });
  });

  test('cannot take frozen money', async () => {
    const memberNo = await app.addMember(100_000n);
    const hold = {
      memberNo,
      reference: 1n,
      currency: 'CNY',
      amountMinor: 60_000n,
      reason: 'under suspicion',
      requestId: 'r1',
      userId: 1n,
    };
    await app.db.transaction((tx) => app.ledger.holdForRisk(tx, { ...hold, createdAt: app.clock.now() }));
    await app.setTerms(memberNo, {});
    expect(await app.disbursements.apply(newPayout(memberNo, { amountMinor: 40_001n }))).toEqual({
      outcome: 'refused',
      error: 'balance_insufficient',
    });
    await applied(app.disbursements, newPayout(memberNo, { amountMinor: 40_000n }));
  });

  test('above the threshold waits for an operator', async () => {
    const memberNo = await app.addMember(100_000n);
    await app.setTerms(memberNo, { reviewFromMinor: 20_000n });
    const payout = await applied(app.disbursements, newPayout(memberNo, { amountMinor: 20_000n }));
    expect(payout.review).toBe('waiting');
    await app.pass(1_000);
    expect(await app.findOrThrow(payout)).toMatchObject({ submission: 'none' });
    expect(await app.disbursements.change(payout, { event: 'pass' })).toBe('changed');
    await app.pass(0);
    expect(await app.findOrThrow(payout)).toMatchObject({ submission: 'submitted', review: 'passed' });
  });

  test('is refused while the books are wrong, and earlier applications wait', async () => {
    const memberNo = await app.addMember(100_000n);
    const before = await applied(app.disbursements, newPayout(memberNo));
    const wrong = {
      foundAt: app.clock.now().toISOString(),
      check: 'chain',
      promise: 'chains are whole',
      violation: 'one is not',
    };
    await app.db.transaction((tx) => app.platform.keepFact(tx, 'books_wrong', wrong));
    const wanted = newPayout(memberNo);
    expect(await app.disbursements.apply(wanted)).toEqual({ outcome: 'refused', error: 'payouts_stopped' });
    await app.pass(0);
    expect(await app.findOrThrow(before)).toMatchObject({ submission: 'none' });
    await liftBooksStop(app);
    await app.pass(60_000);
    expect(await app.findOrThrow(before)).toMatchObject({ submission: 'submitted' });
    expect(await app.disbursements.apply(wanted)).toMatchObject({ outcome: 'applied' });
  });
});

describe('fifty at once, through every entry point and two processes, with money for seven', () => {
  test.each([1, 2, 3, 4, 5])('round %i: seven are accepted', async () => {
    const other = await disbursementsApp({ sharing: app });
    const memberNo = await app.addMember(70_000n);
    await app.setTerms(memberNo, {});
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? app : other).disbursements.apply(
          newPayout(memberNo, { source: (['console', 'batch', 'gateway'] as const)[index % 3] ?? 'console' }),
        ),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'applied')).toHaveLength(7);
    expect(outcomes.filter((each) => each.outcome === 'refused' && each.error === 'balance_insufficient')).toHaveLength(
      43,
    );
    expect(await app.money(memberNo)).toEqual({ wallet: 0n, transit: 70_000n });
    await other.close();
  });

  test('twenty numbers, each requested ten times at once by two processes: twenty are accepted', async () => {
    const other = await disbursementsApp({ sharing: app });
    const memberNo = await app.addMember(10_000_000n);
    await app.setTerms(memberNo, {});
    const wanted = Array.from({ length: 20 }, () => newPayout(memberNo));
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 === 0 ? app : other).disbursements.apply(wanted[index % 20] ?? newPayout(memberNo)),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'applied')).toHaveLength(20);
    expect(outcomes.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(180);
    expect(await app.money(memberNo)).toMatchObject({ transit: 200_000n });
    await other.close();
  });
});
