import { describe, expect, test } from 'vitest';
import type { ChannelRow } from '#features/channels/contract.ts';
import {
  amountFaultOf,
  type AmountFault,
  offerOf,
  quickAmountsOf,
  rechargeNo,
  RECHARGE_NO_PREFIX,
  splitOf,
} from './rules.ts';

const row: ChannelRow = {
  code: 'bank',
  name: 'Bank',
  mode: 'bank',
  rate: { percent: '0.35', fixed: '2.00', minFee: '2.50', maxFee: null },
  minAmount: '100.00',
  maxAmount: '50000.00',
  totalLimit: '60000.00',
  usedToday: '15000.50',
  openHours: null,
  successRate24h: null,
  recharge: true,
  state: 'open',
};

test('an offer is a row of the channel list in minor units', () => {
  expect(offerOf(row, 'CNY')).toEqual({
    code: 'bank',
    rate: { percentE4: 3_500, fixedMinor: 200n, minFeeMinor: 250n, maxFeeMinor: null },
    minMinor: 10_000n,
    maxMinor: 5_000_000n,
    leftMinor: 4_499_950n,
  });
  expect(offerOf({ ...row, totalLimit: null }, 'CNY').leftMinor).toBeNull();
  // A limit lowered during the day leaves zero, not less.
  expect(offerOf({ ...row, totalLimit: '100.00' }, 'CNY').leftMinor).toBe(0n);
  expect(() => offerOf({ ...row, minAmount: 'much' }, 'CNY')).toThrow('much');
});

test.each<[amount: bigint, minimum: bigint, left: bigint | null, fault: AmountFault | undefined]>([
  [9_999n, 10_000n, null, 'recharge_minimum'],
  [10_000n, 10_000n, null, undefined],
  [9_999n, 0n, null, 'amount_out_of_range'],
  [5_000_000n, 0n, null, undefined],
  [5_000_001n, 0n, null, 'amount_out_of_range'],
  [20_000n, 0n, 20_000n, undefined],
  [20_001n, 0n, 20_000n, 'channel_limit_reached'],
  [10_000n, 0n, 0n, 'channel_limit_reached'],
])('of %s with a minimum of %s and %s left the fault is %s', (amount, minimum, leftMinor, fault) => {
  expect(amountFaultOf(amount, minimum, { minMinor: 10_000n, maxMinor: 5_000_000n, leftMinor })).toBe(fault);
});

test('the wallet gets the amount without the fee, never less than zero', () => {
  const { rate } = offerOf(row, 'CNY');
  expect(splitOf(100_000n, rate)).toEqual({ feeMinor: 550n, obtainedMinor: 99_450n });
  expect(splitOf(100n, rate)).toEqual({ feeMinor: 100n, obtainedMinor: 0n });
});

describe('quick amounts', () => {
  test.each<[minimum: bigint, min: bigint, max: bigint, left: bigint | null, amounts: bigint[]]>([
    [10_000n, 100n, 50_000_000n, null, [10_000n, 20_000n, 50_000n, 100_000n, 200_000n, 500_000n]],
    [0n, 12_345n, 100_000n, null, [20_000n, 50_000n, 100_000n]],
    [10_000n, 100n, 5_000_000n, 25_000n, [10_000n, 20_000n]],
    [10_000n, 100n, 9_000n, null, []],
    [0n, 1n, 9n, null, [1n, 2n, 5n]],
  ])('from %s in %s to %s with %s left', (minimum, minMinor, maxMinor, leftMinor, amounts) => {
    const limits = { minMinor, maxMinor, leftMinor };
    expect(quickAmountsOf(minimum, limits)).toEqual(amounts);
    expect(amounts.map((amount) => amountFaultOf(amount, minimum, limits))).toEqual(amounts.map(() => undefined));
  });
});

test('numbers are short, valid order numbers that differ with what they are made of', () => {
  const [zeros, ones] = [Buffer.alloc(32), Buffer.alloc(32, 255)];
  expect([zeros, ones].map(rechargeNo)).toEqual(['RC-0000000000', 'RC-ZZZZZZZZZZ']);
  const changed = Array.from({ length: 10 }, (_, index) => Buffer.from(zeros).fill(1, index, index + 1));
  const numbers = [zeros, ...changed].map(rechargeNo);
  expect(new Set(numbers).size).toBe(11);
  for (const number of numbers) expect(number).toMatch(/^[A-Za-z0-9_-]{1,20}$/);
  expect(numbers.every((number) => number.startsWith(RECHARGE_NO_PREFIX))).toBe(true);
});
