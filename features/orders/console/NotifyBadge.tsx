/**
 * The state of an order's callback: a check where it is delivered, else words, for a failing one with how often it was
 * tried. `isNamed`: says that it is the callback's.
 */
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OrderRow } from '../contract.ts';
import { orderScreenWords } from '../screen-words.ts';
import classes from './OrderListScreen.module.css';
import { notifyNames, notifyTones, shownNotifyStatus } from './status-tones.ts';

export interface NotifyBadgeProps {
  order: Pick<OrderRow, 'notifyStatus' | 'notifyAttempts'>;
  isNamed?: boolean;
}

export function NotifyBadge({ order, isNamed = false }: NotifyBadgeProps) {
  const t = useWords(orderScreenWords);
  const shown = shownNotifyStatus(order);
  const state =
    shown === 'retrying' ? t('notify_retrying_times', { count: order.notifyAttempts ?? 0 }) : t(notifyNames[shown]);
  if (shown === 'delivered' && !isNamed)
    return (
      <StatusBadge tone="good" title={state}>
        <span className={classes.unseen}>{state}</span>
      </StatusBadge>
    );
  return <StatusBadge tone={notifyTones[shown]}>{isNamed ? `${t('notify_status')}: ${state}` : state}</StatusBadge>;
}
