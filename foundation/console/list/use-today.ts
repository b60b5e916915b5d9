/** The current day, from which quick ranges such as "today" are calculated. */
import { useLocality } from '#foundation/console/display/format.tsx';
import { useDay } from '#foundation/console/display/use-day.ts';

/** An instant in the platform's current day. Stays the same until the next day begins. */
export function useToday(): Date {
  return useDay(useLocality().timeZone);
}
