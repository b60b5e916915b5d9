import { describe, expect, test } from 'vitest';
import type { FormValues } from '#foundation/console/form/form.tsx';
import {
  commissionOn,
  marginOf,
  type OwnRate,
  percentWithMargin,
  rateFaults,
  ratesTyped,
  type RateTerms,
  rateValues,
} from './rate-rows.ts';

const qr: OwnRate = { channel: { code: 'qr', name: 'QR' }, percent: '0.6', fixed: '0.00', minFee: null, maxFee: null };
const bank: OwnRate = {
  channel: { code: 'bank', name: 'Bank' },
  percent: '0.3',
  fixed: '2.00',
  minFee: '2.50',
  maxFee: '25.00',
};
const range = { minAmount: '10.00', maxAmount: '50000.00' };
const terms: RateTerms = {
  own: [qr, bank],
  channels: [
    { code: 'qr', ...range },
    { code: 'bank', ...range },
  ],
  currency: 'CNY',
};
const typed = (changes: FormValues = {}): FormValues => ({ ...rateValues(terms.own), ...changes });
const faultsOf = (changes: FormValues, given = terms) =>
  rateFaults(typed(changes), given).map(({ path, message }) => [path.join('.'), message]);

test('the rows start with the own rates, and are sent as they are read', () => {
  expect(ratesTyped(typed(), terms)).toEqual([
    { channel: 'qr', percent: '0.6', fixed: '0.00', minFee: null, maxFee: null },
    { channel: 'bank', percent: '0.3', fixed: '2.00', minFee: '2.50', maxFee: '25.00' },
  ]);
  expect(
    ratesTyped(typed({ 'rates.0.percent': ' ０,８ % ', 'rates.0.fixed': '', 'rates.1.maxFee': '1.000,50' }), terms),
  ).toMatchObject([{ percent: '0.8', fixed: '0' }, { maxFee: '1000.50' }]);
});

test('own rates are no fault: they bring nothing', () => {
  expect(faultsOf({})).toEqual([]);
  expect(commissionOn('1000', 0, typed(), terms)).toBe(0n);
});

test.each([
  [{ 'rates.0.percent': 'x' }, 'rates.0.percent', 'percent_form'],
  [{ 'rates.0.percent': '' }, 'rates.0.percent', 'percent_form'],
  [{ 'rates.0.percent': '101' }, 'rates.0.percent', 'percent_form'],
  [{ 'rates.1.fixed': 'x' }, 'rates.1.fixed', 'amount_form'],
  [{ 'rates.1.minFee': '30' }, 'rates.1.maxFee', 'rate_not_sound'],
  [{ 'rates.0.percent': '0.59' }, 'rates.0.percent', 'rate_below_own'],
  // A lower percentage with a higher fixed part undercuts large amounts alone.
  [{ 'rates.0.percent': '0.5', 'rates.0.fixed': '5' }, 'rates.0.percent', 'rate_below_own'],
  [{ 'rates.1.maxFee': '24.99' }, 'rates.1.percent', 'rate_below_own'],
])('%j is a fault of %s: %s', (changes, field, word) => {
  expect(faultsOf(changes)).toEqual([[field, word]]);
});

test('a rate is compared only where the channel takes payments, and not at all while that is unknown', () => {
  const cheap = { 'rates.0.percent': '0.5', 'rates.0.fixed': '1' };
  const upTo = (maxAmount: string): RateTerms => ({
    ...terms,
    channels: [{ code: 'qr', minAmount: '10.00', maxAmount }],
  });
  expect(faultsOf(cheap, upTo('1000.00'))).toEqual([]);
  expect(faultsOf(cheap, upTo('2000.00'))).toEqual([['rates.0.percent', 'rate_below_own']]);
  expect(faultsOf({ 'rates.0.percent': '0' }, { ...terms, channels: [] })).toEqual([]);
});

describe('the commission', () => {
  test.each([
    [{ 'rates.0.percent': '0.7' }, 10n, 100n],
    [{ 'rates.0.percent': '0.6', 'rates.0.fixed': '0.50' }, 50n, 50n],
    // Below the own rate it would be negative; the level earns nothing.
    [{ 'rates.0.percent': '0.1' }, 0n, 0n],
  ])('of %j is %s on 100.00 and %s on 1,000.00', (changes, small, large) => {
    expect(commissionOn('100', 0, typed(changes), terms)).toBe(small);
    expect(commissionOn('1000', 0, typed(changes), terms)).toBe(large);
  });

  test('is unknown while the row is wrong', () => {
    expect(commissionOn('100', 0, typed({ 'rates.0.percent': 'x' }), terms)).toBeUndefined();
    expect(commissionOn('100', 1, typed({ 'rates.1.minFee': '99' }), terms)).toBeUndefined();
  });
});

test('a margin is added to the own percentage, up to 100', () => {
  expect([marginOf('0.10'), marginOf('0,25 %'), marginOf('-1'), marginOf('')]).toEqual([
    1000,
    2500,
    undefined,
    undefined,
  ]);
  expect(percentWithMargin(qr, 1000)).toBe('0.7');
  expect(percentWithMargin({ ...qr, percent: '100' }, 1)).toBeUndefined();
});
