/** What quick ranges like "today" are reckoned from. */
import { useEffect, useState } from 'react';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { useLocality } from './format.tsx';

/** The browser looks the time zone up for when the day ends: for a new page not before what is being drawn is seen. */
const FIRST_LOOK_MS = 1_000;

/** An instant of the platform's day; stays the same until the next day begins. */
export function useToday(): Date {
  const { timeZone } = useLocality();
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      clearTimeout(timer);
      const leftMs = startOfDay(addDays(dayOf(today, timeZone), 1), timeZone).getTime() - Date.now();
      if (leftMs > 0) timer = setTimeout(look, leftMs);
      else setToday(new Date());
    };
    // A page that was left and is shown again may be of another day.
    let timer = setTimeout(look, Date.now() - today.getTime() < FIRST_LOOK_MS ? FIRST_LOOK_MS : 0);
    // A sleeping computer's timers sleep too.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [today, timeZone]);
  return today;
}
