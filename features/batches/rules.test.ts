import { describe, expect, test } from 'vitest';
import { headingOf } from './columns.ts';
import { batchState, checkRow, payeeKey, typeIn } from './rules.ts';

const row = {
  amount: '100.00',
  type: 'Bank card',
  holder: 'Lin Wei',
  bank: 'ICBC',
  branch: '',
  account: '6222020200112233446',
};
const limits = {
  percentE4: 10_000,
  fixedMinor: 100n,
  minFeeMinor: null,
  maxFeeMinor: 500n,
  minAmountMinor: 1_000n,
  maxAmountMinor: 100_000n,
};

/** Column → word. */
function faultsOf(changes: Partial<typeof row>): Record<string, string> | undefined {
  const checked = checkRow({ ...row, ...changes }, { currency: 'CNY', limits });
  return 'faults' in checked
    ? Object.fromEntries(Object.entries(checked.faults).map(([column, { word }]) => [column, word]))
    : undefined;
}

test.each([
  ['bank', 'bank'],
  ['Bank card', 'bank'],
  ['BANK-CARD', 'bank'],
  ['银行卡', 'bank'],
  ['银 行 卡', 'bank'],
  ['Tarjeta bancaria', 'bank'],
  ['บัตรธนาคาร', 'bank'],
  ['alipay', 'alipay'],
  ['Ａｌｉｐａｙ', 'alipay'],
  ['支付宝', 'alipay'],
  ['\u200bbank\ufeff', 'bank'],
  ['银\u200b行卡', 'bank'],
  ['PayPal', undefined],
  ['', undefined],
])('the type %j is %s', (text, type) => {
  expect(typeIn(text)).toBe(type);
});

describe('a row', () => {
  test('that is correct costs what the terms say, up to their limit', () => {
    expect(checkRow(row, { currency: 'CNY', limits })).toEqual({
      good: {
        amountMinor: 10_000n,
        feeMinor: 200n,
        beneficiary: { type: 'bank', holder: 'Lin Wei', bank: 'ICBC', branch: null, account: row.account },
      },
    });
    expect(checkRow({ ...row, amount: '900' }, { currency: 'CNY', limits })).toMatchObject({
      good: { feeMinor: 500n },
    });
    expect(checkRow({ ...row, amount: '9000000' }, { currency: 'CNY' })).toMatchObject({
      good: { amountMinor: 900_000_000n },
    });
  });

  test('accepts a bank by any of its names, and none for Alipay', () => {
    for (const bank of ['中国工商银行', '工行', 'industrial and commercial bank of china'])
      expect(faultsOf({ bank })).toBeUndefined();
    const alipay = { ...row, type: '支付宝', bank: 'whatever', branch: '=x', account: '13812345678' };
    expect(checkRow({ ...alipay, branch: 'x' }, { currency: 'CNY', limits })).toMatchObject({
      good: { beneficiary: { type: 'alipay', bank: null, branch: null } },
    });
    expect(checkRow(alipay, { currency: 'CNY', limits })).toMatchObject({
      faults: { branch: { word: 'cell_formula' } },
    });
  });

  test.each([
    [
      'nothing',
      { amount: '', type: '', holder: '', bank: '', account: '' },
      { amount: 'required', type: 'required', holder: 'required', account: 'required' },
    ],
    [
      'everything wrong',
      { amount: '1e5', holder: '<b>', bank: 'X', account: '12' },
      { amount: 'amount_form', holder: 'holder_form', bank: 'bank_unknown', account: 'card_number_form' },
    ],
    ['too little', { amount: '9.99' }, { amount: 'payout_range' }],
    ['too much', { amount: '1000.01' }, { amount: 'payout_range' }],
    ['a type that there is not', { type: 'cash' }, { type: 'beneficiary_type' }],
    [
      'a type that there is not, and everything else wrong',
      { amount: 'USD 5', type: 'cash', holder: '', bank: 'X', branch: 'a\u202eb', account: '12' },
      {
        amount: 'amount_currency',
        type: 'beneficiary_type',
        holder: 'required',
        bank: 'bank_unknown',
        branch: 'branch_form',
        account: 'account_form',
      },
    ],
    [
      'a type that there is not, and a wrong digit',
      { type: 'cash', account: '6222020200112233449' },
      { type: 'beneficiary_type', account: 'card_number_check' },
    ],
    [
      'a type that there is not, and an account of Alipay',
      { type: 'cash', bank: '', account: 'li.lei@example.com' },
      { type: 'beneficiary_type' },
    ],
    [
      'no type, and nothing but an amount',
      { type: '', holder: '', bank: '', account: '' },
      { type: 'required', holder: 'required', account: 'required' },
    ],
    ['an amount that could be two', { amount: '1,500' }, { amount: 'amount_either' }],
    [
      'what a cell shows and holds',
      { amount: '12 ≠ 12.34', account: '… ≠ 5' },
      { amount: 'cell_differs', account: 'cell_differs' },
    ],
    ['cells that have no heading', { amount: '1 ⋯ 500' }, { amount: 'cells_beyond' }],
    ['no bank', { bank: '' }, { bank: 'required' }],
    ['a wrong digit', { account: '6222020200112233449' }, { account: 'card_number_check' }],
    ['an account that a program has rounded', { account: '6.22202E+18' }, { account: 'account_rounded' }],
    ['… with a decimal comma', { account: '6,22202E+18' }, { account: 'account_rounded' }],
    ['a card for Alipay', { type: 'Alipay' }, { account: 'alipay_account_form' }],
    [
      'a formula',
      { amount: '=1+1', branch: ' =A1', holder: '＝x' },
      { amount: 'cell_formula', branch: 'cell_formula', holder: 'cell_formula' },
    ],
    ['a formula’s error', { branch: '#REF!' }, { branch: 'cell_formula' }],
    [
      'texts without end',
      { holder: 'x'.repeat(61), branch: 'x'.repeat(101) },
      { holder: 'too_long', branch: 'too_long' },
    ],
    ['what turns a line around', { branch: 'a\u202eb' }, { branch: 'branch_form' }],
  ])('with %s gets all of its errors', (_, changes, faults) => {
    expect(faultsOf(changes)).toEqual(faults);
  });
});

