import { describe, expect, it } from 'vitest';
import {
  afterAttempt,
  errorClassOf,
  isAcknowledged,
  notifyIdOf,
  pacedAfter,
  parseNotifyId,
  receiverStateAt,
  type ReceiverState,
  sendableNow,
} from './rules.ts';

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

describe('the class of an error', () => {
  it.each([
    [null, 200, null],
    ['dns', null, 'dns'],
    ['tls', null, 'tls'],
    ['connect', null, 'connect'],
    ['reset', null, 'connect'],
    ['address_refused', null, 'connect'],
    ['timeout', null, 'timeout'],
    ['http_status', 301, 'redirect'],
    ['http_status', 404, 'status'],
    ['http_status', 500, 'status'],
    ['not_acknowledged', 200, 'body'],
    ['protocol', null, 'body'],
    ['too_large', null, 'body'],
    ['no_content', null, null],
    ['unsignable', null, null],
  ] as const)('%s with status %s is %s', (error, status, expected) => {
    expect(errorClassOf(error, status)).toBe(expected);
  });
});

describe('the health of a receiver', () => {
  const now = new Date('2026-11-20T00:00:00.000Z');
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  it.each<[ReceiverState, number, number | null, ReceiverState]>([
    ['ok', 0, null, 'ok'],
    ['ok', 2, 9, 'ok'],
    ['ok', 3, 0, 'failing'],
    ['ok', 3, 5, 'paused'],
    ['failing', 1, 0, 'failing'],
    ['failing', 9, 4.99, 'failing'],
    ['failing', 9, 5, 'paused'],
    ['failing', 0, null, 'ok'],
    ['paused', 99, 0, 'paused'],
    ['paused', 0, null, 'ok'],
  ])('%s with %i failures since %s days is %s', (state, failures, days, expected) => {
    expect(receiverStateAt({ state, failures, failingSince: days === null ? null : daysAgo(days) }, now)).toBe(
      expected,
    );
  });
});

describe('the rate of a run', () => {
  const now = new Date('2026-11-20T00:00:00.000Z');
  const msAgo = (ms: number): Date => new Date(now.getTime() - ms);
  it('allows what the time since then pays for, at most one second’s worth', () => {
    expect(sendableNow({ now, pacedUntil: now, perSecond: 50 })).toBe(0);
    expect(sendableNow({ now, pacedUntil: msAgo(100), perSecond: 50 })).toBe(5);
    expect(sendableNow({ now, pacedUntil: msAgo(3_600_000), perSecond: 50 })).toBe(50);
    expect(sendableNow({ now, pacedUntil: msAgo(-100), perSecond: 50 })).toBe(0);
  });

  it('is never exceeded over many turns, and time that passed unused does not add up', () => {
    let pacedUntil = msAgo(60_000);
    let sent = 0;
    for (let ms = 0; ms <= 10_000; ms += 70) {
      const at = new Date(now.getTime() + ms);
      const count = sendableNow({ now: at, pacedUntil, perSecond: 10 });
      if (count > 0) pacedUntil = pacedAfter({ now: at, pacedUntil, perSecond: 10, count });
      sent += count;
    }
    // Ten seconds, and the one second that can be caught up at the start.
    expect(sent).toBeLessThanOrEqual(110);
    expect(sent).toBeGreaterThan(107);
  });
});

it.each([
  ['payin-2611200400000000001', { subject: 'payin', systemNo: 2_611_200_400_000_000_001n }],
  ['payout-2611200400000000001', { subject: 'payout', systemNo: 2_611_200_400_000_000_001n }],
  ['payin-9999999999999999999', undefined],
  ['payin-1', undefined],
  ['report-2611200400000000001', undefined],
  ['2611200400000000001', undefined],
])('the notify id %s names %o', (notifyId, expected) => {
  expect(parseNotifyId(notifyId)).toEqual(expected);
});
