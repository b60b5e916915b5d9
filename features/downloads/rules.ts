/** Rules of files that jobs write and of schedules: bounds, progress, periods, times. Pure. */
import { addDays, dayOf, startOfDay, type TimeRange, wallTime, weekdayOf } from '#foundation/core/time-zone.ts';

export const downloadStates = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;
export type DownloadState = (typeof downloadStates)[number];

const DAY_MS = 86_400_000;
export const DOWNLOADS_KEPT_MS = 7 * DAY_MS;
/** Of one user: files that are not finished. */
export const MAX_UNFINISHED = 10;
/** Of one user. */
export const MAX_SCHEDULES = 20;
/** How often a file is begun again after a fault. */
export const FILE_RETRIES = 5;
/** How often a report is sent again. */
export const REPORT_RETRIES = 8;
/** A larger file is only announced by its report. */
export const MAX_REPORTED_BYTES = 512 * 1_024;

/** 0 to 100; below 100 until the file is whole. */
export function progressOf(state: DownloadState, done: bigint, rows: bigint | null): number {
  if (state === 'ready') return 100;
  if (rows === null || rows === 0n) return 0;
  const percent = Number((done * 100n) / rows);
  return percent > 99 ? 99 : percent;
}

export const scheduleSteps = ['day', 'week', 'month'] as const;
export type ScheduleStep = (typeof scheduleSteps)[number];

/** The last whole day, week (from Monday) or calendar month that has ended at this moment. */
export function periodBefore(every: ScheduleStep, at: Date, timeZone: string): TimeRange {
  const end = startOf(every, dayOf(at, timeZone));
  return { from: startOfDay(startOf(every, addDays(end, -1)), timeZone), to: startOfDay(end, timeZone) };
}

/**
 * The first run after a moment. A run is on the first day after its period, at `time` (`HH:MM`) of the time zone: at
 * the first of two such times where the clocks go back, and at the first moment after it where they skip it.
 */
export function nextRun(every: ScheduleStep, time: string, after: Date, timeZone: string): Date {
  for (let day = startOf(every, dayOf(after, timeZone)); ; day = startAfter(every, day)) {
    const run = momentOf(day, time, timeZone);
    if (run > after) return run;
  }
}

/** The first day of the day, week or month that a day is in. */
function startOf(every: ScheduleStep, day: string): string {
  if (every === 'day') return day;
  return every === 'week' ? addDays(day, -((weekdayOf(day) + 6) % 7)) : `${day.slice(0, 7)}-01`;
}

function startAfter(every: ScheduleStep, start: string): string {
  // No month has more than 31 days, and none that starts within 32 days is the one after the next.
  return startOf(every, addDays(start, { day: 1, week: 7, month: 32 }[every]));
}

/** Of a day: how long after its end it is complete, and its statement closed. */
const DAY_SETTLES_MS = 600_000;

/** The first moment at which the file of a period holds all of it. */
export function completeAt({ to }: TimeRange): Date {
  return new Date(to.getTime() + DAY_SETTLES_MS);
}

const QUARTER_MS = 15 * 60_000;

/** The first moment of a day at which its clocks show this time, or a later one. */
function momentOf(day: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // No zone changes its clocks within a quarter of an hour.
  for (let quarter = startOfDay(day, timeZone).getTime(); ; quarter += QUARTER_MS) {
    const wall = wallTime(new Date(quarter), timeZone);
    if (wall + QUARTER_MS > wanted) return new Date(quarter + Math.max(0, wanted - wall));
  }
}
