/** What quick ranges like "today" are reckoned from. */
import { useEffect, useState } from 'react';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { useLocality } from './format.tsx';

/** An instant of the platform's day; stays the same until the next day begins. */
export function useToday(): Date {
  const { timeZone } = useLocality();
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const tomorrow = startOfDay(addDays(dayOf(today, timeZone), 1), timeZone).getTime();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const leftMs = tomorrow - Date.now();
      if (leftMs > 0) timer = setTimeout(look, leftMs);
      else setToday(new Date());
    };
    look();
    // A sleeping computer's timers sleep too.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [today, timeZone]);
  return today;
}
