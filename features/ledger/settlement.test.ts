import { describe, expect, test } from 'vitest';
import { heldOf, isWorkingDay, releaseTimeOf, type SettlementTerms } from './settlement.ts';

const zone = 'Asia/Shanghai';
const calendar = new Map([
  ['2026-10-01', false],
  ['2026-10-02', false],
  ['2026-10-10', true],
]);

describe('the release of money', () => {
  test.each<[string, SettlementTerms, string, string, bigint]>([
    [
      'is at the next midnight for the rest with D+0 and 30 %',
      { mode: 'D', days: 0, sameDayRatioE4: 300_000 },
      '2026-11-20T04:00:00Z',
      '2026-11-20T16:00:00.000Z',
      7_000n,
    ],
    [
      "is at midnight in the platform's time zone with D+1, not in UTC",
      { mode: 'D', days: 1, sameDayRatioE4: 0 },
      '2026-11-20T16:30:00Z',
      '2026-11-21T16:00:00.000Z',
      10_000n,
    ],
    [
      'counts one millisecond before midnight to the old day',
      { mode: 'D', days: 1, sameDayRatioE4: 0 },
      '2026-11-20T15:59:59.999Z',
      '2026-11-20T16:00:00.000Z',
      10_000n,
    ],
    [
      'is after the weekend with T+1 on a Friday',
      { mode: 'T', days: 1, sameDayRatioE4: 0 },
      '2026-11-20T04:00:00Z',
      '2026-11-22T16:00:00.000Z',
      10_000n,
    ],
    [
      'is after the holidays with T+1',
      { mode: 'T', days: 1, sameDayRatioE4: 0 },
      '2026-09-30T04:00:00Z',
      '2026-10-04T16:00:00.000Z',
      10_000n,
    ],
    [
      'is on a Saturday that is a working day with T+1',
      { mode: 'T', days: 1, sameDayRatioE4: 0 },
      '2026-10-09T04:00:00Z',
      '2026-10-09T16:00:00.000Z',
      10_000n,
    ],
    [
      'is at the next midnight with T+0, whether a working day or not',
      { mode: 'T', days: 0, sameDayRatioE4: 0 },
      '2026-11-20T04:00:00Z',
      '2026-11-20T16:00:00.000Z',
      10_000n,
    ],
    [
      'uses the ratio only with n = 0',
      { mode: 'D', days: 2, sameDayRatioE4: 1_000_000 },
      '2026-11-20T04:00:00Z',
      '2026-11-21T16:00:00.000Z',
      10_000n,
    ],
  ])('%s', (_, terms, paidAt, releaseAt, heldMinor) => {
    expect(heldOf(10_000n, terms)).toBe(heldMinor);
    expect(releaseTimeOf(new Date(paidAt), terms, zone, calendar).toISOString()).toBe(releaseAt);
  });
});

test('nothing is held with D+0 and a ratio of 100 %', () => {
  expect(heldOf(10_000n, { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 })).toBe(0n);
});

test('the calendar overrides the normal week in both directions', () => {
  expect(isWorkingDay('2026-10-01', calendar)).toBe(false);
  expect(isWorkingDay('2026-10-10', calendar)).toBe(true);
  expect(isWorkingDay('2026-11-21', calendar)).toBe(false);
  expect(isWorkingDay('2026-11-23', calendar)).toBe(true);
});
