import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingPieces, type BookingRange, coveringPieces, type Sign } from './pieces.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGIN = Date.parse('2026-01-31T00:00:00Z');
const zones = ['Asia/Shanghai', 'Europe/Madrid', 'UTC'] as const;

const anyMoment = fc
  .tuple(
    fc.integer({ min: 0, max: 120 }),
    fc.constantFrom(0, 1, 8 * HOUR_MS, 16 * HOUR_MS, 17 * HOUR_MS + 123, DAY_MS - 1),
  )
  .map(([days, ms]) => new Date(BEGIN + days * DAY_MS + ms));
const anyRange = fc.record({
  from: fc.option(anyMoment, { nil: undefined, freq: 8 }),
  to: fc.option(anyMoment, { nil: undefined, freq: 8 }),
});

/** How often the pieces count what was booked at a moment. */
function timesAt(pieces: readonly (BookingRange & { sign: Sign })[], at: number): number {
  return pieces
    .filter(({ from, to }) => (!from || from.getTime() <= at) && (!to || at < to.getTime()))
    .reduce((times, { sign }) => times + sign, 0);
}

function momentsAround(ranges: readonly BookingRange[]): number[] {
  const edges = ranges.flatMap(({ from, to }) => [from, to]).flatMap((edge) => edge?.getTime() ?? []);
  return [BEGIN - 400 * DAY_MS, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1]), BEGIN + 400 * DAY_MS];
}

test.each(zones)('in %s, every moment of a range counts once and no other counts', (timeZone) => {
  fc.assert(
    fc.property(anyRange, (range) => {
      const { rolled, raw } = coveringPieces(range, timeZone);
      const byDay = bookingPieces(range, timeZone);
      for (const at of momentsAround([range, ...rolled, ...raw])) {
        const inRange = (!range.from || range.from.getTime() <= at) && (!range.to || at < range.to.getTime());
        expect(timesAt([...rolled, ...raw], at)).toBe(inRange ? 1 : 0);
        expect(timesAt([...byDay.rolled, ...byDay.raw], at)).toBe(inRange ? 1 : 0);
      }
    }),
  );
});

test.each(zones)(
  'in %s, a range of more than a month reads at most half a month of days and half a day of rows at each end',
  (timeZone) => {
    fc.assert(
      fc.property(anyRange, (range) => {
        fc.pre(!range.from || !range.to || range.to.getTime() - range.from.getTime() > 62 * DAY_MS);
        const { rolled, raw } = coveringPieces(range, timeZone);
        for (const { from, to } of raw) expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(12.5 * HOUR_MS);
        for (const { from, to } of rolled.filter(({ span }) => span === 'day'))
          expect((to?.getTime() ?? 0) - (from?.getTime() ?? 0)).toBeLessThanOrEqual(16 * DAY_MS);
      }),
    );
  },
);
