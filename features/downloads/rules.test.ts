import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exportKinds } from '#features/export-kinds.ts';
import { scheduledFilter } from '#features/exports/rules.ts';
import { dayOf, wallTime } from '#foundation/core/time-zone.ts';
import { schedulableKinds } from './kind-names.ts';
import { nextRun, periodBefore, progressOf, type ScheduleStep, scheduleSteps } from './rules.ts';

const at = (time: string): Date => new Date(time);
const runs = (every: ScheduleStep, time: string, after: string, timeZone: string, count: number): string[] => {
  const found: string[] = [];
  for (let last = at(after); found.length < count;) {
    last = nextRun(every, time, last, timeZone);
    found.push(last.toISOString());
  }
  return found;
};

describe('the next runs', () => {
  it.each<[string, ScheduleStep, string, string, string, string[]]>([
    [
      'each day',
      'day',
      '08:00',
      '2026-11-20T16:30:00Z',
      'Asia/Shanghai',
      ['2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ],
    [
      'each Monday',
      'week',
      '00:00',
      '2026-11-20T16:30:00Z',
      'Asia/Shanghai',
      ['2026-11-22T16:00:00.000Z', '2026-11-29T16:00:00.000Z'],
    ],
    [
      'each first, whatever the length of the month',
      'month',
      '06:30',
      '2027-12-31T12:00:00Z',
      'UTC',
      ['2028-01-01T06:30:00.000Z', '2028-02-01T06:30:00.000Z', '2028-03-01T06:30:00.000Z', '2028-04-01T06:30:00.000Z'],
    ],
    [
      'not now, at the very moment of a run',
      'day',
      '08:00',
      '2026-11-21T00:00:00Z',
      'Asia/Shanghai',
      ['2026-11-22T00:00:00.000Z'],
    ],
    ['later today', 'day', '23:59', '2026-11-21T00:00:00Z', 'UTC', ['2026-11-21T23:59:00.000Z']],
    // Berlin skips 02:00 to 03:00 on 28 March 2027.
    [
      'at the first moment after a skipped time',
      'day',
      '02:30',
      '2027-03-26T12:00:00Z',
      'Europe/Berlin',
      ['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z'],
    ],
    // Berlin shows 02:00 to 03:00 twice on 31 October 2027.
    [
      'at the first of two equal times',
      'day',
      '02:30',
      '2027-10-29T12:00:00Z',
      'Europe/Berlin',
      ['2027-10-30T00:30:00.000Z', '2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z'],
    ],
    // Beirut skips midnight: 28 March 2027 begins at 01:00.
    [
      'at the beginning of a day without midnight',
      'day',
      '00:00',
      '2027-03-26T23:00:00Z',
      'Asia/Beirut',
      ['2027-03-27T22:00:00.000Z', '2027-03-28T21:00:00.000Z'],
    ],
  ])('are %s', (_, every, time, after, timeZone, expected) => {
    expect(runs(every, time, after, timeZone, expected.length)).toEqual(expected);
  });

  it('are once a day, at the wanted time of the zone or the next that exists', () => {
    const zones = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Asia/Beirut', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 1_439 }),
        fc.constantFrom(...scheduleSteps),
        (timeZone, after, minutes, every) => {
          const time = new Date(minutes * 60_000).toISOString().slice(11, 16);
          const next = nextRun(every, time, after, timeZone);
          expect(next > after).toBe(true);
          const shown = new Date(wallTime(next, timeZone)).toISOString();
          const late = Date.parse(shown) - Date.parse(`${shown.slice(0, 10)}T${time}:00Z`);
          expect(late >= 0 && late <= 3_600_000).toBe(true);
          // A later time is the first after the skipped one.
          const before = new Date(wallTime(new Date(next.getTime() - 1), timeZone)).toISOString();
          expect(late === 0 || before < `${shown.slice(0, 10)}T${time}`).toBe(true);
          // Nothing between this run and the next one.
          const second = nextRun(every, time, next, timeZone);
          const days = (Date.parse(dayOf(second, timeZone)) - Date.parse(dayOf(next, timeZone))) / 86_400_000;
          expect(every === 'day' ? [1] : every === 'week' ? [7] : [28, 29, 30, 31]).toContain(days);
        },
      ),
    );
  });
});

describe('the period of a run', () => {
  it.each<[ScheduleStep, string, string, string, string]>([
    ['day', '2026-11-20T16:30:00Z', 'Asia/Shanghai', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['week', '2026-11-25T09:00:00Z', 'UTC', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['month', '2027-03-01T00:00:00Z', 'UTC', '2027-02-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'],
    ['month', '2028-03-31T12:00:00Z', 'UTC', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['month', '2026-12-31T23:59:59Z', 'UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    // A day of 23 hours, and one of 25.
    ['day', '2027-03-28T22:30:00Z', 'Europe/Berlin', '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
    ['day', '2027-10-31T23:30:00Z', 'Europe/Berlin', '2027-10-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z'],
  ])('of each %s at %s in %s', (every, now, timeZone, from, to) => {
    expect(periodBefore(every, at(now), timeZone)).toEqual({ from: at(from), to: at(to) });
  });

  it('has ended, and periods of runs that follow each other have no gap', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z'), noInvalidDate: true }),
        fc.constantFrom(...scheduleSteps),
        fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Asia/Beirut'),
        (now, every, timeZone) => {
          const first = nextRun(every, '03:00', now, timeZone);
          const second = nextRun(every, '03:00', first, timeZone);
          const [one, two] = [periodBefore(every, first, timeZone), periodBefore(every, second, timeZone)];
          expect(one.to <= first).toBe(true);
          expect(two.from).toEqual(one.to);
        },
      ),
    );
  });
});

test('every list is either never scheduled or on somebody’s schedules', () => {
  const all = new Set((['member', 'agency', 'operator'] as const).flatMap((role) => schedulableKinds([role])));
  for (const kind of exportKinds)
    expect([kind, scheduledFilter(kind, {}) !== undefined]).toEqual([kind, all.has(kind)]);
});

test('a schedule takes a list’s filter along without its periods', () => {
  const filter = { status: 'success', paidRange: { from: 'x', to: 'y' }, month: '2026-11', group: 'day', q: undefined };
  expect(scheduledFilter('order', filter)).toEqual({ status: 'success', group: 'day' });
});

test('progress is 100 only when the file is whole', () => {
  expect([
    progressOf('waiting', 0n, null),
    progressOf('running', 0n, 0n),
    progressOf('running', 500n, 1_000n),
    progressOf('running', 1_000n, 1_000n),
    progressOf('ready', 0n, 0n),
  ]).toEqual([0, 0, 50, 99, 100]);
});
