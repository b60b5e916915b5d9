/** The platform's day, as it is now: what quick ranges like "today" are reckoned from. */
import { useEffect, useMemo, useState } from 'react';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { useLocality } from './format.tsx';

/** The instant at which today began in the platform's time zone; moves on at midnight, and is equal all day. */
export function useToday(): Date {
  const { timeZone } = useLocality();
  const [today, setToday] = useState(() => dayOf(new Date(), timeZone));
  useEffect(() => {
    const look = () => setToday(dayOf(new Date(), timeZone));
    look();
    const timer = setTimeout(look, Math.max(0, startOfDay(addDays(today, 1), timeZone).getTime() - Date.now()));
    // A sleeping computer's timers sleep too.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [today, timeZone]);
  return useMemo(() => startOfDay(today, timeZone), [today, timeZone]);
}
