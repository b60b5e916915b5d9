/** Plain text is filled without the ICU parser; the result must be the same as the parser's. */
import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { formatPhrase } from './phrase.ts';

const phraseOf = (text: string) => ({ en: text, zh: text, es: text, th: text });
const byParser = (text: string, values: Record<string, string | number>): string =>
  String(new IntlMessageFormat(text, 'en-GB', undefined, { ignoreTag: true }).format({ ...values }));

test.each([
  ['Log in', {}, 'Log in'],
  ['Log in to {name}', { name: '$& {other}' }, 'Log in to $& {other}'],
  ['{a}{b}{a}', { a: 1, b: 'x' }, '1x1'],
  ["It's {name}'s", { name: 'Ann' }, "It's Ann's"],
  ["'{name}' and ''", { name: 'Ann' }, "{name} and '"],
  ['{count, plural, one {# row} other {# rows}}', { count: 1200 }, '1,200 rows'],
])('%s', (text, values, expected) => expect(formatPhrase(phraseOf(text), 'en', values)).toBe(expected));

test.each([
  ['en', 'At least ¥1,234.50'],
  ['es', 'At least 1.234,50 ¥'],
] as const)('an amount is formatted for %s', (language, expected) => {
  const text = formatPhrase(phraseOf('At least {least}'), language, { least: { amount: '1234.50', currency: 'CNY' } });
  expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(expected);
});

test('a missing value is an error, never an empty string', () => {
  expect(() => formatPhrase(phraseOf('Hello {name}'), 'en')).toThrow('"name" was not provided');
});

test('any text of letters, apostrophes, brackets and names gives the same text or error as the parser', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    "'",
    "''",
    '<',
    '>',
    '#',
    '|',
    '{a}',
    '{b}',
    '{',
    '}',
    "'{",
    "}'",
    'ไทย',
    '中',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.string(), fc.integer(), (pieces, a, b) => {
      const text = pieces.join('');
      expect(outcome(() => formatPhrase(phraseOf(text), 'en', { a, b }))).toBe(outcome(() => byParser(text, { a, b })));
    }),
  );
});

function outcome(format: () => string): string {
  try {
    return format();
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}
