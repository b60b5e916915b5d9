/** An amount as a page prints it is read back in the language of that page, and nothing is ever guessed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmount } from './amount-text.ts';
import { formatOf } from './format.ts';
import { formatAmount } from './money.ts';
import { amountAsTyped, exampleAmount, possibleAmounts, readTypedAmount, typedAmountValue } from './typed-amount.ts';
import { type Language, languages } from './words.ts';

const cny = (language: Language) => ({ currency: 'CNY', language });
const either = (whole: string, parted: string) => ({ word: 'amount_either', values: { whole, parted } });
const form = { word: 'amount_form' };

test.each<[string, Language, bigint | object]>([
  ['1234,50', 'es', 123_450n],
  ['121.328,81 ¥', 'es', 12_132_881n],
  ['121.328,81\u00a0¥', 'es', 12_132_881n],
  ['121\u202f328,81 ¥', 'es', 12_132_881n],
  ['1,234.50', 'es', 123_450n],
  ['1.567', 'es', 156_700n],
  ['1,567', 'es', form],
  ['5.000', 'es', either('5000.00', '5.00')],
  ['5,000', 'es', either('5000.00', '5.00')],
  ['1,234.50', 'en', 123_450n],
  ['¥1,234.50', 'en', 123_450n],
  ['1.234,50', 'en', 123_450n],
  ['1,567', 'en', 156_700n],
  ['1.567', 'en', form],
  ['5,000', 'en', either('5000.00', '5.00')],
  ['１，２３４．５０', 'zh', 123_450n],
  ['￥1,234.50元', 'zh', 123_450n],
  ['๑,๒๓๔.๕๐', 'th', 123_450n],
  ['฿5', 'th', { word: 'amount_currency', values: { mark: '฿', currency: 'CNY' } }],
  ['1.005', 'es', 100_500n],
  ['1.005', 'en', form],
  ['', 'en', { word: 'required' }],
])('%j on a page in %s is %o', (text, language, amount) => {
  expect(readTypedAmount(text, cny(language))).toEqual(amount);
});

test('a question names both amounts', () => {
  expect(possibleAmounts('5.000', cny('es'))).toEqual(['5000.00', '5.00']);
  expect(possibleAmounts('5.000,00', cny('es'))).toBeUndefined();
  expect(possibleAmounts('x', cny('es'))).toBeUndefined();
});

test('three decimals are read as the page prints them, and asked about otherwise', () => {
  const dinars = (language: Language) => ({ currency: 'KWD', language });
  expect(readTypedAmount('1,200', dinars('es'))).toBe(1_200n);
  expect(readTypedAmount('1.200', dinars('en'))).toBe(1_200n);
  expect(readTypedAmount('1.200', dinars('es'))).toEqual(either('1200.000', '1.200'));
  expect(readTypedAmount('1,200', dinars('en'))).toEqual(either('1200.000', '1.200'));
  // What the field keeps is a question for every other reader too.
  expect(typedAmountValue('1.200', dinars('es'))).toBe('1,200');
});

test.each<[Language, string]>([
  ['en', '1,234.50'],
  ['zh', '1,234.50'],
  ['es', '1.234,50'],
  ['th', '1,234.50'],
])('the example in %s is %s', (language, text) => {
  expect(exampleAmount(cny(language))).toBe(text);
  expect(exampleAmount({ currency: 'JPY', language })).toBe(text.slice(0, 5));
});

describe('in every language and currency', () => {
  const language = fc.constantFrom(...languages);
  const currency = fc.constantFrom('CNY', 'THB', 'EUR', 'JPY', 'KWD');
  const amounts = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.bigInt({ min: 1n, max: 9_999_999n }));

  test('everything that a page prints is read back', () => {
    fc.assert(
      fc.property(amounts, currency, language, (minor, code, reader) => {
        const terms = { currency: code, language: reader };
        const wire = formatAmount(minor, code);
        const format = formatOf(reader, { currency: code, timeZone: 'UTC' });
        const prints = [format.amount(wire), format.grouped(wire), amountAsTyped(wire, terms), wire];
        const shown = reader === 'es' && code === 'KWD' ? prints.slice(0, 3) : prints;
        return shown.every((text) => readTypedAmount(text, terms) === minor);
      }),
    );
  });

  test('a printed amount is read the same on a page in any other language, or asked about', () => {
    fc.assert(
      fc.property(amounts, currency, language, language, (minor, code, writer, reader) => {
        const text = amountAsTyped(formatAmount(minor, code), { currency: code, language: writer });
        const read = readTypedAmount(text, { currency: code, language: reader });
        return read === minor || (typeof read === 'object' && read.word !== 'required');
      }),
    );
  });

  test('what a field keeps is read without the language as it was read with it', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[¥$]?[0-9]{1,4}[.,' ]?[0-9]{0,3}[.,]?[0-9]{0,3}$/),
      fc.string({ unit: fc.constantFrom('0', '1', '5', ',', '.', ' ', "'", '¥', '元', '-', '１', '，') }),
    );
    fc.assert(
      fc.property(texts, currency, language, (text, code, reader) => {
        const terms = { currency: code, language: reader };
        const read = readTypedAmount(text, terms);
        const kept = readAmount(typedAmountValue(text, terms), terms);
        return typeof read === 'bigint' ? kept === read : typeof kept === 'object' && kept.word === read.word;
      }),
      { numRuns: 2_000 },
    );
  });
});
