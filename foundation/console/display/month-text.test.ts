import { expect, test } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import { monthText } from './month-text.ts';

test('a month begins with a capital letter where it stands alone, in every language', () => {
  expect(languages.map((language) => monthText('2026-11', language))).toEqual([
    'November 2026',
    '2026年11月',
    'Noviembre de 2026',
    'พฤศจิกายน 2026',
  ]);
  expect(monthText('2026-11', 'es', 'short')).toBe('nov 2026');
});
