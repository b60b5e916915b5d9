/** An order's timeline is chronological, and due events are never mixed with past ones. */
import { describe, expect, test } from 'vitest';
import type { OrderDetail } from '../contract.ts';
import { canResend, timelineOf } from './order-timeline.ts';

type TimelineOrder = Parameters<typeof timelineOf>[0];
type Event = OrderDetail['timeline'][number]['event'];

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 4, minute)).toISOString();
const step = (minute: number, event: Event, detail: string | null = null) => ({ at: at(minute), event, detail });
const order: TimelineOrder = {
  timeline: [],
  status: 'success',
  expiresAt: at(30),
  nextCallbackAt: null,
  releaseAt: null,
  held: null,
};
const now = new Date(Date.UTC(2026, 10, 20, 4, 10));
const eventsOf = (changes: Partial<TimelineOrder>) =>
  timelineOf({ ...order, ...changes }, now).map(({ event, due }) => (due ? `(${event})` : event));

describe('the timeline', () => {
  test('is oldest first, in whatever order it arrives', () => {
    const timeline = [step(3, 'callback_delivered'), step(2, 'paid'), step(0, 'created'), step(1, 'upstream_created')];
    expect(eventsOf({ timeline })).toEqual(['created', 'upstream_created', 'paid', 'callback_delivered']);
  });

  test('has a failed callback after an earlier delivered one', () => {
    const timeline = [step(0, 'created'), step(2, 'paid'), step(9, 'callback_failed'), step(3, 'callback_delivered')];
    expect(eventsOf({ timeline })).toEqual(['created', 'paid', 'callback_delivered', 'callback_failed']);
  });

  test('has the cause before its effect within one instant', () => {
    const timeline = [
      step(0, 'released'),
      step(0, 'callback_delivered'),
      step(0, 'paid'),
      step(0, 'upstream_notified'),
      step(0, 'created'),
      step(0, 'upstream_created'),
    ];
    expect(eventsOf({ timeline })).toEqual([
      'created',
      'upstream_created',
      'upstream_notified',
      'paid',
      'callback_delivered',
      'released',
    ]);
  });

  test('has a late payment after the expiry', () => {
    expect(eventsOf({ timeline: [step(5, 'paid_late'), step(2, 'expired'), step(0, 'created')] })).toEqual([
      'created',
      'expired',
      'paid_late',
    ]);
  });

  test('has one step for callbacks that fail in a row, with the first, the last and the next', () => {
    const timeline = [
      step(2, 'paid'),
      step(3, 'callback_failed', 'dns'),
      step(4, 'callback_failed', 'timeout'),
      step(9, 'callback_failed', 'http_status'),
    ];
    expect(timelineOf({ ...order, timeline, nextCallbackAt: at(14) }, now).slice(1)).toEqual([
      {
        at: at(9),
        event: 'callbacks_failed',
        detail: 'http_status',
        due: false,
        failures: { count: 3, firstAt: at(3), nextAt: at(14) },
      },
    ]);
  });

  test('does not join failures with a delivery between them, and has a due attempt after that as a step', () => {
    const timeline = [step(3, 'callback_failed'), step(4, 'callback_delivered'), step(9, 'callback_failed')];
    expect(eventsOf({ timeline, nextCallbackAt: at(14) })).toEqual([
      'callback_failed',
      'callback_delivered',
      'callback_failed',
      '(will_call_back)',
    ]);
  });

  test('has due events last, even overdue ones', () => {
    const timeline = [step(0, 'created'), step(2, 'paid'), step(9, 'callback_failed')];
    expect(eventsOf({ timeline, nextCallbackAt: at(4), releaseAt: at(50), held: '5.00' })).toEqual([
      'created',
      'paid',
      'callback_failed',
      '(calling_back)',
      '(will_release)',
    ]);
  });

  test('has a due expiry only for an unpaid order', () => {
    expect(eventsOf({ status: 'unpaid' })).toEqual(['(will_expire)']);
    expect(eventsOf({ status: 'expired' })).toEqual([]);
    expect(eventsOf({ status: 'success' })).toEqual([]);
  });

  test('has no due release for money that was released or reversed', () => {
    expect(eventsOf({ releaseAt: at(10), held: '5.00' })).toEqual([]);
    expect(eventsOf({ releaseAt: at(50), held: '5.00', status: 'reversed' })).toEqual([]);
    expect(timelineOf({ ...order, releaseAt: at(50), held: '5.00' }, now)).toEqual([
      { at: at(50), event: 'will_release', detail: '5.00', due: true },
    ]);
  });
});

test.each([
  [{ type: 'payin', paidAt: at(1), notifyUrl: 'https://shop.example/cb' }, true],
  [{ type: 'payin', paidAt: null, notifyUrl: 'https://shop.example/cb' }, false],
  [{ type: 'payin', paidAt: at(1), notifyUrl: null }, false],
  [{ type: 'recharge', paidAt: at(1), notifyUrl: null }, false],
] as const)('a callback can be sent again for %o: %s', (of, expected) => {
  expect(canResend(of)).toBe(expected);
});
