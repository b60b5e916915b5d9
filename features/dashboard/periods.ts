/** Which days a period covers, and which days it is compared with. Pure. */
import { addDays, weekdayOf } from '#foundation/core/time-zone.ts';

export const periodNames = [
  'today',
  'yesterday',
  'week',
  'lastweek',
  'month',
  'lastmonth',
  'year',
  'last7',
  'last30',
] as const;
type PeriodName = (typeof periodNames)[number];

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export type Period = PeriodName | Days;

/** No longer than a leap year: a chart with a bar for each day. */
export const MAX_PERIOD_DAYS = 366;

/** `before`: as many days, at the same place of the week, month or year before. */
export function daysOfPeriod(period: Period, today: string): { current: Days; before: Days } {
  if (typeof period !== 'string') return { current: period, before: daysBefore(period) };
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7));
  const first = firstOfMonth(today);
  switch (period) {
    case 'today':
      return withBefore({ from: today, to: today });
    case 'yesterday':
      return withBefore({ from: addDays(today, -1), to: addDays(today, -1) });
    case 'week':
      return {
        current: { from: monday, to: today },
        before: { from: addDays(monday, -7), to: addDays(today, -7) },
      };
    case 'lastweek':
      return withBefore({ from: addDays(monday, -7), to: addDays(monday, -1) });
    case 'month':
      return { current: { from: first, to: today }, before: monthBefore(first, dayOfMonth(today)) };
    case 'lastmonth': {
      const last = addDays(first, -1);
      return { current: { from: firstOfMonth(last), to: last }, before: monthBefore(firstOfMonth(last), 31) };
    }
    case 'year': {
      const year = Number(today.slice(0, 4));
      const lastYears = `${String(year - 1).padStart(4, '0')}${today.slice(4)}`;
      return {
        current: { from: `${today.slice(0, 4)}-01-01`, to: today },
        before: {
          from: `${lastYears.slice(0, 4)}-01-01`,
          to: lastYears.endsWith('02-29') ? `${lastYears.slice(0, 4)}-02-28` : lastYears,
        },
      };
    }
    case 'last7':
      return withBefore({ from: addDays(today, -6), to: today });
    case 'last30':
      return withBefore({ from: addDays(today, -29), to: today });
  }
}

export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

function withBefore(current: Days): { current: Days; before: Days } {
  return { current, before: daysBefore(current) };
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

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}
