/** The rows behind each figure. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MoneyLogType, moneyLogTypes } from '#features/ledger/money-log-types.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { StatementFigures } from '../contract.ts';
import { difference, entryFilter, type FigureName, figures, isStill, rowsOf, sumOver, valueOf } from './figures.ts';
import { NOTHING } from './statements-for-tests.ts';

const timeZone = 'Asia/Shanghai';
const names = Object.keys(figures) as FigureName[];

interface Entry {
  type: MoneyLogType;
  amountMinor: bigint;
  feeMinor: bigint;
}

const magnitude = fc.bigInt(0n, 10n ** 18n);
const signed = fc.bigInt(-(10n ** 18n), 10n ** 18n);
const entries: fc.Arbitrary<Entry[]> = fc.array(
  fc.constantFrom(...moneyLogTypes).chain((type) => {
    const isOut = type === 'withdrawal' || type === 'payout';
    const isFree = type === 'commission' || type === 'adjustment' || type === 'reversal';
    return fc.record({
      type: fc.constant(type),
      amountMinor: isFree ? signed : isOut ? magnitude.map((minor) => -minor) : magnitude,
      feeMinor: isFree ? signed : type === 'refund' ? magnitude.map((minor) => -minor) : magnitude,
    });
  }),
);

const total = (list: readonly bigint[]): bigint => list.reduce((sum, each) => sum + each, 0n);
const text = (minor: bigint): string => formatAmount(minor, 'CNY');

/** The figures of a day as the contract defines them. */
function figuresOf(openingMinor: bigint, list: readonly Entry[]): StatementFigures {
  const of = (...types: MoneyLogType[]) => list.filter(({ type }) => types.includes(type));
  const amount = (...types: MoneyLogType[]) => total(of(...types).map(({ amountMinor }) => amountMinor));
  const fee = (...types: MoneyLogType[]) => total(of(...types).map(({ feeMinor }) => feeMinor));
  return {
    opening: text(openingMinor),
    collections: { count: of('payin').length, amount: text(amount('payin')) },
    collectionFees: text(fee('payin')),
    recharges: { count: of('recharge').length, amount: text(amount('recharge')) },
    rechargeFees: text(fee('recharge')),
    withdrawals: { count: of('withdrawal').length, amount: text(-amount('withdrawal')) },
    payouts: { count: of('payout').length, amount: text(-amount('payout')) },
    disbursementFees: text(fee('withdrawal', 'payout')),
    refunds: { count: of('refund').length, amount: text(amount('refund')), fee: text(-fee('refund')) },
    commission: text(amount('commission') - fee('commission')),
    adjustments: text(amount('adjustment') - fee('adjustment')),
    reversals: text(amount('reversal') - fee('reversal')),
    closing: text(openingMinor + total(list.map(({ amountMinor, feeMinor }) => amountMinor - feeMinor))),
  };
}

test('the sum over the rows of each figure is the figure', () => {
  fc.assert(
    fc.property(signed, entries, (openingMinor, list) => {
      const statement = figuresOf(openingMinor, list);
      for (const name of names) {
        const { types, sum, before } = figures[name] as ReturnType<typeof rowsOf> & object;
        const rows = before ? [] : list.filter(({ type }) => types?.includes(type) ?? true);
        const amounts = rows.map(({ amountMinor }) => amountMinor);
        const sums = {
          opening: text(openingMinor),
          in: text(total(amounts.filter((minor) => minor > 0n))),
          out: text(-total(amounts.filter((minor) => minor < 0n))),
          fees: text(total(rows.map(({ feeMinor }) => feeMinor))),
          closing: text(openingMinor + total(rows.map(({ amountMinor, feeMinor }) => amountMinor - feeMinor))),
        };
        expect([name, sumOver(sums, sum, 'CNY')]).toEqual([name, valueOf(statement, name).value]);
      }
    }),
  );
});

test('the rows of a figure are those of the day or the period, and of its types', () => {
  const month = { first: '2026-11-01', last: '2026-11-30' };
  const one = { first: '2026-11-20', last: '2026-11-20' };
  const november = { from: '2026-10-31T16:00:00.000Z', to: '2026-11-30T16:00:00.000Z' };
  expect(entryFilter(figures.closing, month, { timeZone })).toEqual({ range: november });
  expect(entryFilter(figures.opening, month, { timeZone })).toEqual({ range: { to: november.from } });
  expect(entryFilter(figures.opening, one, { timeZone })).toEqual({ range: { to: '2026-11-19T16:00:00.000Z' } });
  expect(entryFilter(figures.disbursementFees, month, { timeZone })).toEqual({
    range: november,
    type: ['withdrawal', 'payout'],
  });
  expect(entryFilter(figures.collections, one, { timeZone, channel: 'qr' })).toEqual({
    date: '2026-11-20',
    type: ['payin'],
    channel: 'qr',
  });
});

test('an address names a figure of the statement or of a line, or nothing', () => {
  expect(rowsOf('collections')).toEqual({ types: ['payin'], sum: 'in' });
  expect(rowsOf('refund.fees')).toEqual({ types: ['refund'], sum: 'fees' });
  for (const text of ['', 'x', 'payin', 'payin.x', 'x.fees', 'toString']) expect(rowsOf(text)).toBeUndefined();
});

test('a row without movement has no figure between opening and closing', () => {
  expect(isStill({ ...NOTHING, opening: '5.00', closing: '5.00' })).toBe(true);
  expect(isStill({ ...NOTHING, reversals: '-0.01' })).toBe(false);
  // An order of nothing has been booked all the same.
  expect(isStill({ ...NOTHING, refunds: { count: 1, amount: '0.00', fee: '0.00' } })).toBe(false);
});

test('amounts of any length are subtracted exactly', () => {
  expect(difference('92233720368547758.07', '-0.01', 'CNY')).toBe('92233720368547758.08');
  expect(difference('1000', '1', 'JPY')).toBe('999');
});
