/** Months and years in the address. */
import { expect, test } from 'vitest';
import { isKnownDay, monthPeriod, neighbour, offered, periodIn, yearPeriod } from './period.ts';

const today = '2026-11-20';

test.each([
  [{}, '2026-11'],
  [{ month: '2026-02' }, '2026-02'],
  [{ month: '2026-12' }, '2026-11'],
  [{ month: '2026-13' }, '2026-11'],
  [{ month: '0000-01' }, '2026-11'],
  [{ year: '2025' }, '2025'],
  [{ year: '2027' }, '2026-11'],
  [{ year: '2025', month: '2026-02' }, '2025'],
])('the address %o names %s', (params, name) => {
  expect(periodIn(params, today).name).toBe(name);
});

test('a period has its first and last day', () => {
  expect(monthPeriod('2028-02')).toEqual({ group: 'month', name: '2028-02', first: '2028-02-01', last: '2028-02-29' });
  expect(yearPeriod('2026')).toEqual({ group: 'year', name: '2026', first: '2026-01-01', last: '2026-12-31' });
});

test('periods follow each other across years', () => {
  expect(neighbour(monthPeriod('2026-01'), -1).name).toBe('2025-12');
  expect(neighbour(monthPeriod('2026-12'), 1).name).toBe('2027-01');
  expect(neighbour(yearPeriod('2026'), -1).name).toBe('2025');
});

test('the picker offers the newest first, and the shown one also if it is old', () => {
  const months = offered(monthPeriod('2026-11'), today);
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-11', '2024-12', 24]);
  expect(offered(monthPeriod('2020-05'), today).at(-1)).toBe('2020-05');
  expect(offered(yearPeriod('2026'), today).slice(0, 2)).toEqual(['2026', '2025']);
});

test.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-02-30', false],
  ['2026-11', false],
  ['x', false],
])('%s is a day up to today: %s', (text, known) => {
  expect(isKnownDay(text, today)).toBe(known);
});
