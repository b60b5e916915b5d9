/** Ranges of days that have names, in the order in which they are offered. Pure. */
import { addDays, weekdayOf } from './time-zone.ts';

export const quickRanges = [
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
export type QuickRange = (typeof quickRanges)[number];

/** Ranges that end with a day: their first day. */
const firstDays = {
  today: (day: string) => day,
  week: (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7)),
  month: (day: string) => `${day.slice(0, 7)}-01`,
  year: (day: string) => `${day.slice(0, 4)}-01-01`,
  last7: (day: string) => addDays(day, -6),
  last30: (day: string) => addDays(day, -29),
};
/** Ranges that end on the day before another one begins. */
const before = { yesterday: 'today', lastweek: 'week', lastmonth: 'month' } as const;

/**
 * The days, both inclusive, as `YYYY-MM-DD`. This week, month and year end with today. A week begins on Monday in every
 * language, as in statements and schedules, so that a link shows everybody the same days.
 */
export function daysOfQuickRange(range: QuickRange, today: string): { from: string; to: string } {
  if (!isBefore(range)) return { from: firstDays[range](today), to: today };
  const firstDay = firstDays[before[range]];
  const to = addDays(firstDay(today), -1);
  return { from: firstDay(to), to };
}

function isBefore(range: QuickRange): range is keyof typeof before {
  return Object.hasOwn(before, range);
}
