import { expect, test } from 'vitest';
import { quickRanges } from '#foundation/core/quick-ranges.ts';
import { daysOfPeriod, lengthOf, type Period } from './periods.ts';

const days = (text: string) => {
  const [from = '', to = from] = text.split('..');
  return { from, to };
};

// 2026-11-27 is a Friday.
test.each<[Period, string, string]>([
  ['today', '2026-11-27', '2026-11-26'],
  ['yesterday', '2026-11-26', '2026-11-25'],
  ['week', '2026-11-23..2026-11-27', '2026-11-16..2026-11-20'],
  ['lastweek', '2026-11-16..2026-11-22', '2026-11-09..2026-11-15'],
  ['month', '2026-11-01..2026-11-27', '2026-10-01..2026-10-27'],
  ['lastmonth', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
  ['year', '2026-01-01..2026-11-27', '2025-01-01..2025-11-27'],
  ['last7', '2026-11-21..2026-11-27', '2026-11-14..2026-11-20'],
  ['last30', '2026-10-29..2026-11-27', '2026-09-29..2026-10-28'],
  [days('2026-11-10..2026-11-12'), '2026-11-10..2026-11-12', '2026-11-07..2026-11-09'],
])('%o is %s, compared with %s', (period, current, before) => {
  expect(daysOfPeriod(period, '2026-11-27')).toEqual({ current: days(current), before: days(before) });
});

test.each([
  ['month', '2026-03-31', '2026-02-01..2026-02-28'],
  ['month', '2028-03-30', '2028-02-01..2028-02-29'],
  ['month', '2026-01-05', '2025-12-01..2025-12-05'],
  ['lastmonth', '2026-01-05', '2025-11-01..2025-11-30'],
  ['year', '2028-02-29', '2027-01-01..2027-02-28'],
  ['week', '2026-11-29', '2026-11-16..2026-11-22'],
  ['week', '2026-11-23', '2026-11-16'],
] as const)('%s on %s is compared with %s', (period, today, before) => {
  expect(daysOfPeriod(period, today).before).toEqual(days(before));
});

test('a period and what it is compared with are of the same length, but for months and years', () => {
  for (const name of quickRanges.filter((one) => !['month', 'lastmonth', 'year'].includes(one))) {
    const { current, before } = daysOfPeriod(name, '2026-11-27');
    expect(lengthOf(before)).toBe(lengthOf(current));
  }
});
