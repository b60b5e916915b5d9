/** Local times of a zone that people type, and the names of zones. Apart from `time-zone.ts`, which every page loads first. */
import { wallTime } from './time-zone.ts';

const DAY_MS = 86_400_000;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant of a zone's local time, which is given in milliseconds as if it were UTC. A time that comes twice is the
 * first of the two, and one that the clocks skip is as much later.
 */
export function instantOf(wallMs: number, timeZone: string): Date {
  const offsetAt = (ms: number): number => wallTime(new Date(ms), timeZone) - ms;
  const earlier = wallMs - offsetAt(wallMs - DAY_MS);
  if (wallTime(new Date(earlier), timeZone) === wallMs) return new Date(earlier);
  const later = wallMs - offsetAt(wallMs + DAY_MS);
  return new Date(wallTime(new Date(later), timeZone) === wallMs ? later : earlier);
}
