/** An order's timeline: past events and due ones. Pure. */
import type { OrderDetail } from '../contract.ts';

export type TimelineEvent =
  | OrderDetail['timeline'][number]['event']
  | 'callbacks_failed'
  | 'calling_back'
  | 'will_expire'
  | 'will_call_back'
  | 'will_release';

export interface TimelineStep {
  at: string;
  event: TimelineEvent;
  detail: string | null;
  /** True when the event has not happened yet. */
  due: boolean;
  /** Of `callbacks_failed`: how many failures in a row, and when the first was. `at` is the last. */
  failures?: { count: number; firstAt: string; nextAt: string | null };
}

/** The order of events with the same timestamp. */
const sequence: readonly TimelineEvent[] = [
  'created',
  'upstream_failed',
  'upstream_created',
  'upstream_queried',
  'upstream_notified',
  'expired',
  'paid',
  'paid_late',
  'callback_failed',
  'callbacks_failed',
  'callback_delivered',
  'released',
  'reversed',
  'will_expire',
  'calling_back',
  'will_call_back',
  'will_release',
];

/** What the timeline needs of an order. */
export type OrderWithTimeline = Pick<
  OrderDetail,
  'timeline' | 'status' | 'expiresAt' | 'nextCallbackAt' | 'releaseAt' | 'held'
>;

/** Oldest first, due events last. */
export function timelineOf(order: OrderWithTimeline, now: Date): TimelineStep[] {
  const steps: TimelineStep[] = order.timeline.map((step) => ({ ...step, due: false }));
  const { nextCallbackAt } = order;
  if (order.status === 'unpaid') steps.push({ at: order.expiresAt, event: 'will_expire', detail: null, due: true });
  if (nextCallbackAt !== null) {
    const event = Date.parse(nextCallbackAt) > now.getTime() ? 'will_call_back' : 'calling_back';
    steps.push({ at: nextCallbackAt, event, detail: null, due: true });
  }
  if (order.status === 'success' && order.releaseAt !== null && Date.parse(order.releaseAt) > now.getTime())
    steps.push({ at: order.releaseAt, event: 'will_release', detail: order.held, due: true });
  const inOrder = steps.sort(
    (a, b) =>
      Number(a.due) - Number(b.due) ||
      Date.parse(a.at) - Date.parse(b.at) ||
      sequence.indexOf(a.event) - sequence.indexOf(b.event),
  );
  return collapsed(inOrder, nextCallbackAt);
}

/** Makes one step of failed callbacks in a row. If the last event is such a row, it says when the next attempt is due. */
function collapsed(steps: readonly TimelineStep[], nextCallbackAt: string | null): TimelineStep[] {
  const shown: TimelineStep[] = [];
  for (const step of steps) {
    const before = shown.at(-1);
    const isFailedAgain = step.event === 'callback_failed' && before !== undefined && isFailure(before);
    if (!isFailedAgain) {
      shown.push(step);
      continue;
    }
    const { count, firstAt } = before.failures ?? { count: 1, firstAt: before.at };
    shown[shown.length - 1] = {
      ...step,
      event: 'callbacks_failed',
      failures: { count: count + 1, firstAt, nextAt: null },
    };
  }
  const last = shown.findLast(({ due }) => !due);
  const next = shown.find(({ event }) => event === 'will_call_back');
  if (last?.failures === undefined || next === undefined) return shown;
  last.failures.nextAt = nextCallbackAt;
  return shown.filter((step) => step !== next);
}

function isFailure({ event }: TimelineStep): boolean {
  return event === 'callback_failed' || event === 'callbacks_failed';
}

/** Whether the order's callback can be resent. */
export function canResend({ type, paidAt, notifyUrl }: Pick<OrderDetail, 'type' | 'paidAt' | 'notifyUrl'>): boolean {
  return type === 'payin' && paidAt !== null && notifyUrl !== null;
}
