/** Bounds of a statement, and which days a request names. Pure. */
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';

export const statementGroups = ['day', 'month', 'year'] as const;
export type StatementGroup = (typeof statementGroups)[number];

/** The longest statement by day: a leap year. */
export const MAX_DAYS = 366;
/** The longest statement by month or year. */
export const MAX_YEARS = 10;

/** Calendar days, both ends inclusive. */
export interface Days {
  first: string;
  last: string;
}

export interface NamedPeriod {
  range?: { from?: string | undefined; to?: string | undefined } | undefined;
  month?: string | undefined;
  year?: string | undefined;
}

/**
 * The days that a request names: all that its range touches, its month or its year; the month of `now` if it names
 * none. A range without a beginning has the year up to its end. Days after today are left out, unless all are.
 */
export function daysOf(named: NamedPeriod, now: Date, timeZone: string): Days {
  const today = dayOf(now, timeZone);
  const { first, last } = wholeDaysOf(named, today, timeZone);
  return { first, last: first <= today && last > today ? today : last };
}

function wholeDaysOf({ range, month, year }: NamedPeriod, today: string, timeZone: string): Days {
  if (year !== undefined) return { first: `${year}-01-01`, last: `${year}-12-31` };
  if (range?.from === undefined && range?.to === undefined) return monthDays(month ?? today.slice(0, 7));
  const end = range.to === undefined ? today : dayOf(new Date(Date.parse(range.to) - 1), timeZone);
  const last = range.from === undefined && end > today ? today : end;
  return {
    first: range.from === undefined ? addDays(last, 1 - MAX_DAYS) : dayOf(new Date(range.from), timeZone),
    last,
  };
}

function monthDays(month: string): Days {
  const lastDate = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return { first: `${month}-01`, last: `${month}-${lastDate}` };
}

/** How a statement is grouped if its request does not say it. */
export function groupOf({ year }: NamedPeriod): StatementGroup {
  return year === undefined ? 'day' : 'month';
}

/** Which bound the days exceed, with its value. */
export function tooLong(
  { first, last }: Days,
  group: StatementGroup,
): { word: 'days_most' | 'years_most'; maximum: number } | undefined {
  if (group === 'day') return addDays(first, MAX_DAYS) <= last ? { word: 'days_most', maximum: MAX_DAYS } : undefined;
  const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4)) - (last.slice(4) < first.slice(4) ? 1 : 0);
  return years >= MAX_YEARS ? { word: 'years_most', maximum: MAX_YEARS } : undefined;
}

/** The moments between which a day lies. */
export function boundsOf(day: string, timeZone: string): { from: Date; to: Date } {
  return { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
}

/** All days from the first to the last. */
export function everyDay({ first, last }: Days): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export function periodOf(day: string, group: StatementGroup): string {
  return day.slice(0, { day: 10, month: 7, year: 4 }[group]);
}
