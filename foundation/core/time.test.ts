import { describe, expect, test } from 'vitest';
import { SettableClock } from './clock.ts';
import { firstSystemNo, systemNoMonths, systemNoPrefixRange, SystemNumbers, systemNoTime } from './system-number.ts';
import { addDays, dayOf, startOfDay, wallTime } from './time-zone.ts';
import { instantOf, isTimeZone } from './wall-time.ts';

describe('a day of a time zone', () => {
  test.each([
    ['2026-11-20T15:59:59.999Z', 'Asia/Shanghai', '2026-11-20'],
    ['2026-11-20T16:00:00Z', 'Asia/Shanghai', '2026-11-21'],
    ['2026-11-20T18:29:59Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-03-29T00:59:59Z', 'Europe/Madrid', '2026-03-29'],
  ])('%s in %s is %s', (at, zone, day) => {
    expect(dayOf(new Date(at), zone)).toBe(day);
  });

  test.each([
    ['2026-11-20', 'Asia/Shanghai', '2026-11-19T16:00:00.000Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Madrid', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Madrid', '2026-10-25T23:00:00.000Z'],
    // The clocks skip midnight: the day begins at one.
    ['2025-09-07', 'America/Santiago', '2025-09-07T04:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, start) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
  });

  test('has 23 or 25 hours when the clocks change', () => {
    const start = (day: string): number => startOfDay(day, 'Europe/Madrid').getTime();
    const hours = (day: string): number => (start(addDays(day, 1)) - start(day)) / 3_600_000;
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-20')]).toEqual([23, 25, 24]);
  });

  test('days are counted over months and leap years', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-12-31', 1), addDays('2026-01-01', -1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2025-12-31',
    ]);
    expect([isTimeZone('Asia/Bangkok'), isTimeZone('Asia/Atlantis')]).toEqual([true, false]);
  });
});

describe('the instant of a local time', () => {
  test.each([
    ['2026-11-19T10:00:00Z', 'Asia/Shanghai', '2026-11-19T02:00:00.000Z'],
    ['2026-10-25T02:30:00Z', 'Europe/Madrid', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00:00Z', 'Europe/Madrid', '2026-10-25T02:00:00.000Z'],
    ['2026-03-29T02:30:00Z', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00:00Z', 'Europe/Madrid', '2026-03-29T01:00:00.000Z'],
  ])('%s in %s', (wall, zone, instant) => {
    expect(instantOf(Date.parse(wall), zone).toISOString()).toBe(instant);
  });

  test('shows that time again, at every hour of a year', () => {
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'Asia/Bangkok']) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
        const wall = wallTime(new Date(at), zone);
        expect(wallTime(instantOf(wall, zone), zone)).toBe(wall);
      }
    }
  });
});

describe('a system number', () => {
  test('has 19 digits that contain its millisecond', () => {
    const number = new SystemNumbers(new SettableClock('2026-11-20T12:34:56.789Z'), () => 0.5).next();
    expect(number).toBe(2611201234567895000n);
    expect(systemNoTime(number).toISOString()).toBe('2026-11-20T12:34:56.789Z');
  });

  test('only increases, even if the clock stops or goes back', () => {
    const clock = new SettableClock('2026-11-20T12:34:56.789Z');
    const numbers = new SystemNumbers(clock, () => 0.9999);
    let last = 0n;
    for (let count = 0; count < 25_000; count += 1) {
      if (count === 5_000) clock.advance(-10_000);
      const next = numbers.next();
      expect(next > last).toBe(true);
      expect(Number.isNaN(systemNoTime(next).getTime())).toBe(false);
      last = next;
    }
  });

  test('that is the first of a moment bounds a time range', () => {
    expect(firstSystemNo(new Date('2026-11-20T00:00:00Z'))).toBe(2611200000000000000n);
  });

  test.each([
    ['-271821-04-20T00:00:00Z', 0n],
    ['0001-01-01T00:00:00Z', 0n],
    ['1899-12-31T23:59:59.999Z', 0n],
    ['1999-12-31T23:59:59.999Z', 0n],
    ['2000-01-01T00:00:00Z', 1010000000000000n],
    ['2092-12-31T23:59:59.999Z', 9212312359599990000n],
    ['2093-01-01T00:00:00Z', 9223372036854775807n],
    ['2126-11-20T00:00:00Z', 9223372036854775807n],
    ['9999-12-31T23:59:59.999Z', 9223372036854775807n],
    ['+275760-09-13T00:00:00Z', 9223372036854775807n],
  ])('that is the first of %s is %s: never of another century, and within a bigint column', (at, first) => {
    expect(firstSystemNo(new Date(at))).toBe(first);
  });

  test.each(['1999-12-31T23:59:59.999Z', '2093-01-01T00:00:00Z', '2126-11-20T00:00:00Z'])(
    'can not be made for %s',
    (at) => {
      expect(() => new SystemNumbers(new SettableClock(at)).next()).toThrow(RangeError);
      expect(() => new SystemNumbers(new SettableClock('2026-11-20T00:00:00Z')).next(new Date(at))).toThrow(RangeError);
    },
  );

  test('increases to the end of the last millisecond, and then generation fails', () => {
    const numbers = new SystemNumbers(new SettableClock('2092-12-31T23:59:59.999Z'), () => 0.9998);
    expect([numbers.next(), numbers.next()]).toEqual([9212312359599999998n, 9212312359599999999n]);
    expect(() => numbers.next()).toThrow(RangeError);
  });

  test.each([
    ['26', 2600000000000000000n, 2700000000000000000n],
    ['2611201234567895000', 2611201234567895000n, 2611201234567895001n],
    ['92', 9200000000000000000n, 9223372036854775807n],
  ])('that begins with %s is within a range', (typed, from, to) => {
    expect(systemNoPrefixRange(typed)).toEqual({ from, to });
  });

  test.each(['', 'a', '12345678901234567890', '9999999999999999999', '1.5'])('can not begin with %s', (typed) => {
    expect(systemNoPrefixRange(typed)).toBeUndefined();
  });

  test.each([
    ['2026-11-22T11:15:00Z', '2026-11-22T11:15:00Z', [2611]],
    ['2026-10-31T23:59:59.999Z', '2026-11-30T23:59:59.999Z', [2610, 2611]],
    ['2026-12-31T00:00:00Z', '2027-02-01T00:00:00Z', [2612, 2701, 2702]],
    ['1899-01-01T00:00:00Z', '2000-02-01T00:00:00Z', [1, 2]],
    ['2092-11-30T00:00:00Z', '9999-12-31T00:00:00Z', [9211, 9212]],
    ['2126-01-01T00:00:00Z', '2127-01-01T00:00:00Z', []],
    ['0001-01-01T00:00:00Z', '1999-12-31T00:00:00Z', []],
  ])('has months: from %s to %s they are %j', (from, to, months) => {
    expect(systemNoMonths(new Date(from), new Date(to))).toEqual(months);
  });
});
