/** The months and years of a statement, in the address and as calls take them. Pure. */
import type { Params } from '#foundation/console/list/address-fields.ts';
import { addMonths, monthOf } from '#foundation/console/display/month-text.ts';
import { addDays } from '#foundation/core/time-zone.ts';

export interface Period {
  readonly group: 'month' | 'year';
  /** `YYYY-MM` or `YYYY`. */
  readonly name: string;
  /** Both inclusive. */
  readonly first: string;
  readonly last: string;
}

const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/;
const YEAR = /^20\d{2}$/;
const DAY = /^20\d{2}-\d{2}-\d{2}$/;

export function monthPeriod(month: string): Period {
  return { group: 'month', name: month, first: `${month}-01`, last: addDays(`${addMonths(month, 1)}-01`, -1) };
}

export function yearPeriod(year: string): Period {
  return { group: 'year', name: year, first: `${year}-01-01`, last: `${year}-12-31` };
}

/** The period in an address: this month if it names none, or one that has not begun. */
export function periodIn({ month = '', year = '' }: Params, today: string): Period {
  if (YEAR.test(year) && year <= today.slice(0, 4)) return yearPeriod(year);
  return monthPeriod(MONTH.test(month) && month <= monthOf(today) ? month : monthOf(today));
}

/** The part of the address that names a period. */
export function periodParams({ group, name }: Period): Record<string, string> {
  return { [group]: name };
}

/** The part of the address that names a day. */
export function dayParams(day: string): Record<string, string> {
  return { month: monthOf(day), open: day };
}

/** Whether a text is a day up to today. */
export function isKnownDay(text: string, today: string): boolean {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && text <= today;
}

/** The period before (−1) or after (1). */
export function neighbour({ group, name }: Period, step: -1 | 1): Period {
  return group === 'month' ? monthPeriod(addMonths(name, step)) : yearPeriod(String(Number(name) + step));
}

/** The periods that the picker offers, newest first, with the shown one. */
export function offered(shown: Period, today: string): string[] {
  const newest = shown.group === 'month' ? monthOf(today) : today.slice(0, 4);
  const names = Array.from({ length: shown.group === 'month' ? 24 : 10 }, (_, index) =>
    shown.group === 'month' ? addMonths(newest, -index) : String(Number(newest) - index),
  );
  return names.includes(shown.name) ? names : [...names, shown.name];
}
