import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount, formatPercent, parseAmount, parseAmountOrZero, parsePercent, percentOf } from './money.ts';

describe('an amount', () => {
  test.each(['1', '1.0', '1.00'])('%s is one hundred minor units of CNY', (text) => {
    expect(parseAmount(text, 'CNY')).toBe(100n);
  });

  test.each<unknown>([
    '1.005',
    '1e2',
    '-1',
    '+1',
    '0',
    '0.00',
    '',
    ' 1',
    '1 ',
    '01',
    '1.',
    '.5',
    '1,000',
    '１',
    '1\u00a0',
    '0x10',
    'NaN',
    'Infinity',
    1,
    1n,
    true,
    null,
    undefined,
    '99999999999999999999',
  ])('is refused: %s', (text) => {
    expect(parseAmount(text, 'CNY')).toBeUndefined();
  });

  test('has the decimals of its currency', () => {
    expect(parseAmount('1500', 'JPY')).toBe(1500n);
    expect(parseAmount('1500.0', 'JPY')).toBeUndefined();
    expect(parseAmount('1.234', 'KWD')).toBe(1234n);
    expect([formatAmount(1500n, 'JPY'), formatAmount(1234n, 'KWD'), formatAmount(-5n, 'CNY')]).toEqual([
      '1500',
      '1.234',
      '-0.05',
    ]);
  });

  test('of zero is accepted where zero is allowed', () => {
    expect(parseAmountOrZero('0.00', 'CNY')).toBe(0n);
  });

  test('survives formatting and parsing in any currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 15n - 1n),
        fc.constantFrom('CNY', 'JPY', 'KWD', 'EUR', 'THB'),
        (minor, currency) => {
          expect(parseAmount(formatAmount(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });
});

describe('a percentage', () => {
  test.each([
    ['0', 0],
    ['0.6', 6000],
    ['100', 1_000_000],
    ['0.0001', 1],
    ['12.3456', 123_456],
  ])('%s is %d ten-thousandths', (text, value) => {
    expect(parsePercent(text)).toBe(value);
    expect(formatPercent(value)).toBe(text);
  });

  test.each(['100.0001', '1.00001', '-1', '1e1', '', '.5', 1])('is refused: %s', (text) => {
    expect(parsePercent(text)).toBeUndefined();
  });

  test.each([
    [12_345n, 6000, 74n],
    [1n, 500_000, 1n],
    [1n, 499_999, 0n],
    [83n, 6000, 0n],
    [84n, 6000, 1n],
  ])('of %d at %d rounds half up to %d', (amount, percent, expected) => {
    expect(percentOf(amount, percent)).toBe(expected);
  });
});