test('headings are compared without case, width, accents, blanks and brackets', () => {
  expect(
    ['AMOUNT', ' amount ', 'Ａmount', 'Amount (CNY)', '金额（元）', 'Amount*', '\u200bAmo\u00adunt\u200e'].map(
      headingOf,
    ),
  ).toEqual(Array.from({ length: 7 }, () => 'amount'));
  expect(['Numero de Cuenta', 'Línea', 'Error', 'colour', ''].map(headingOf)).toEqual([
    'account',
    'aside',
    'aside',
    undefined,
    undefined,
  ]);
});

test('the same payee and amount is the same payment, however it is typed', () => {
  const key = (changes: Partial<typeof row>): string => {
    const checked = checkRow({ ...row, ...changes }, { currency: 'CNY', limits });
    return 'good' in checked ? payeeKey(checked.good) : '';
  };
  expect(key({ account: '6222 0202 0011 2233 446', amount: '￥100' })).toBe(key({}));
  expect(key({ amount: '100.01' })).not.toBe(key({}));
});

test.each([
  [{ open: 1, paid: 9, failed: 0, cancelled: 0 }, 'processing'],
  [{ open: 0, paid: 10, failed: 0, cancelled: 0 }, 'done'],
  [{ open: 0, paid: 9, failed: 1, cancelled: 0 }, 'partial'],
  [{ open: 0, paid: 9, failed: 0, cancelled: 1 }, 'partial'],
  [{ open: 0, paid: 0, failed: 9, cancelled: 1 }, 'failed'],
  [{ open: 0, paid: 0, failed: 0, cancelled: 1 }, 'failed'],
] as const)('a batch of %o is %s', (counts, state) => {
  expect(batchState(counts)).toBe(state);
});
