import { describe, expect, test } from 'vitest';
import { expectedAt, type Limits, maxWithdrawable } from './quote.ts';
import { debitOf } from './rules.ts';

const limits: Limits = {
  percentE4: 10_000,
  fixedMinor: 200n,
  minFeeMinor: null,
  maxFeeMinor: null,
  minAmountMinor: 1_000n,
  maxAmountMinor: 1_000_000n,
};

describe('the largest amount that can be withdrawn', () => {
  test.each([
    ['an empty balance', 0n, 0n],
    ['a cent less than the minimum and its fee', 1_209n, 0n],
    ['exactly the minimum and its fee', 1_210n, 1_000n],
    ['more than the maximum', 99_000_000n, 1_000_000n],
  ])('%s', (_name, available, most) => {
    expect(maxWithdrawable(available, limits)).toBe(most);
  });

  test.each([1_210n, 1_211n, 5_555n, 100_000n, 777_777n, 1_010_199n])(
    'of %s is covered, and a cent more is not',
    (available) => {
      const most = maxWithdrawable(available, limits);
      expect(debitOf(most, limits)).toBeLessThanOrEqual(available);
      expect(debitOf(most + 1n, limits)).toBeGreaterThan(available);
    },
  );

  test('respects a minimum and a maximum fee', () => {
    const capped = { ...limits, minFeeMinor: 500n, maxFeeMinor: 600n };
    expect(maxWithdrawable(1_500n, capped)).toBe(1_000n);
    expect(maxWithdrawable(100_600n, capped)).toBe(100_000n);
  });
});

describe('a withdrawal is expected', () => {
  const window = { from: '09:00', to: '22:00' };
  test.each([
    ['while the window is open', '2026-11-20T04:00:00Z', '2026-11-20T06:00:00.000Z'],
    ['before it opens', '2026-11-20T00:30:00Z', '2026-11-20T03:00:00.000Z'],
    ['after it closed', '2026-11-20T15:00:00Z', '2026-11-21T03:00:00.000Z'],
  ])('%s', (_name, now, expected) => {
    expect(expectedAt(new Date(now), window, 'Asia/Shanghai', 120).toISOString()).toBe(expected);
  });

  test('across midnight, in a window that spans it', () => {
    const late = { from: '22:00', to: '02:00' };
    expect(expectedAt(new Date('2026-11-20T17:30:00Z'), late, 'Asia/Shanghai', 0).toISOString()).toBe(
      '2026-11-20T17:30:00.000Z',
    );
    expect(expectedAt(new Date('2026-11-20T18:30:00Z'), late, 'Asia/Shanghai', 0).toISOString()).toBe(
      '2026-11-21T14:00:00.000Z',
    );
  });
});
