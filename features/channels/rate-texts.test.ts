import { describe, expect, test } from 'vitest';
import { HUNDRED_PERCENT, parsePercent } from '#foundation/core/money.ts';
import { rateTexts, readRate } from './rate-texts.ts';

const texts = { percent: '0.6', fixed: '0.10', minFee: null, maxFee: '5.00' };
const rate = { percentE4: 6_000, fixedMinor: 10n, minFeeMinor: null, maxFeeMinor: 500n };

describe('a rate as texts', () => {
  test('is read, and written as it was', () => {
    expect(readRate(texts, 'CNY')).toEqual({ rate, wrong: [] });
    expect(rateTexts(rate, 'CNY')).toEqual(texts);
  });

  test.each([
    ['a percentage above 100', { percent: '100.5' }, ['percent']],
    ['a fixed part below zero', { fixed: '-1' }, ['fixed']],
    ['more decimals than the currency has', { minFee: '0.001' }, ['minFee']],
    ['an empty limit', { maxFee: '' }, ['maxFee']],
    ['several parts', { percent: '', minFee: 'x', maxFee: 'y' }, ['percent', 'minFee', 'maxFee']],
  ])('%s is named as what is wrong', (_what, change, wrong) => {
    expect(readRate({ ...texts, ...change }, 'CNY')).toEqual({ rate: undefined, wrong });
  });

  test('a part is read as the caller reads it', () => {
    const percentOf = (text: string) => parsePercent(text) ?? HUNDRED_PERCENT + 1;
    expect(readRate({ ...texts, percent: '100.5' }, 'CNY', { percentOf }).rate).toEqual({
      ...rate,
      percentE4: 1_000_001,
    });
    expect(readRate(texts, 'CNY', { amountOf: () => undefined }).wrong).toEqual(['fixed', 'maxFee']);
  });
});
