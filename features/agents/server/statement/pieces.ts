/** Splits a range of bookings into whole months, whole days around them, and the rest row by row. Pure. */
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { monthAfter, monthRange } from '../../months.ts';

export interface BookingRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** 1: the piece counts. -1: it is in another piece and not in the range, so it is subtracted. */
export type Sign = 1 | -1;

interface SignedSpan {
  from: Date;
  to: Date;
  sign: Sign;
}

export interface RolledPiece extends BookingRange {
  span: 'month' | 'day';
  sign: Sign;
}

export interface BookingPieces {
  rolled: RolledPiece[];
  /** Each within one day. */
  raw: SignedSpan[];
}

/** The whole days of the range, and what is left at its ends. Nothing is subtracted. */
export function bookingPieces(range: BookingRange, timeZone: string): BookingPieces {
  const { whole, rest } = cut(range, (at) => dayAround(at, timeZone), { canExceed: false });
  return { rolled: whole ? [{ ...whole, span: 'day', sign: 1 }] : [], raw: rest };
}

/**
 * The same with months. A month or a day at an end is taken whole if the range covers more than half of it, and the rest
 * of it is subtracted. So at most half a month by days and half a day row by row are read at each end.
 */
export function coveringPieces(range: BookingRange, timeZone: string): BookingPieces {
  const days = cut(range, (at) => dayAround(at, timeZone), { canExceed: true });
  if (!days.whole) return { rolled: [], raw: days.rest };
  const months = cut(days.whole, (at) => monthAround(at, timeZone), { canExceed: true });
  return {
    rolled: [
      ...months.rest.map((piece) => ({ ...piece, span: 'day' as const })),
      ...(months.whole ? [{ ...months.whole, span: 'month' as const, sign: 1 as const }] : []),
    ],
    raw: days.rest,
  };
}

/** A day or month around a moment. `next` is the first such beginning at the moment or after it. */
interface Around {
  from: Date;
  next: Date;
}

interface Cut {
  /** Whole days or months; undefined if there are none. */
  whole?: BookingRange | undefined;
  rest: SignedSpan[];
}

/** `canExceed`: whole ones can reach beyond the range, where that leaves less of a rest. */
function cut({ from, to }: BookingRange, around: (at: Date) => Around, { canExceed }: { canExceed: boolean }): Cut {
  if (isEmpty({ from, to })) return { rest: [] };
  const first = from && around(from);
  const last = to && around(to);
  if (from && to && first && last && first.next > last.from) return { rest: [{ from, to, sign: 1 }] };
  const start = from && first && startOf(from, first, canExceed);
  const end = to && last && endOf(to, last, canExceed);
  const whole = { from: start?.at, to: end?.at };
  return { whole: isEmpty(whole) ? undefined : whole, rest: [...(start?.rest ?? []), ...(end?.rest ?? [])] };
}

interface End {
  /** Where the whole days or months begin or end. */
  at: Date;
  rest: SignedSpan[];
}

function startOf(from: Date, { from: begin, next }: Around, canExceed: boolean): End {
  if (from.getTime() === next.getTime()) return { at: from, rest: [] };
  return canExceed && from.getTime() - begin.getTime() < next.getTime() - from.getTime()
    ? { at: begin, rest: [{ from: begin, to: from, sign: -1 }] }
    : { at: next, rest: [{ from, to: next, sign: 1 }] };
}

function endOf(to: Date, { from: begin, next }: Around, canExceed: boolean): End {
  if (to.getTime() === begin.getTime()) return { at: to, rest: [] };
  return canExceed && next.getTime() - to.getTime() < to.getTime() - begin.getTime()
    ? { at: next, rest: [{ from: to, to: next, sign: -1 }] }
    : { at: begin, rest: [{ from: begin, to, sign: 1 }] };
}

function isEmpty({ from, to }: BookingRange): boolean {
  return from !== undefined && to !== undefined && from >= to;
}

function dayAround(at: Date, timeZone: string): Around {
  const from = startOfDay(dayOf(at, timeZone), timeZone);
  return { from, next: from.getTime() === at.getTime() ? from : startOfDay(addDays(dayOf(at, timeZone), 1), timeZone) };
}

function monthAround(at: Date, timeZone: string): Around {
  const month = dayOf(at, timeZone).slice(0, 7);
  const { from } = monthRange(month, timeZone);
  return { from, next: from.getTime() === at.getTime() ? from : monthRange(monthAfter(month), timeZone).from };
}
