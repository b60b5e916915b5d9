import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#foundation/core/money.ts';
import { commissionReversalJournal, reversalJournal } from './reversal.ts';
import {
  accountKinds,
  adjustmentJournal,
  balancesOf,
  type JournalDraft,
  paymentJournal,
  post,
  type Wallet,
} from './rules.ts';

const now = new Date('2026-11-20T04:00:00Z');

function emptyWallet(): Wallet {
  return {
    memberNo: 10000001n,
    currency: 'CNY',
    seq: 0n,
    lastEntryAt: null,
    totalInMinor: 0n,
    totalFeesMinor: 0n,
    holds: [],
    riskHoldMinor: 0n,
    overdraftAllowed: false,
    balances: { wallet: 0n, transit: 0n, clearing: 0n, fees: 0n, commission: 0n, adjustment: 0n, interMember: 0n },
  };
}

function credit(systemNo: bigint, amountMinor: bigint, feeMinor = 0n, heldUntil?: Date): JournalDraft {
  const hold = heldUntil && { releaseAt: heldUntil, amountMinor: amountMinor - feeMinor };
  return paymentJournal({
    memberNo: 10000001n,
    systemNo,
    kind: 'payin',
    currency: 'CNY',
    upstreamId: 1,
    amountMinor,
    feeMinor,
    commissionMinor: 0n,
    hold,
  });
}

function debit(reference: bigint, amountMinor: bigint): JournalDraft {
  return adjustmentJournal({ memberNo: 10000001n, reference, currency: 'CNY', amountMinor: -amountMinor, remark: '' });
}

describe('a journal', () => {
  test('of a payment sums to zero, with the commission taken from the fee', () => {
    const journal = paymentJournal({
      memberNo: 1n,
      systemNo: 2n,
      kind: 'payin',
      currency: 'CNY',
      upstreamId: 1,
      amountMinor: 10_000n,
      feeMinor: 60n,
      commissionMinor: 25n,
      hold: undefined,
    });
    expect(journal.legs).toEqual({ clearing: -10_000n, wallet: 9_940n, fees: 35n, commission: 25n });
    expect(sum(Object.values(journal.legs))).toBe(0n);
  });

  test.each<[string, Partial<JournalDraft>, string]>([
    ['does not balance', { legs: { wallet: 100n, adjustment: -99n } }, 'does not balance'],
    ['has only one entry', { legs: {} }, 'has fewer than two entries'],
    ['belongs to another member', { memberNo: 10000002n }, 'does not belong to this wallet'],
    ['is in another currency', { currency: 'USD' }, 'does not belong to this wallet'],
    ['has a clearing leg but no upstream', { legs: { wallet: 100n, clearing: -100n } }, 'names no upstream'],
    ['shows another amount than it books', { amountMinor: 101n }, 'wallet is not amount − fee'],
    ['holds more than it brings', { hold: { releaseAt: now, amountMinor: 101n } }, 'holds more than it brings'],
  ])('that %s throws instead of being refused', (_, wrong, words) => {
    const sound = adjustmentJournal({
      memberNo: 10000001n,
      reference: 1n,
      currency: 'CNY',
      amountMinor: 100n,
      remark: '',
    });
    expect(() => post(emptyWallet(), { ...sound, ...wrong }, now)).toThrow(words);
  });
});

describe('the available amount', () => {
  test('excludes settlement holds and risk holds, and includes holds as soon as they are due', () => {
    const wallet = emptyWallet();
    post(wallet, credit(1n, 1_000n, 0n, new Date('2026-11-21T00:00:00Z')), now);
    post(wallet, credit(2n, 500n, 0n, new Date('2026-11-22T00:00:00Z')), now);
    wallet.riskHoldMinor = 100n;
    expect(balancesOf(wallet, now)).toEqual({
      balanceMinor: 1_500n,
      frozenMinor: 1_600n,
      availableMinor: -100n,
      riskHoldMinor: 100n,
      nextRelease: { releaseAt: new Date('2026-11-21T00:00:00Z'), amountMinor: 1_000n },
      releases: [
        { releaseAt: new Date('2026-11-21T00:00:00Z'), amountMinor: 1_000n },
        { releaseAt: new Date('2026-11-22T00:00:00Z'), amountMinor: 500n },
      ],
    });
    expect(balancesOf(wallet, new Date('2026-11-21T00:00:00Z'))).toMatchObject({
      frozenMinor: 600n,
      availableMinor: 900n,
    });
    expect(balancesOf(wallet, new Date('2026-11-22T00:00:00Z'))).toMatchObject({
      frozenMinor: 100n,
      availableMinor: 1_400n,
      nextRelease: null,
    });
  });

  test('is never exceeded by a debit, to the cent', () => {
    const wallet = emptyWallet();
    post(wallet, credit(1n, 1_000n), now);
    expect(post(wallet, debit(2n, 1_001n), now)).toBe('balance_insufficient');
    expect(post(wallet, debit(3n, 1_000n), now)).toMatchObject({
      entry: { seq: 2n, beforeMinor: 1_000n, afterMinor: 0n },
    });
    expect(post(wallet, debit(4n, 1n), now)).toBe('balance_insufficient');
  });

  test('has one hold per release time', () => {
    const wallet = emptyWallet();
    const releaseAt = new Date('2026-11-21T00:00:00Z');
    post(wallet, credit(1n, 10n, 0n, releaseAt), now);
    post(wallet, credit(2n, 20n, 0n, releaseAt), now);
    expect(wallet.holds).toEqual([{ releaseAt, amountMinor: 30n }]);
  });
});

