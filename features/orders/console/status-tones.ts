/** The badge color of each status. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { NotifyStatus, OrderStatus } from '../statuses.ts';

export const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  unpaid: 'busy',
  success: 'good',
  expired: 'idle',
  reversed: 'warn',
};
export const notifyTones: Readonly<Record<NotifyStatus, Tone>> = {
  none: 'idle',
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
};
export const notifyNames = {
  none: 'notify_none',
  pending: 'notify_pending',
  delivered: 'notify_delivered',
  failed: 'notify_failed',
} as const satisfies Record<NotifyStatus, string>;
