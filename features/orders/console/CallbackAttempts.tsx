/**
 * The callback attempts, newest first, each with its request and response, and the button that resends the callback.
 */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { callbackFaultWords, isCallbackFault } from '#features/callbacks/fault-words.ts';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { RawText } from '#foundation/console/display/RawText.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useAction, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OrderDetail } from '../contract.ts';
import { orderCalls } from './calls.ts';
import { orderScreenWords } from '../screen-words.ts';
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { canResend } from './order-timeline.ts';
import classes from './OrderDrawer.module.css';

type Callback = OrderDetail['callbacks'][number];

/** `actions`: instead of the member's own button. */
export function CallbackAttempts({ order, actions }: { order: OrderDetail; actions?: ReactNode }) {
  const t = useWords(orderScreenWords);
  // Attempts are numbered from the first, but the newest is shown first.
  const attempts = order.callbacks.map((callback, index) => ({ callback, number: index + 1 })).toReversed();
  // After "Resend": the newest attempt before it.
  const newest = attempts[0]?.callback.at ?? '';
  const [resentAfter, setResentAfter] = useState<string>();
  const isSending = resentAfter === newest;
  useRefetch(isSending, () => setResentAfter(undefined));
  const why = order.notifyUrl === null ? t('no_address') : order.paidAt === null ? t('not_paid_yet') : t('first_soon');
  return (
    <DetailSection
      title={t('callbacks')}
      actions={
        actions === undefined
          ? canResend(order) && <Resend order={order} disabled={isSending} onSent={() => setResentAfter(newest)} />
          : actions
      }
    >
      {isSending && (
        <div className={classes.attempt} role="status">
          <div className={classes.attemptHead} data-sending>
            <span className={classes.attemptName}>{t('attempt', { number: attempts.length + 1 })}</span>
            <StatusBadge tone="busy">{t('sending')}</StatusBadge>
          </div>
        </div>
      )}
      {attempts.length === 0 && !isSending ? (
        <p className={classes.quiet}>{why}</p>
      ) : (
        attempts.map(({ callback, number }) => <Attempt key={number} number={number} callback={callback} />)
      )}
    </DetailSection>
  );
}

/** How often the order is read again while its callback is being sent, and for how long it counts as being sent. */
const SENDING_READ_MS = 1_000;
const SENDING_SHOWN_MS = 30_000;

function useRefetch(isSending: boolean, onOver: () => void): void {
  const refresh = useRefresh();
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (!isSending) return;
    const reading = setInterval(() => void refresh('/order/detail'), SENDING_READ_MS);
    const ending = setTimeout(() => over(), SENDING_SHOWN_MS);
    return () => {
      clearInterval(reading);
      clearTimeout(ending);
    };
  }, [isSending, refresh]);
}

interface ResendProps {
  order: OrderDetail;
  disabled: boolean;
  onSent: () => void;
}

function Resend({ order, disabled, onSent }: ResendProps) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  const [confirming, setConfirming] = useState(false);
  const notify = useAction(orderCalls, '/order/notify', {
    refreshes: ['/order/detail', '/order/list', '/dashboard/attention'],
  });
  const send = async () => {
    await notify.mutateAsync({ systemNo: order.systemNo });
    onSent();
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        fw={400}
        fz={13}
        leftSection={<IconSend size={14} stroke={1.75} aria-hidden />}
        disabled={disabled}
        onClick={() => setConfirming(true)}
      >
        {t('resend')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('resend_title')}
        act={t('resend')}
        onConfirm={send}
        onClose={() => setConfirming(false)}
      >
        <p>{t('resend_what', { order: order.orderNo, amount: format.amount(order.amount) })}</p>
        <p className={classes.url}>{order.notifyUrl}</p>
        <p>{t('resend_same')}</p>
      </ConfirmDialog>
    </>
  );
}

function Attempt({ number, callback }: { number: number; callback: Callback }) {
  const t = useWords(orderScreenWords);
  const fault = useWords(callbackFaultWords);
  const { at, status, duration, delivered, url, request, reply, error } = callback;
  return (
    <details className={classes.attempt}>
      <summary className={classes.attemptHead}>
        <span className={classes.chevron}>
          <ChevronRightIcon size={14} />
        </span>
        <span className={classes.attemptName}>{t('attempt', { number })}</span>
        <StatusBadge tone={delivered ? 'good' : 'bad'}>
          {t(delivered ? 'notify_delivered' : 'notify_failed')}
        </StatusBadge>
        <span className={classes.quiet}>{status === null ? t('no_reply') : `HTTP ${status}`}</span>
        <span className={classes.quiet}>{t('took', { ms: duration })}</span>
        <span className={classes.stepTime}>
          <Time at={at} />
        </span>
      </summary>
      <div className={classes.attemptBody}>
        <p className={classes.url}>
          <CopyText value={url} />
        </p>
        {error !== null && error !== '' && (
          <RawText label={t('reason')} text={isCallbackFault(error) ? fault(`fault_${error}`) : error} />
        )}
        <RawText label={t('sent')} text={request} />
        {status !== null &&
          (reply === null || reply === '' ? (
            <p className={classes.quiet}>{t('empty_reply')}</p>
          ) : (
            <RawText label={t('reply')} text={reply} />
          ))}
      </div>
    </details>
  );
}