describe('a reversal', () => {
  const releaseAt = new Date('2026-11-21T00:00:00Z');
  const taken = {
    memberNo: 10000001n,
    systemNo: 1n,
    currency: 'CNY',
    upstreamId: 1,
    amountMinor: 1_000n,
    feeMinor: 60n,
    owedMinor: 0n,
    receivedMinor: 0n,
    held: undefined,
    forced: false,
    reason: 'why',
  };

  test('is the opposite of its payment, wherever the commission is', () => {
    expect(reversalJournal({ ...taken, owedMinor: 25n }).legs).toEqual({
      clearing: 1_000n,
      wallet: -940n,
      fees: -35n,
      commission: -25n,
    });
    expect(reversalJournal({ ...taken, receivedMinor: 25n }).legs).toEqual({
      clearing: 1_000n,
      wallet: -940n,
      fees: -35n,
      interMember: -25n,
    });
    expect(commissionReversalJournal({ ...taken, agentNo: 10000002n, amountMinor: 25n })).toMatchObject({
      memberNo: 10000002n,
      reference: 1n,
      legs: { interMember: 25n, wallet: -25n },
    });
  });

  test('takes back its own hold and leaves the holds of others', () => {
    const wallet = emptyWallet();
    post(wallet, credit(1n, 1_000n, 60n, releaseAt), now);
    post(wallet, credit(2n, 500n, 0n, releaseAt), now);
    expect(post(wallet, reversalJournal({ ...taken, held: { releaseAt, amountMinor: 940n } }), now)).toMatchObject({
      entry: { beforeMinor: 1_440n, afterMinor: 500n, totalFeesMinor: 0n },
    });
    expect(wallet.holds).toEqual([{ releaseAt, amountMinor: 500n }]);
    expect(() =>
      post(
        wallet,
        reversalJournal({ ...taken, systemNo: 3n, held: { releaseAt, amountMinor: 940n }, forced: true }),
        now,
      ),
    ).toThrow('is smaller than');
  });

  test('goes below zero only if it is forced, and then no debit does until credits have made up for it', () => {
    const wallet = emptyWallet();
    post(wallet, credit(1n, 1_000n, 60n), now);
    post(wallet, debit(2n, 900n), now);
    expect(post(wallet, reversalJournal(taken), now)).toBe('balance_insufficient');
    expect(post(wallet, reversalJournal({ ...taken, forced: true }), now)).toMatchObject({
      entry: { beforeMinor: 40n, afterMinor: -900n },
    });
    expect(wallet.overdraftAllowed).toBe(true);
    expect(post(wallet, debit(3n, 1n), now)).toBe('balance_insufficient');
    post(wallet, credit(4n, 899n), now);
    expect(wallet.overdraftAllowed).toBe(true);
    post(wallet, credit(5n, 1n), now);
    expect(wallet.overdraftAllowed).toBe(false);
  });
});

test('time never goes backwards along a chain, even if a server’s clock does', () => {
  const wallet = emptyWallet();
  post(wallet, credit(1n, 10n), now);
  const second = post(wallet, credit(2n, 10n), new Date(now.getTime() - 5_000));
  expect(second).toMatchObject({ createdAt: now });
});

test('for any events in any order, chains are unbroken, accounts sum to zero, nothing is below zero, and totals are exact', () => {
  const event = fc.record({
    credit: fc.boolean(),
    amount: fc.bigInt(1n, 1_000_000n),
    fee: fc.bigInt(0n, 1_000n),
    holdHours: fc.integer({ min: -5, max: 50 }),
    minutes: fc.integer({ min: 0, max: 600 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const wallet = emptyWallet();
      let at = now.getTime();
      let last = 0n;
      let totals = { in: 0n, out: 0n, fees: 0n };
      events.forEach(({ credit: isCredit, amount, fee, holdHours, minutes }, index) => {
        at += minutes * 60_000;
        const feeMinor = fee < amount ? fee : amount;
        const heldUntil = holdHours > 0 ? new Date(at + holdHours * 3_600_000) : undefined;
        const available = balancesOf(wallet, new Date(at)).availableMinor;
        const result = post(
          wallet,
          isCredit ? credit(BigInt(index), amount, feeMinor, heldUntil) : debit(BigInt(index), amount),
          new Date(at),
        );
        expect(result === 'balance_insufficient').toBe(!isCredit && amount > available);
        if (result === 'balance_insufficient') return;
        const { entry } = result;
        expect(entry?.beforeMinor).toBe(last);
        expect(entry?.afterMinor).toBe(last + (result.amountMinor ?? 0n) - (result.feeMinor ?? 0n));
        last = entry?.afterMinor ?? 0n;
        totals = {
          in: totals.in + (isCredit ? amount : 0n),
          out: totals.out + (isCredit ? 0n : amount),
          fees: totals.fees + (isCredit ? feeMinor : 0n),
        };
      });
      expect(sum(accountKinds.map((kind) => wallet.balances[kind]))).toBe(0n);
      expect(wallet.balances.wallet).toBe(totals.in - totals.out - totals.fees);
      expect(wallet.balances.wallet >= 0n).toBe(true);
      expect([wallet.totalInMinor, wallet.totalFeesMinor]).toEqual([totals.in, totals.fees]);
    }),
    { numRuns: 300 },
  );
});
