/** Splits a range of bookings into whole months, whole days around them, and the rest row by row. Pure. */
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { monthAfter, monthRange } from '../../months.ts';

export interface BookingRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface RolledPiece extends BookingRange {
  span: 'month' | 'day';
}

export interface BookingPieces {
  rolled: RolledPiece[];
  /** Each within one day. */
  raw: { from: Date; to: Date }[];
}

const nothing: BookingPieces = { rolled: [], raw: [] };

/** Without months, days only. Days around months are split where a month begins: each piece is within one month. */
export function bookingPieces({ from, to }: BookingRange, timeZone: string, withMonths: boolean): BookingPieces {
  if (from && to && from >= to) return nothing;
  const firstDay = from && dayFrom(from, timeZone);
  const lastDay = to && startOfDay(dayOf(to, timeZone), timeZone);
  if (from && to && firstDay && lastDay && firstDay > lastDay) return { rolled: [], raw: [{ from, to }] };
  const raw = [
    ...(from && firstDay && from < firstDay ? [{ from, to: firstDay }] : []),
    ...(to && lastDay && lastDay < to ? [{ from: lastDay, to }] : []),
  ];
  const days = { from: firstDay, to: lastDay };
  return { rolled: withMonths ? monthsAndDays(days, timeZone) : notEmpty([{ span: 'day', ...days }]), raw };
}

function monthsAndDays({ from, to }: BookingRange, timeZone: string): RolledPiece[] {
  const firstMonth = from && monthFrom(from, timeZone);
  const lastMonth = to && monthRange(dayOf(to, timeZone).slice(0, 7), timeZone).from;
  if (from && to && firstMonth && lastMonth && firstMonth > lastMonth) return notEmpty([{ span: 'day', from, to }]);
  return notEmpty([
    ...(from ? [{ span: 'day' as const, from, to: firstMonth }] : []),
    { span: 'month', from: firstMonth, to: lastMonth },
    ...(to ? [{ span: 'day' as const, from: lastMonth, to }] : []),
  ]);
}

function notEmpty(pieces: readonly RolledPiece[]): RolledPiece[] {
  return pieces.filter(({ from, to }) => !from || !to || from < to);
}

/** The first day that begins at `at` or later. */
function dayFrom(at: Date, timeZone: string): Date {
  const start = startOfDay(dayOf(at, timeZone), timeZone);
  return start.getTime() === at.getTime() ? start : startOfDay(addDays(dayOf(at, timeZone), 1), timeZone);
}

/** The first month that begins at `at` or later. */
function monthFrom(at: Date, timeZone: string): Date {
  const month = dayOf(at, timeZone).slice(0, 7);
  const { from } = monthRange(month, timeZone);
  return from.getTime() === at.getTime() ? from : monthRange(monthAfter(month), timeZone).from;
}
