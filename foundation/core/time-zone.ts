/**
 * Calendar days of a named time zone as instants. Runs in every browser: built on Intl alone.
 * A day is written `YYYY-MM-DD`; ranges are from inclusive, to exclusive.
 */

export interface TimeRange {
  from: Date;
  to: Date;
}

/** The calendar day that an instant falls on. */
export function dayOf(at: Date, timeZone: string): string {
  const parts = wallClock(at, timeZone);
  return `${pad(parts.year, 4)}-${pad(parts.month)}-${pad(parts.day)}`;
}

/** The instant at which a day begins; where the clocks skip midnight, the first instant of that day. */
export function startOfDay(day: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(wanted)) throw new RangeError(`not a day: ${day}`);
  // Two rounds settle every zone: the offset at the guess, then the offset at the corrected guess.
  let guess = wanted - offsetAt(new Date(wanted), timeZone);
  guess = wanted - offsetAt(new Date(guess), timeZone);
  while (dayOf(new Date(guess), timeZone) < day) guess += 15 * 60_000;
  return new Date(guess);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** All of one day. */
export function dayRange(day: string, timeZone: string): TimeRange {
  return { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** For many instants in a row: each one's wall clock in the zone, in milliseconds as if it were UTC. */
export function wallTimes(timeZone: string): (at: Date) => number {
  let quarter = Number.NaN;
  let offset = 0;
  return (at) => {
    // No zone changes its offset within a quarter of an hour.
    const itsQuarter = Math.floor(at.getTime() / 900_000);
    if (itsQuarter !== quarter) offset = offsetAt(new Date((quarter = itsQuarter) * 900_000), timeZone);
    return at.getTime() + offset;
  };
}

/** Milliseconds that the zone's wall clock is ahead of UTC at an instant. */
function offsetAt(at: Date, timeZone: string): number {
  const parts = wallClock(at, timeZone);
  const asUtc = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return asUtc - Math.floor(at.getTime() / 1000) * 1000;
}

interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

function wallClock(at: Date, timeZone: string): WallClock {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  const found: Record<string, number> = {};
  for (const part of format.formatToParts(at)) found[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found;
  return { year, month, day, hour, minute, second };
}
const formats = new Map<string, Intl.DateTimeFormat>();

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}
