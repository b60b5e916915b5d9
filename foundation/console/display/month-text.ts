/** The name of a month, as a heading or an option: `2026-11` → `November 2026`, `Noviembre de 2026`. `short`: for an axis. */
import { type Language, locales } from '#foundation/core/words.ts';

export function monthText(month: string, language: Language, style: 'long' | 'short' = 'long'): string {
  const format = new Intl.DateTimeFormat(locales[language], { year: 'numeric', month: style, timeZone: 'UTC' });
  const text = format.format(new Date(`${month}-01T00:00:00Z`));
  return style === 'short' ? text : text.charAt(0).toLocaleUpperCase(locales[language]) + text.slice(1);
}

/** The month that a day is in. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** `2026-11`, −1 → `2026-10`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
