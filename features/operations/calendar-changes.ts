/** Changes of a year's special days as the history of settings keeps them: as text, which a change back is made of. */
import type { SpecialDay } from './setting-contract.ts';

/** `2026-12-25 off Christmas; 2026-12-26 working`. */
export function calendarText(days: readonly SpecialDay[]): string {
  return days.map(({ day, working, name }) => [day, working ? 'working' : 'off', name].join(' ').trim()).join('; ');
}

/** The same days, in any order. */
export function isSameCalendar(one: readonly SpecialDay[], other: readonly SpecialDay[]): boolean {
  const textOf = (days: readonly SpecialDay[]): string =>
    calendarText(days.toSorted((a, b) => (a.day < b.day ? -1 : 1)));
  return textOf(one) === textOf(other);
}

/** The days of a text of `calendarText`. */
function daysOf(text: string): SpecialDay[] {
  return text
    .split(/; (?=\d{4}-\d{2}-\d{2} (?:off|working)(?:[ ;]|$))/)
    .map((entry) => /^(\d{4}-\d{2}-\d{2}) (off|working) ?(.*)$/.exec(entry))
    .filter((match) => match !== null)
    .map(([, day = '', kind, name = '']) => ({ day, working: kind === 'working', name }));
}

/** The year of a change in the history of settings; undefined for a setting. */
export function calendarYear(name: string): number | undefined {
  const [, year] = /^calendar_(\d{4})$/.exec(name) ?? [];
  return year === undefined ? undefined : Number(year);
}

/** The year's days with those of a change as they were before it, in order. What is over stays as it is. */
export function withoutChange(
  days: readonly SpecialDay[],
  change: { before: string; after: string },
  today: string,
): SpecialDay[] {
  const [before, after] = [daysOf(change.before), daysOf(change.after)];
  const changed = new Set([...before, ...after].map(({ day }) => day).filter((day) => day >= today));
  const back = before.filter(({ day }) => changed.has(day));
  return [...days.filter(({ day }) => !changed.has(day)), ...back].sort((a, b) => (a.day < b.day ? -1 : 1));
}
