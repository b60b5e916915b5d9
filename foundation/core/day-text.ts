/**
 * Reads a day that a person typed in the form of their language, or copied from a page: `26 Nov 2026`, `26/11/2026`,
 * `2026年11月26日`, `26 พ.ย. 2569`. Never guesses: a day that can be read in two ways is a fault.
 */
import { isDay } from './time-zone.ts';
import { typedLine } from './typed-line.ts';
import { withPlainDigits } from './typed-text.ts';
import { type Language, locales } from './words.ts';

export type DayFault = 'day_form' | 'day_ambiguous';

/** Returns `YYYY-MM-DD`. */
export function readDay(text: string, language: Language): { day: string } | { fault: DayFault } {
  const parts = partsOf(withPlainDigits(typedLine(text)), language);
  if (parts === undefined) return { fault: 'day_form' };
  const found = new Set(
    parts
      .flatMap((part) => withEras(part, language))
      .map(dayIn)
      .filter((day) => day !== undefined),
  );
  const [day] = found;
  if (day === undefined) return { fault: 'day_form' };
  return found.size > 1 ? { fault: 'day_ambiguous' } : { day };
}

interface Parts {
  year: string;
  month: string;
  day: string;
}

/** Years of the Buddhist era are 543 ahead. */
const BUDDHIST = 543;
const FIRST_BUDDHIST_YEAR = 2_400;

/** A Thai year of two digits can be of either era. */
function withEras(parts: Parts, language: Language): Parts[] {
  if (parts.year.length !== 2) return [parts];
  return (language === 'th' ? ['20', '25'] : ['20']).map((century) => ({ ...parts, year: century + parts.year }));
}

function dayIn({ year, month, day }: Parts): string | undefined {
  const typed = Number(year);
  const whole = typed >= FIRST_BUDDHIST_YEAR ? typed - BUDDHIST : typed;
  const text = `${String(whole).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

/** All ways to read the text; undefined if it has not the form of a day. */
function partsOf(text: string, language: Language): Parts[] | undefined {
  const named = byMonthName(text, language);
  if (named) return [named];
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D?$/.exec(text);
  if (compact) {
    const [, year = '', month = '', day = ''] = compact;
    return [{ year, month, day }];
  }
  const [, one = '', two = '', year = ''] = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4}|\d{2})$/.exec(text) ?? [];
  if (year === '') return undefined;
  const dayFirst = { year, month: two, day: one };
  // In Spanish and Thai the day always comes first; English and Chinese readers write it both ways.
  return language === 'es' || language === 'th' ? [dayFirst] : [dayFirst, { year, month: one, day: two }];
}

/** `26 Nov 2026`, `Nov 26, 2026`, `26 de noviembre de 2026`. */
function byMonthName(text: string, language: Language): Parts | undefined {
  const wanted = plain(text);
  for (const [name, month] of monthNames(language)) {
    const at = wanted.indexOf(name);
    if (at < 0) continue;
    const around = `${wanted.slice(0, at)} ${wanted.slice(at + name.length)}`;
    if (!/^[\s\d,./-]*$/.test(around.replace(/\bde\b|พศ|คศ/g, ''))) continue;
    const [first = '', second = '', ...more] = around.match(/\d+/g) ?? [];
    if (more.length > 0) return undefined;
    const [day, year] = first.length === 4 ? [second, first] : [first, second];
    return /^\d{1,2}$/.test(day) && /^(\d{4}|\d{2})$/.test(year) ? { year, month, day } : undefined;
  }
  return undefined;
}

/** Without the dots of abbreviations. */
function plain(text: string): string {
  return text.toLowerCase().replace(/(?<=\p{L})\./gu, '');
}

/** Long names first: a short one can be the beginning of another. Chinese months are numbers. */
function monthNames(language: Language): [name: string, month: string][] {
  if (language === 'zh') return [];
  const names = (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(locales[language], { month: style, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index): [string, string] => [
      plain(format.format(Date.UTC(2026, index, 15))),
      String(index + 1),
    ]);
  });
  return names.toSorted(([a], [b]) => b.length - a.length);
}
