import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDay } from './day-text.ts';
import { formatOf } from './format.ts';
import { type Language, languages } from './words.ts';

const day = '2026-11-26';

describe('a typed day', () => {
  test.each<[Language, string, string]>([
    ['en', '26 Nov 2026', day],
    ['en', '26 November 2026', day],
    ['en', 'Nov 26, 2026', day],
    ['en', '26/11/2026', day],
    ['en', '11/26/2026', day],
    ['en', '26.11.26', day],
    ['en', ' 2026-11-26 ', day],
    ['en', '20261126', day],
    ['en', '5/5/2026', '2026-05-05'],
    ['en', '28 Feb 2028', '2028-02-28'],
    ['zh', '2026年11月26日', day],
    ['zh', '2026/11/26', day],
    ['zh', '２０２６-１１-２６', day],
    ['es', '26 nov 2026', day],
    ['es', '26 de noviembre de 2026', day],
    ['es', '5/4/2026', '2026-04-05'],
    ['th', '26 พ.ย. 2026', day],
    ['th', '26 พฤศจิกายน 2569', day],
    ['th', '๒๖/๑๑/๒๕๖๙', day],
    ['th', '5/4/2026', '2026-04-05'],
  ])('in %s: %s', (language, text, expected) => {
    expect(readDay(text, language)).toEqual({ day: expected });
  });

  test.each<[Language, string]>([
    ['en', '5/4/2026'],
    ['zh', '5-4-2026'],
    ['th', '20/11/69'],
    ['th', '20 พ.ย. 69'],
  ])('that can be two days is asked back, in %s: %s', (language, text) => {
    expect(readDay(text, language)).toEqual({ fault: 'day_ambiguous' });
  });

  test.each<[Language, string]>([
    ['en', ''],
    ['en', 'tomorrow'],
    ['en', '31 Feb 2026'],
    ['en', '13/13/2026'],
    ['en', '26 Nov'],
    ['en', '26 Nov 2026 5'],
    ['en', '26 Nov 2026 or so'],
    ['es', '11/26/2026'],
    ['zh', '2026年13月1日'],
  ])('that does not exist is a fault, in %s: %s', (language, text) => {
    expect(readDay(text, language)).toEqual({ fault: 'day_form' });
  });

  test('every day can be typed as the page shows it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (language, at) => {
          const shown = at.toISOString().slice(0, 10);
          const format = formatOf(language, { currency: 'CNY', timeZone: 'UTC' });
          expect([language, readDay(format.day(shown), language)]).toEqual([language, { day: shown }]);
        },
      ),
    );
  });
});
