/** Compares the live check with the fees at every amount of small ranges. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderFee, type Rate } from '#features/channels/rules.ts';
import { type AmountRange, undercutOf } from './rate-check.ts';

const rate = (
  percentE4: number,
  fixedMinor = 0n,
  minFeeMinor: bigint | null = null,
  maxFeeMinor: bigint | null = null,
): Rate => ({
  percentE4,
  fixedMinor,
  minFeeMinor,
  maxFeeMinor,
});
const RANGE: AmountRange = { minAmountMinor: 1_000n, maxAmountMinor: 500_000n };

const limit = fc.option(fc.bigInt({ min: 0n, max: 400n }), { nil: null });
const anyRate = fc.record({
  percentE4: fc.integer({ min: 0, max: 100_000 }),
  fixedMinor: fc.bigInt({ min: 0n, max: 200n }),
  minFeeMinor: limit,
  maxFeeMinor: limit,
});
const anyRange = fc
  .tuple(fc.bigInt({ min: 1n, max: 3_000n }), fc.bigInt({ min: 0n, max: 3_000n }))
  .map(([minAmountMinor, more]) => ({ minAmountMinor, maxAmountMinor: minAmountMinor + more }));

test('every amount that it names is in the range and brings less than the own rate', () => {
  fc.assert(
    fc.property(anyRate, anyRate, anyRange, (typed, own, range) => {
      const short = undercutOf(typed, own, range);
      if (!short) return;
      expect(short.amountMinor >= range.minAmountMinor && short.amountMinor <= range.maxAmountMinor).toBe(true);
      expect(short.feeMinor).toBe(orderFee(short.amountMinor, typed));
      expect(short.ownMinor).toBe(orderFee(short.amountMinor, own));
      expect(short.feeMinor < short.ownMinor).toBe(true);
    }),
  );
});

test('it misses no rate that brings at least two of the smallest unit less somewhere', () => {
  fc.assert(
    fc.property(anyRate, anyRate, anyRange, (typed, own, range) => {
      let worst = 0n;
      for (let amount = range.minAmountMinor; amount <= range.maxAmountMinor; amount += 1n) {
        const gap = orderFee(amount, own) - orderFee(amount, typed);
        if (gap > worst) worst = gap;
      }
      fc.pre(worst >= 2n);
      expect(undercutOf(typed, own, range)).toBeDefined();
    }),
  );
});

test.each<[string, Rate, Rate, bigint | undefined]>([
  ['the same rate', rate(5_000), rate(5_000), undefined],
  ['a higher percentage', rate(6_000), rate(5_000), undefined],
  ['a lower percentage', rate(4_000), rate(5_000), 1_000n],
  // 0.4 % + ¥0.30 falls below 0.5 % from ¥300 on.
  ['a lower percentage with a fixed part, at high amounts', rate(4_000, 30n), rate(5_000), 500_000n],
  ['a lower highest fee, at high amounts', rate(6_000, 0n, null, 1_000n), rate(5_000), 500_000n],
  // 0.4 %, at least ¥0.50, against 0.5 %, at most ¥10: less between ¥100 and ¥2,500.
  ['less in the middle alone', rate(4_000, 0n, 50n), rate(5_000, 0n, null, 1_000n), 12_450n],
  ['no lowest fee, at low amounts', rate(6_000), rate(5_000, 0n, 50n), 1_000n],
])('%s', (_, typed, own, amount) => {
  expect(undercutOf(typed, own, RANGE)?.amountMinor).toBe(amount);
});
