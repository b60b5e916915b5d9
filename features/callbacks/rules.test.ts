import { describe, expect, it } from 'vitest';
import { afterAttempt, isAcknowledged, notifyIdOf } from './rules.ts';

const WAITS_S = [15, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];

describe('an answer', () => {
  it.each([
    [200, 'success'],
    [200, 'SUCCESS'],
    [200, 'Success '],
    [201, '\r\n ok\n'],
    [299, 'OK'],
    [200, '\uFEFFok'],
  ])('confirms a callback: %i %j', (status, body) => {
    expect(isAcknowledged({ status, body, truncated: false })).toBe(true);
  });

  it.each([
    [200, ''],
    [200, 'fail'],
    [200, 'successful'],
    [200, 'ok!'],
    [200, '"success"'],
    [200, 'success\nok'],
    [200, '<p>success</p>'],
    [200, 'ｏｋ'],
    [200, 'o\u212A'],
    [200, '\u017Fuccess'],
    [199, 'success'],
    [301, 'success'],
    [302, 'ok'],
    [400, 'ok'],
    [404, 'success'],
    [500, 'success'],
  ])('does not confirm a callback: %i %j', (status, body) => {
    expect(isAcknowledged({ status, body, truncated: false })).toBe(false);
  });

  it('does not confirm a callback if it was truncated', () => {
    expect(isAcknowledged({ status: 200, body: 'ok', truncated: true })).toBe(false);
  });
});

describe('the schedule', () => {
  it('waits 15 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h, 24 h, and then fails', () => {
    const now = new Date('2026-11-20T00:00:00Z');
    const waits = Array.from({ length: 9 }, (_, attemptsBefore) => {
      const { status, attempts, nextAt } = afterAttempt({ attemptsBefore, delivered: false, now, waitsS: WAITS_S });
      return [status, attempts, nextAt === null ? null : (nextAt.getTime() - now.getTime()) / 1000];
    });
    expect(waits).toEqual([...WAITS_S.map((waitS, index) => ['pending', index + 1, waitS]), ['failed', 9, null]]);
  });

  it('ends with a delivery at any attempt', () => {
    for (const attemptsBefore of [0, 4, 8]) {
      expect(afterAttempt({ attemptsBefore, delivered: true, now: new Date(), waitsS: WAITS_S })).toEqual({
        status: 'delivered',
        attempts: attemptsBefore + 1,
        nextAt: null,
      });
    }
  });
});

it('a pay-in and a payout with the same number have different notify ids', () => {
  expect(notifyIdOf('payin', 2_611_200_000_000_000_001n)).toBe('payin-2611200000000000001');
  expect(notifyIdOf('payout', 2_611_200_000_000_000_001n)).not.toBe(notifyIdOf('payin', 2_611_200_000_000_000_001n));
});
