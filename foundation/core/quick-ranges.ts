/** Ranges of days that have names. Pure. */
import { addDays, weekdayOf } from './time-zone.ts';

type Step = (day: string) => string;
const monthOf: Step = (day) => `${day.slice(0, 7)}-01`;
const weekOf: Step = (day) => addDays(day, -((weekdayOf(day) + 6) % 7));

/** Ranges of days that have names, in the order in which they are offered: the first day of each, by today. */
const firstDays = {
  today: (day) => day,
  yesterday: (day) => addDays(day, -1),
  week: weekOf,
  lastweek: (day) => weekOf(addDays(day, -7)),
  month: monthOf,
  lastmonth: (day) => monthOf(addDays(monthOf(day), -1)),
  year: (day) => `${day.slice(0, 4)}-01-01`,
  last7: (day) => addDays(day, -6),
  last30: (day) => addDays(day, -29),
} satisfies Readonly<Record<string, Step>>;
export type QuickRange = keyof typeof firstDays;
export const quickRanges = Object.keys(firstDays) as readonly QuickRange[];

/** Ranges that end on the day before another one begins; the others end with today. */
const before: ReadonlyMap<QuickRange, QuickRange> = new Map([
  ['yesterday', 'today'],
  ['lastweek', 'week'],
  ['lastmonth', 'month'],
]);

/**
 * The days, both inclusive, as `YYYY-MM-DD`. A week begins on Monday in every language, as in statements and schedules,
 * so that a link shows everybody the same days.
 */
export function daysOfQuickRange(range: QuickRange, today: string): { from: string; to: string } {
  const next = before.get(range);
  return { from: firstDays[range](today), to: next ? addDays(firstDays[next](today), -1) : today };
}
