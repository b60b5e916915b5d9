/** Follows the calendar day of a time zone. */
import { useEffect, useState } from 'react';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';

/** Delays the first check on a new page until after its paint, because time zone lookups are slow. */
const FIRST_CHECK_MS = 1_000;

/** An instant in the zone's current day. Stays the same until the next day begins. */
export function useDay(timeZone: string): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const check = () => {
      clearTimeout(timer);
      const leftMs = startOfDay(addDays(dayOf(today, timeZone), 1), timeZone).getTime() - Date.now();
      if (leftMs > 0) timer = setTimeout(check, leftMs);
      else setToday(new Date());
    };
    // A page that was hidden and is shown again can be from an earlier day.
    let timer = setTimeout(check, Date.now() - today.getTime() < FIRST_CHECK_MS ? FIRST_CHECK_MS : 0);
    // Timers do not run while the computer sleeps.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [today, timeZone]);
  return today;
}
