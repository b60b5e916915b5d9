/** One callback with its attempts, at its own address: `/channel/api?tab=callbacks&open=<notify number>`. */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailSection, DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { callbackWords } from '../../callbacks-screen-words.ts';
import type { CallbackDetail } from '../../callbacks-contract.ts';
import { CallbackBadge } from './CallbackBadge.tsx';
import classes from './Callbacks.module.css';
import { callbackCalls } from './calls.ts';
import { Exchange } from './Exchange.tsx';

export interface CallbackDrawerProps {
  notifyId: string | undefined;
  /** To the rows before and after it. */
  steps?: RowSteps | undefined;
  onClose: () => void;
}

export function CallbackDrawer({ notifyId, steps, onClose }: CallbackDrawerProps) {
  const t = useWords(callbackWords);
  const last = useLast(notifyId);
  return (
    <DetailDrawer opened={notifyId !== undefined} title={t('callback')} steps={steps} onClose={onClose}>
      {last !== undefined && <Callback key={last} notifyId={last} />}
    </DetailDrawer>
  );
}

function Callback({ notifyId }: { notifyId: string }) {
  const t = useWords(callbackWords);
  const input = useMemo(() => ({ notifyId }), [notifyId]);
  const { data, error, refetch } = useCall(callbackCalls, '/apisettings/callbackDetail', input);
  if (data) return <Detail callback={data} />;
  if (error instanceof CallRefused && error.error === 'not_found')
    return <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={3} />;
}

function Detail({ callback }: { callback: CallbackDetail }) {
  const t = useWords(callbackWords);
  const { notifyId, state, kind, orderNo, systemNo, host, attempts, nextAt, list } = callback;
  const advice = list.at(-1)?.advice ?? null;
  // Attempts are numbered from the first, but the newest is shown first.
  const numbered = list.map((attempt, index) => ({ attempt, number: attempts - list.length + index + 1 })).toReversed();
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <CallbackBadge callback={callback} />
        <CopyText value={notifyId} />
      </div>
      {advice !== null && state !== 'delivered' && <p className={classes.advice}>{advice}</p>}
      <Facts>
        <Fact label={t('kind')}>{t(kind)}</Fact>
        <Fact label={t('order_no')}>
          <CopyText value={orderNo} />
        </Fact>
        <Fact label={t('system_no')}>
          <CopyText value={systemNo} />
        </Fact>
        <Fact label={t('host')}>
          <span className={classes.host}>{host}</span>
        </Fact>
        {nextAt !== null && (
          <Fact label={t('next_at')}>
            <Time at={nextAt} />
          </Fact>
        )}
      </Facts>
      <DetailSection title={t('attempts')} actions={<Resend callback={callback} />}>
        {numbered.length === 0 && <p className={classes.quiet}>{t('no_attempts')}</p>}
        {numbered.map(({ attempt, number }, index) => (
          <Exchange
            key={number}
            name={t('attempt', { number })}
            exchange={attempt}
            by={attempt.by}
            opened={index === 0 && !attempt.delivered}
          />
        ))}
      </DetailSection>
    </div>
  );
}

/** Sends at once; a delivered one only after asking. */
function Resend({ callback: { notifyId, state } }: { callback: CallbackDetail }) {
  const t = useWords(callbackWords);
  const [asking, setAsking] = useState(false);
  const resend = useAction(callbackCalls, '/apisettings/resend', {
    refreshes: ['/apisettings/callbackDetail', '/apisettings/callbackLog', '/apisettings/receivers'],
  });
  const send = async () => {
    const { delivered } = await resend.mutateAsync({ notifyId });
    showToast(t(delivered ? 'sent_ok' : 'sent_failed'), delivered ? 'good' : 'bad');
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        fw={400}
        fz={13}
        loading={resend.isPending}
        leftSection={<IconSend size={14} stroke={1.75} aria-hidden />}
        onClick={() => (state === 'delivered' ? setAsking(true) : void send().catch(() => undefined))}
      >
        {t('resend')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('resend_delivered_title')}
        act={t('resend')}
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <p>{t('resend_delivered_what')}</p>
      </ConfirmDialog>
    </>
  );
}
