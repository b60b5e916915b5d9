/** One order of a member at its own address: `/agent/orderList?open=<member number>.<system number>`. */
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { DetailSkeleton, DetailTitle } from '#foundation/console/display/detail.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { agentOrderWords } from '../../agent-order-words.ts';
import { agentOrderCalls } from '../calls.ts';
import { isNotFound } from '../not-found.ts';
import { type OrderKey, readOrderKey } from './agent-order-filter.ts';

const loadDetails = () => import('./AgentOrderDetails.tsx');

export interface AgentOrderDrawerProps {
  orderKey: string | undefined;
  /** To the rows before and after it. */
  steps?: RowSteps | undefined;
  onClose: () => void;
}

export function AgentOrderDrawer({ orderKey, steps, onClose }: AgentOrderDrawerProps) {
  const t = useWords(orderScreenWords);
  const last = useLast(orderKey);
  const key = last === undefined ? undefined : readOrderKey(last);
  return (
    <DetailDrawer
      opened={orderKey !== undefined}
      title={<DetailTitle kind={t('order')} number={key?.systemNo} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined && (key === undefined ? <Missing /> : <Order key={last} orderKey={key} onClose={onClose} />)}
    </DetailDrawer>
  );
}

function Order({ orderKey, onClose }: { orderKey: OrderKey; onClose: () => void }) {
  const t = useWords(orderScreenWords);
  const { data: order, error, refetch, dataUpdatedAt } = useCall(agentOrderCalls, '/agent/orderdetail', orderKey);
  useLive('commission.changed', useThrottledRefresh('/agent/orderdetail'));
  const { part } = useLazyPart(true, loadDetails, onClose);
  // As of the response: what was due then is shown as due.
  if (order && part) return <part.AgentOrderDetails order={order} now={new Date(dataUpdatedAt)} />;
  if (isNotFound(error)) return <Missing />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={10} />;
}

function Missing() {
  const t = useWords(agentOrderWords);
  return <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />;
}
