/** The state of an order's callback; a failing one with how often it was tried. */
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OrderRow } from '../contract.ts';
import { orderScreenWords } from '../screen-words.ts';
import { notifyNames, notifyTones, shownNotifyStatus } from './status-tones.ts';

export function NotifyBadge({ order }: { order: Pick<OrderRow, 'notifyStatus' | 'notifyAttempts'> }) {
  const t = useWords(orderScreenWords);
  const shown = shownNotifyStatus(order);
  return (
    <StatusBadge tone={notifyTones[shown]}>
      {shown === 'retrying' ? t('notify_retrying_times', { count: order.notifyAttempts ?? 0 }) : t(notifyNames[shown])}
    </StatusBadge>
  );
}
