/** An order's timeline: past events and due ones. Pure. */
import type { OrderDetail } from '../contract.ts';

export type TimelineEvent =
  | OrderDetail['timeline'][number]['event']
  | 'will_expire'
  | 'will_call_back'
  | 'will_release';

export interface TimelineStep {
  at: string;
  event: TimelineEvent;
  detail: string | null;
  /** True when the event has not happened yet. */
  due: boolean;
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
  'callback_delivered',
  'released',
  'reversed',
  'will_expire',
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
  if (order.status === 'unpaid') steps.push({ at: order.expiresAt, event: 'will_expire', detail: null, due: true });
  if (order.nextCallbackAt !== null)
    steps.push({ at: order.nextCallbackAt, event: 'will_call_back', detail: null, due: true });
  if (order.status === 'success' && order.releaseAt !== null && Date.parse(order.releaseAt) > now.getTime())
    steps.push({ at: order.releaseAt, event: 'will_release', detail: order.held, due: true });
  return steps.sort(
    (a, b) =>
      Number(a.due) - Number(b.due) ||
      Date.parse(a.at) - Date.parse(b.at) ||
      sequence.indexOf(a.event) - sequence.indexOf(b.event),
  );
}

/** Whether the order's callback can be resent. */
export function canResend({ type, paidAt, notifyUrl }: Pick<OrderDetail, 'type' | 'paidAt' | 'notifyUrl'>): boolean {
  return type === 'payin' && paidAt !== null && notifyUrl !== null;
}
