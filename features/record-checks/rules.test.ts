import { expect, it } from 'vitest';
import { addDays } from '#foundation/core/time-zone.ts';
import { comparableDays, MAX_CHECKED_DAYS } from './rules.ts';

it.each([
  ['a month that is over', '2026-10-01', '2026-10-31', '2026-10-01', '2026-10-31'],
  ['the month that goes on', '2026-11-01', '2026-11-30', '2026-11-01', '2026-11-27'],
  ['a year that is over', '2025-01-01', '2025-12-31', '2025-09-30', '2025-12-31'],
  ['the year that goes on', '2026-01-01', '2026-12-31', '2026-08-27', '2026-11-27'],
  ['days to come', '2027-01-01', '2027-01-31', '2026-11-27', '2026-11-27'],
])('compares of %s the last days that can be', (_, first, last, begin, end) => {
  const days = comparableDays({ first, last }, '2026-11-27');
  expect(days).toEqual({ first: begin, last: end });
  expect(addDays(days.first, MAX_CHECKED_DAYS) > days.last).toBe(true);
});
