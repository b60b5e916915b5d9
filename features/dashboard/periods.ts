/** Which days a period covers, and which days it is compared with. Pure. */
import { daysOfQuickRange, type QuickRange } from '#foundation/core/quick-ranges.ts';
import { addDays } from '#foundation/core/time-zone.ts';

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export type Period = QuickRange | Days;

/** No longer than a leap year: a chart with a bar for each day. */
export const MAX_PERIOD_DAYS = 366;

/** `before`: as many days, at the same place of the week, month or year before. */
export function daysOfPeriod(period: Period, today: string): { current: Days; before: Days } {
  if (typeof period !== 'string') return { current: period, before: daysBefore(period) };
  const current = daysOfQuickRange(period, today);
  switch (period) {
    case 'week':
      return { current, before: { from: addDays(current.from, -7), to: addDays(today, -7) } };
    case 'month':
      return { current, before: monthBefore(current.from, dayOfMonth(today)) };
    case 'lastmonth':
      return { current, before: monthBefore(current.from, 31) };
    case 'year':
      return { current, before: yearBefore(current) };
    default:
      return { current, before: daysBefore(current) };
  }
}

export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

function daysBefore(days: Days): Days {
  return { from: addDays(days.from, -lengthOf(days)), to: addDays(days.from, -1) };
}

/** The month before the one that begins on `first`, up to this day of it or its last. */
function monthBefore(first: string, day: number): Days {
  const last = addDays(first, -1);
  return {
    from: firstOfMonth(last),
    to: `${last.slice(0, 8)}${String(Math.min(day, dayOfMonth(last))).padStart(2, '0')}`,
  };
}

/** The same days a year before; its last is 28 February if it would be the 29th. */
function yearBefore({ from, to }: Days): Days {
  const year = String(Number(to.slice(0, 4)) - 1).padStart(4, '0');
  const last = `${year}${to.slice(4)}`;
  return { from: `${year}${from.slice(4)}`, to: last.endsWith('02-29') ? `${year}-02-28` : last };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}
