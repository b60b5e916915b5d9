/** Cases for the amount parser that uploads, pasted blocks, grids, forms and filters share. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOnWire, decimalSignOf, readAmount } from './amount-text.ts';
import { formatAmount } from './money.ts';

const form = { word: 'amount_form' };
const needed = { word: 'required' };
const either = (whole: string, parted: string) => ({ word: 'amount_either', values: { whole, parted } });
const foreign = (mark: string, currency = 'CNY') => ({ word: 'amount_currency', values: { mark, currency } });

const cases: readonly [text: string, currency: string, amount: bigint | object][] = [
  // Plain
  ['100', 'CNY', 10_000n],
  ['100.5', 'CNY', 10_050n],
  [' 100.50 ', 'CNY', 10_050n],
  ['0.01', 'CNY', 1n],
  ['1200', 'JPY', 1_200n],
  ['1.500', 'KWD', 1_500n],
  ['', 'CNY', needed],
  ['  ', 'CNY', needed],
  ['\u200b\ufeff', 'CNY', needed],
  // Groups of three, one sign for all of them
  ['1,200.50', 'CNY', 120_050n],
  ['1,234,567', 'CNY', 123_456_700n],
  ['1,234,567.00', 'CNY', 123_456_700n],
  ['1 234,50', 'CNY', 123_450n],
  ['1\u00a0234,50', 'CNY', 123_450n],
  ['1\u202f234.50', 'CNY', 123_450n],
  ['1 200', 'CNY', 120_000n],
  ["1'234.50", 'CNY', 123_450n],
  ['1’234,50', 'CNY', 123_450n],
  ["1'234", 'CNY', 123_400n],
  ['1.200,50', 'CNY', 120_050n],
  ['1.234.567', 'CNY', 123_456_700n],
  ['1,234,567.000', 'KWD', 1_234_567_000n],
  ['1,20', 'CNY', 120n],
  ['1,5', 'CNY', 150n],
  ['1500,00', 'CNY', 150_000n],
  ['12,34,567', 'CNY', form],
  ['12,34,567.00', 'CNY', form],
  ['1,2345', 'CNY', form],
  ['1,234,5', 'CNY', form],
  ['1.2.3', 'CNY', form],
  ['1,234 567', 'CNY', form],
  ['1 2', 'CNY', form],
  ['12 34', 'CNY', form],
  ['1  234', 'CNY', form],
  ["1234'567", 'CNY', form],
  // One sign that could be either
  ['1,500', 'CNY', either('1500.00', '1.50')],
  ['1,567', 'CNY', form],
  ['1.567', 'CNY', form],
  ['1.500', 'CNY', either('1500.00', '1.50')],
  ['999.999', 'CNY', form],
  ['1，500', 'CNY', either('1500.00', '1.50')],
  ['￥1,500', 'CNY', either('1500.00', '1.50')],
  ['1,200', 'KWD', either('1200.000', '1.200')],
  ['1,500', 'JPY', 1_500n],
  ['1.500', 'JPY', 1_500n],
  ['1200.00', 'JPY', 1_200n],
  ['1.200,00', 'JPY', 1_200n],
  ['0.500', 'CNY', form],
  ['0,500', 'CNY', form],
  ['1500.500', 'CNY', form],
  ['1.005', 'CNY', form],
  // Digits and marks of other scripts
  ['１２００', 'CNY', 120_000n],
  ['１，２００．５０', 'CNY', 120_050n],
  ['๑๒๐๐', 'CNY', 120_000n],
  ['\u202d103.00\u202c', 'CNY', 10_300n],
  ['\u200e103.00', 'CNY', 10_300n],
  ['\u202e00.301', 'CNY', form],
  ['1\u2067200', 'CNY', form],
  ['10²', 'CNY', form],
  ['①', 'CNY', form],
  ['一百', 'CNY', form],
  // The platform's own currency
  ['￥1200', 'CNY', 120_000n],
  ['¥ 1200.00', 'CNY', 120_000n],
  ['1200元', 'CNY', 120_000n],
  ['1200 元', 'CNY', 120_000n],
  ['¥1200元', 'CNY', 120_000n],
  ['CNY 1200', 'CNY', 120_000n],
  ['1200 cny', 'CNY', 120_000n],
  ['CN¥1200', 'CNY', 120_000n],
  ['RMB￥1200', 'CNY', 120_000n],
  ['人民币1200', 'CNY', 120_000n],
  ['¥1200', 'JPY', 1_200n],
  ['1200円', 'JPY', 1_200n],
  ['฿12.50', 'THB', 1_250n],
  ['12.50 บาท', 'THB', 1_250n],
  ['$12.50', 'USD', 1_250n],
  ['US$ 12.50', 'USD', 1_250n],
  ['12,50 €', 'EUR', 1_250n],
  // Another currency
  ['USD 12.34', 'CNY', foreign('USD')],
  ['12.34 USD', 'CNY', foreign('USD')],
  ['EUR100', 'CNY', foreign('EUR')],
  ['usd12', 'CNY', foreign('usd')],
  ['THB 100.00', 'CNY', foreign('THB')],
  ['JPY 1200', 'CNY', foreign('JPY')],
  ['JP¥1200', 'CNY', foreign('JP¥')],
  ['HKD1200', 'CNY', foreign('HKD')],
  ['HK$1200', 'CNY', foreign('HK$')],
  ['$12', 'CNY', foreign('$')],
  ['＄12', 'CNY', foreign('$')],
  ['12€', 'CNY', foreign('€')],
  ['12 บาท', 'CNY', foreign('บาท')],
  ['Rs. 12', 'CNY', foreign('Rs.')],
  ['¥12 USD', 'CNY', foreign('USD')],
  ['CNY USD 12', 'CNY', foreign('USD')],
  ['CN¥12', 'JPY', foreign('CN¥', 'JPY')],
  ['12元', 'JPY', foreign('元', 'JPY')],
  ['¥12', 'THB', foreign('¥', 'THB')],
  ['CNY 12', 'USD', foreign('CNY', 'USD')],
  // Written out
  ['100元整', 'CNY', 10_000n],
  ['100圆整', 'CNY', 10_000n],
  ['人民币100元正', 'CNY', 10_000n],
  ['100港元整', 'HKD', 10_000n],
  ['100港元整', 'CNY', foreign('港元整')],
  ['5万', 'CNY', form],
  ['5万元', 'CNY', form],
  ['3千', 'CNY', form],
  ['2百元', 'CNY', form],
  ['1 亿', 'CNY', form],
  ['5 mil', 'CNY', form],
  ['5 ล้าน', 'THB', form],
  // No amounts
  ['0', 'CNY', form],
  ['0.00', 'CNY', form],
  ['00100', 'CNY', form],
  ['-5', 'CNY', form],
  ['5-', 'CNY', form],
  ['−5', 'CNY', form],
  ['(5)', 'CNY', form],
  ['+5', 'CNY', form],
  ['5%', 'CNY', form],
  ["'5", 'CNY', form],
  ['.50', 'CNY', form],
  ['5.', 'CNY', form],
  ['$.50', 'CNY', form],
  ['1e5', 'CNY', form],
  ['0x10', 'CNY', form],
  ['1.2345', 'CNY', form],
  ['12.5', 'JPY', form],
  ['12x', 'CNY', form],
  ['X12', 'CNY', form],
  ['TRUE', 'CNY', form],
  ['2023-03-15', 'CNY', form],
  ['100 or 200', 'CNY', form],
  ['99999999999999999', 'CNY', form],
];

test.each(cases)('%j in %s is %o', (text, currency, amount) => {
  expect(readAmount(text, { currency })).toEqual(amount);
});

test.each([
  ['1,500', '.', 150_000n],
  ['1,500', ',', 150n],
  ['12,500', ',', 1_250n],
  ['1,505', ',', form],
  ['1.500', ',', 150_000n],
  ['1.500', '.', 150n],
  ['1.505', '.', form],
  ['10,50', '.', 1_050n],
  ['1,234.50', ',', 123_450n],
] as const)('%j with the decimal sign %j known is %o', (text, decimal, amount) => {
  expect(readAmount(text, { currency: 'CNY', decimal })).toEqual(amount);
});

test('zero is accepted only with allowsZero', () => {
  expect(readAmount('0', { currency: 'CNY', allowsZero: true })).toBe(0n);
  expect(readAmount('¥0,00', { currency: 'CNY', allowsZero: true })).toBe(0n);
});

test.each([
  [['1,500', '10.50'], '.'],
  [['1,500', '10,50'], ','],
  [['1,500', '1,234,567'], '.'],
  [['1,500', '1.234.567'], ','],
  [['1,500', '10.50', '10,50'], undefined],
  [['1,500', '1.500', '100', "1'000"], undefined],
  [['1,500', 'USD 10.50', '1.2.3'], undefined],
  [['１，５００', '１０．５０'], '.'],
])('the amounts %j use the decimal sign %j', (texts, sign) => {
  expect(decimalSignOf(texts, 'CNY')).toBe(sign);
});

describe('the wire', () => {
  test('receives the parsed amount, or the text unchanged when it can not be parsed', () => {
    const on = (text: string, decimal?: '.' | ',') => amountOnWire(text, { currency: 'CNY', decimal });
    expect([on('1.200,50'), on('100'), on('¥5'), on('1,500', '.'), on('1,500'), on('USD 5')]).toEqual([
      '1200.50',
      '100',
      '5.00',
      '1500.00',
      '1,500',
      'USD 5',
    ]);
    expect(amountOnWire('1.500', { currency: 'KWD', decimal: ',' })).toBe('1500.000');
  });

  const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });
  const currencies = fc.constantFrom('CNY', 'JPY', 'KWD');
  const between = fc.constantFrom(['', '.'], [',', '.'], ['.', ','], [' ', ','], ["'", '.']);

  test('form parses back to the same amount, in any currency', () => {
    fc.assert(
      fc.property(
        amounts,
        currencies,
        (minor, currency) => readAmount(formatAmount(minor, currency), { currency }) === minor,
      ),
    );
  });

  test('an amount in any usual national form is parsed correctly or reported as ambiguous, never misread', () => {
    fc.assert(
      fc.property(amounts, currencies, between, (minor, currency, [group = '', point = '.']) => {
        const [whole = '', decimals] = formatAmount(minor, currency).split('.');
        const text = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group) + (decimals === undefined ? '' : point + decimals);
        const read = readAmount(text, { currency });
        return read === minor || (typeof read === 'object' && read.word === 'amount_either');
      }),
    );
  });

  test('text of any kind is sent so that the server reads the same amount, or unchanged if it is no amount', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[¥$]?[0-9]{1,4}[.,' ]?[0-9]{0,3}[.,]?[0-9]{0,3}$/),
      fc.string({ unit: fc.constantFrom('0', '1', '5', ',', '.', ' ', "'", '¥', '元', '-', '１', '，') }),
    );
    fc.assert(
      fc.property(
        texts,
        currencies,
        fc.constantFrom(undefined, '.' as const, ',' as const),
        (text, currency, decimal) => {
          const read = readAmount(text, { currency, decimal });
          const sent = amountOnWire(text, { currency, decimal });
          return typeof read === 'bigint' ? readAmount(sent, { currency }) === read : sent === text;
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
