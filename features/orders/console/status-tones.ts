/** How statuses are shown: a callback that has failed and is tried again is not just pending. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { OrderRow } from '../contract.ts';
import type { NotifyFilter, OrderStatus } from '../statuses.ts';

export const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  unpaid: 'busy',
  success: 'good',
  expired: 'idle',
  reversed: 'warn',
};
export const notifyTones: Readonly<Record<NotifyFilter, Tone>> = {
  none: 'idle',
  pending: 'busy',
  retrying: 'warn',
  delivered: 'good',
  failed: 'bad',
};
export const notifyNames = {
  none: 'notify_none',
  pending: 'notify_pending',
  retrying: 'notify_retrying',
  delivered: 'notify_delivered',
  failed: 'notify_failed',
} as const satisfies Record<NotifyFilter, string>;

export function shownNotifyStatus({
  notifyStatus,
  notifyAttempts,
}: Pick<OrderRow, 'notifyStatus' | 'notifyAttempts'>): NotifyFilter {
  return notifyStatus === 'pending' && notifyAttempts !== undefined ? 'retrying' : notifyStatus;
}
