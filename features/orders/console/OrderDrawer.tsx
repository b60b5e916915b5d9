/**
 * One order's details at their own address: `/order/list?open=<system number>`. The code that renders them is loaded
 * while the order is fetched.
 */
import { useEffect, useMemo, useRef } from 'react';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailSkeleton, DetailTitle } from '#foundation/console/display/detail.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { NotifyStatus } from '../statuses.ts';
import { orderCalls } from './calls.ts';
import { orderScreenWords } from '../screen-words.ts';

const loadHistory = () => import('./OrderHistory.tsx');

export interface OrderDrawerProps {
  systemNo: string | undefined;
  /** To the rows before and after it. */
  steps?: RowSteps | undefined;
  onClose: () => void;
}

export function OrderDrawer({ systemNo, steps, onClose }: OrderDrawerProps) {
  const t = useWords(orderScreenWords);
  const last = useLast(systemNo);
  return (
    <DetailDrawer
      opened={systemNo !== undefined}
      title={<DetailTitle kind={t('order')} number={last} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined &&
        (/^\d{19}$/.test(last) ? (
          <Order key={last} systemNo={last} onClose={onClose} />
        ) : (
          <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />
        ))}
    </DetailDrawer>
  );
}

/** Minimum delay before the order is refetched for a due attempt. */
const PAUSE_MS = 3000;
const MAX_TIMER_MS = 2 ** 31 - 1;

function Order({ systemNo, onClose }: { systemNo: string; onClose: () => void }) {
  const t = useWords(orderScreenWords);
  const input = useMemo(() => ({ systemNo }), [systemNo]);
  const { data: order, error, refetch, dataUpdatedAt } = useCall(orderCalls, '/order/detail', input);
  useLive('order.paid', (paid) => {
    if (paid.systemNo === systemNo) void refetch();
  });
  useLive('callback.changed', () => void refetch());
  const nextAt = order?.nextCallbackAt ?? null;
  useEffect(() => {
    if (nextAt === null) return;
    const waitMs = Math.max(PAUSE_MS, Date.parse(nextAt) - Date.now() + PAUSE_MS);
    const timer = setTimeout(() => void refetch(), Math.min(waitMs, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [nextAt, dataUpdatedAt, refetch]);
  useListRefresh(order?.notifyStatus);
  const { part } = useLazyPart(true, loadHistory, onClose);

  // As of the response: what was due then is shown as due.
  if (order && part) return <part.OrderHistory order={order} now={new Date(dataUpdatedAt)} />;
  if (error instanceof CallRefused && error.error === 'not_found')
    return <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <Skeleton />;
}

/** The list behind the drawer shows the callback status too. */
function useListRefresh(notifyStatus: NotifyStatus | undefined): void {
  const refresh = useRefresh();
  const known = useRef(notifyStatus);
  useEffect(() => {
    if (known.current !== undefined && notifyStatus !== known.current) void refresh('/order/list');
    known.current = notifyStatus;
  }, [notifyStatus, refresh]);
}

function Skeleton() {
  return <DetailSkeleton lines={10} />;
}
