/** One recharge by either of its numbers: unpaid, paid, or over. It updates live. */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconClockX, IconHourglassHigh, IconRotate2 } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OrderDetail } from '#features/orders/contract.ts';
import type { OrderStatus } from '#features/orders/statuses.ts';
import { orderCalls } from '#features/orders/console/calls.ts';
import { OrderReceipt } from '#features/orders/console/OrderReceipt.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup, Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { StatusPanel, type StatusPanelProps } from '#foundation/console/display/StatusPanel.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { rechargeWords } from '../screen-words.ts';
import { isCashierAddress } from './open-cashier.ts';
import classes from './RechargeScreen.module.css';

export interface RechargeDetailsProps {
  /** The system number or the recharge's own number. */
  number: string;
  onLeave: () => void;
}

export function RechargeDetails({ number, onLeave }: RechargeDetailsProps) {
  const t = useWords(rechargeWords);
  const { order, now, error, missing, retry } = useRecharge(number);
  return (
    <Panel>
      {order ? (
        <Shown order={order} now={now} onLeave={onLeave} />
      ) : missing ? (
        <EmptyRows title={t('missing')} hint={t('missing_hint')} action={{ label: t('another'), onClick: onLeave }} />
      ) : error ? (
        <FailedRows title={t('recharge_failed')} error={error} onRetry={retry} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="60%" height={22} />
          <SkeletonBar width="80%" />
          <SkeletonBar width="40%" height={36} />
        </SkeletonGroup>
      )}
    </Panel>
  );
}

function useRecharge(number: string) {
  const isNumber = /^[A-Za-z0-9._|-]{1,64}$/.test(number);
  const found = useCall(orderCalls, '/order/list', { q: number, limit: 5 }, { enabled: isNumber });
  const row = found.data?.list.find(
    ({ orderNo, systemNo, type }) => type === 'recharge' && (orderNo === number || systemNo === number),
  );
  const systemNo = row?.systemNo;
  const detail = useCall(
    orderCalls,
    '/order/detail',
    { systemNo: systemNo ?? '' },
    { enabled: systemNo !== undefined },
  );
  const { refetch } = detail;
  useLive('order.paid', (paid) => {
    if (paid.systemNo === systemNo) void refetch();
  });
  useLive('resumed', () => {
    if (systemNo !== undefined) void refetch();
  });
  useAtExpiry(detail);
  const error = found.error ?? detail.error;
  const missing =
    !isNumber ||
    (found.data !== undefined && row === undefined) ||
    (error instanceof CallRefused && error.error === 'not_found');
  return {
    order: detail.data,
    now: new Date(detail.dataUpdatedAt),
    error,
    missing,
    retry: () => void (systemNo === undefined ? found.refetch() : refetch()),
  };
}

/** Refetches at expiry, and again until the server has marked it as expired. */
function useAtExpiry({ data: order, dataUpdatedAt, refetch }: UseQueryResult<OrderDetail>): void {
  const expiresAt = order?.status === 'unpaid' ? order.expiresAt : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(() => void refetch(), Math.max(PAUSE_MS, Date.parse(expiresAt) - Date.now() + PAUSE_MS));
    return () => clearTimeout(timer);
  }, [expiresAt, dataUpdatedAt, refetch]);
}
const PAUSE_MS = 3000;

const states = {
  unpaid: 'waiting',
  success: 'paid',
  expired: 'expired',
  reversed: 'reversed',
} as const satisfies Record<OrderStatus, string>;
type State = (typeof states)[OrderStatus];

const looks: Readonly<Record<State, Pick<StatusPanelProps, 'tone' | 'icon'>>> = {
  waiting: { tone: 'busy', icon: IconHourglassHigh },
  paid: { tone: 'good', icon: IconCircleCheck },
  expired: { tone: 'idle', icon: IconClockX },
  reversed: { tone: 'warn', icon: IconRotate2 },
};

/** `now`: when the order was fetched. */
function Shown({ order, now, onLeave }: { order: OrderDetail; now: Date; onLeave: () => void }) {
  const t = useWords(rechargeWords);
  const format = useFormat();
  const state = states[order.status];
  const amount = format.amount(order.amount);
  const payUrl =
    state === 'waiting' && order.payUrl !== null && isCashierAddress(order.payUrl) ? order.payUrl : undefined;
  const hint = {
    waiting: payUrl === undefined ? t('no_page') : t('waiting_hint', { time: format.dateTime(order.expiresAt) }),
    paid: order.paidAt === null ? '' : t('paid_hint', { time: format.dateTime(order.paidAt) }),
    expired: t('expired_hint', { amount }),
    reversed: t('reversed_hint', { amount }),
  }[state];
  return (
    <div className={classes.recharge}>
      <div role="status">
        <StatusPanel {...looks[state]} title={t(state, { amount })} hint={hint} />
      </div>
      <RechargeFacts order={order} now={now} />
      <OrderReceipt order={order} />
      <div className={classes.actions}>
        {payUrl !== undefined && (
          <Button component="a" href={payUrl}>
            {t('open_cashier')}
          </Button>
        )}
        <Button variant={payUrl === undefined ? 'filled' : 'default'} onClick={onLeave}>
          {t('another')}
        </Button>
        <ScreenLink to="/order/list" search={{ open: order.systemNo }} className={classes.link}>
          {t('show_order')}
        </ScreenLink>
      </div>
    </div>
  );
}

function RechargeFacts({ order, now }: { order: OrderDetail; now: Date }) {
  const t = useWords(rechargeWords);
  const balance = useMe().data?.userinfo.balance ?? undefined;
  const paid = order.status === 'success';
  return (
    <Facts>
      <Fact label={t('pays')}>
        <Amount value={order.amount} />
      </Fact>
      <Fact label={t('fee')}>
        <Amount value={order.fee} />
      </Fact>
      <Fact label={t('gets')}>
        <strong>
          <Amount value={order.obtained} />
        </strong>
      </Fact>
      {paid && order.held !== null && order.releaseAt !== null && Date.parse(order.releaseAt) > now.getTime() && (
        <>
          <Fact label={t('held')}>
            <Amount value={order.held} />
          </Fact>
          <Fact label={t('releases_on')}>
            <Time at={order.releaseAt} />
          </Fact>
        </>
      )}
      {paid && balance !== undefined && (
        <Fact label={t('balance_now')}>
          <strong>
            <Amount value={balance} />
          </strong>
        </Fact>
      )}
      <Fact label={t('channel')}>{order.channel.name}</Fact>
      <Fact label={t('order_no')}>
        <CopyText value={order.orderNo} />
      </Fact>
    </Facts>
  );
}
