/** Plain text is filled without the parser; whatever it is, it reads as the parser would have it. */
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
])('%s', (text, values, said) => expect(formatPhrase(phraseOf(text), 'en', values)).toBe(said));

test.each([
  ['en', 'At least ¥1,234.50'],
  ['es', 'At least 1.234,50 ¥'],
] as const)('an amount is written as %s has it', (language, said) => {
  const text = formatPhrase(phraseOf('At least {least}'), language, { least: { amount: '1234.50', currency: 'CNY' } });
  expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(said);
});

test('a missing value is an error, and never an empty place', () => {
  expect(() => formatPhrase(phraseOf('Hello {name}'), 'en')).toThrow('"name" was not provided');
});

test('any text of letters, apostrophes, angles and names reads as by the parser, or fails as there', () => {
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

function outcome(say: () => string): string {
  try {
    return say();
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}
