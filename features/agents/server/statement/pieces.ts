/** Splits a range of bookings into whole months, whole days around them, and the rest row by row. Pure. */
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { monthAfter, monthRange } from '../../months.ts';

export interface BookingRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

interface Span {
  from: Date;
  to: Date;
}

export interface BookingPieces {
  /** Whole days. */
  days: BookingRange | undefined;
  /** Each within one day. */
  raw: Span[];
}

/** 1: the piece counts. -1: it is in another piece and not in the range, so it is subtracted. */
export type Sign = 1 | -1;

export interface RolledPiece extends BookingRange {
  span: 'month' | 'day';
  sign: Sign;
}

export interface CoveringPieces {
  rolled: RolledPiece[];
  /** Each within one day. */
  raw: (Span & { sign: Sign })[];
}

/** The whole days of the range, and what is left at its ends. */
export function bookingPieces({ from, to }: BookingRange, timeZone: string): BookingPieces {
  if (from && to && from >= to) return { days: undefined, raw: [] };
  const first = from && dayAround(from, timeZone);
  const last = to && dayAround(to, timeZone);
  if (from && to && first && last && first.next > last.from) return { days: undefined, raw: [{ from, to }] };
  const days = { from: first?.next, to: last?.from };
  return {
    days: isEmpty(days) ? undefined : days,
    raw: [
      ...(from && first && from < first.next ? [{ from, to: first.next }] : []),
      ...(to && last && last.from < to ? [{ from: last.from, to }] : []),
    ],
  };
}

/**
 * The same with months. A month or a day at an end is taken whole if the range covers more than half of it, and the rest
 * of it is subtracted. So at most half a month by days and half a day row by row are read at each end.
 */
export function coveringPieces({ from, to }: BookingRange, timeZone: string): CoveringPieces {
  if (from && to && from >= to) return { rolled: [], raw: [] };
  const first = from && dayAround(from, timeZone);
  const last = to && dayAround(to, timeZone);
  if (from && to && first && last && first.next > last.from) return { rolled: [], raw: [{ from, to, sign: 1 }] };
  const start = from && first && startOf(from, first);
  const end = to && last && endOf(to, last);
  return {
    rolled: monthsAndDays({ from: start?.at, to: end?.at }, timeZone),
    raw: [...(start?.rest ?? []), ...(end?.rest ?? [])],
  };
}

function monthsAndDays({ from, to }: BookingRange, timeZone: string): RolledPiece[] {
  const first = from && monthAround(from, timeZone);
  const last = to && monthAround(to, timeZone);
  if (from && to && first && last && first.next > last.from) return piecesOf([{ from, to, sign: 1 }], 'day');
  const start = from && first && startOf(from, first);
  const end = to && last && endOf(to, last);
  return [
    ...piecesOf(start?.rest ?? [], 'day'),
    ...piecesOf([{ from: start?.at, to: end?.at, sign: 1 }], 'month'),
    ...piecesOf(end?.rest ?? [], 'day'),
  ];
}

function piecesOf(pieces: readonly (BookingRange & { sign: Sign })[], span: RolledPiece['span']): RolledPiece[] {
  return pieces.filter((piece) => !isEmpty(piece)).map((piece) => ({ ...piece, span }));
}

/** A day or month around a moment. `next` is the first such beginning at the moment or after it. */
interface Around {
  from: Date;
  next: Date;
}

interface End {
  /** Where the whole days or months begin or end. */
  at: Date;
  rest: (Span & { sign: Sign })[];
}

function startOf(from: Date, { from: begin, next }: Around): End {
  if (from.getTime() === next.getTime()) return { at: from, rest: [] };
  return from.getTime() - begin.getTime() < next.getTime() - from.getTime()
    ? { at: begin, rest: [{ from: begin, to: from, sign: -1 }] }
    : { at: next, rest: [{ from, to: next, sign: 1 }] };
}

function endOf(to: Date, { from: begin, next }: Around): End {
  if (to.getTime() === begin.getTime()) return { at: to, rest: [] };
  return next.getTime() - to.getTime() < to.getTime() - begin.getTime()
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
