/**
 * Converts between instants and calendar days of a named time zone. Uses only Intl, so it runs in every browser.
 * A day is written `YYYY-MM-DD`. In a range, `from` is inclusive and `to` is exclusive.
 */

export interface TimeRange {
  from: Date;
  to: Date;
}

/** The calendar day that an instant falls on. */
export function dayOf(at: Date, timeZone: string): string {
  return new Date(wallTime(at, timeZone)).toISOString().slice(0, 10);
}

/** The instant at which a day begins; where the clocks skip midnight, the first instant of that day. */
export function startOfDay(day: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(wanted)) throw new RangeError(`not a day: ${day}`);
  // Two rounds are enough for every zone: the offset at the guess, then the offset at the corrected guess.
  let guess = wanted - offsetAt(new Date(wanted), timeZone);
  guess = wanted - offsetAt(new Date(guess), timeZone);
  while (dayOf(new Date(guess), timeZone) < day) guess += 15 * 60_000;
  return new Date(guess);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether it is a day: not 31 February, which `Date.parse` turns into 3 March. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The zone's local time at an instant, in milliseconds as if it were UTC. */
export function wallTime(at: Date, timeZone: string): number {
  return at.getTime() + offsetAt(at, timeZone);
}

interface Zone {
  format: Intl.DateTimeFormat;
  /** By quarter of an hour, as no zone changes its offset within one. Calling Intl takes twenty times as long. */
  offsets: Map<number, number>;
}
const zones = new Map<string, Zone>();
const QUARTER_MS = 15 * 60_000;
const MAX_CACHED_OFFSETS = 10_000;

/** Milliseconds that the zone's local time is ahead of UTC at an instant. */
function offsetAt(at: Date, timeZone: string): number {
  let zone = zones.get(timeZone);
  if (!zone) zones.set(timeZone, (zone = { format: formatOf(timeZone), offsets: new Map() }));
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  let offset = zone.offsets.get(quarter);
  if (offset === undefined) {
    if (zone.offsets.size >= MAX_CACHED_OFFSETS) zone.offsets.clear();
    zone.offsets.set(quarter, (offset = readOffset(new Date(quarter * QUARTER_MS), zone.format)));
  }
  return offset;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

function readOffset(at: Date, format: Intl.DateTimeFormat): number {
  const found: Record<string, number> = {};
  for (const part of format.formatToParts(at)) found[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second) - at.getTime();
}
