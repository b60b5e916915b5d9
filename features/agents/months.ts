/** Calendar months in the platform's time zone. A month is written `YYYY-MM`. */
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';

/** The instant at which the month of `at` begins. */
export function startOfMonth(at: Date, timeZone: string): Date {
  return startOfDay(firstDay(dayOf(at, timeZone).slice(0, 7)), timeZone);
}

/** The range of a month, `to` exclusive. */
export function monthRange(month: string, timeZone: string): { from: Date; to: Date } {
  return {
    from: startOfDay(firstDay(month), timeZone),
    to: startOfDay(firstDay(monthAfter(month)), timeZone),
  };
}

export function monthAfter(month: string): string {
  return addDays(firstDay(month), 31).slice(0, 7);
}

export function monthBefore(month: string): string {
  return addDays(firstDay(month), -1).slice(0, 7);
}

function firstDay(month: string): string {
  return `${month}-01`;
}
