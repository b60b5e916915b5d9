/** The health of the member's receivers, and what to do about one that was paused. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { callbackWords } from '../../callbacks-screen-words.ts';
import type { ReceiverRow } from '../../callbacks-contract.ts';
import { healthNames, healthTones } from './callback-tones.ts';
import classes from './Callbacks.module.css';
import { callbackCalls } from './calls.ts';

const REFRESH_MS = 15_000;

export function Receivers({ onShow }: { onShow: (host: string) => void }) {
  const t = useWords(callbackWords);
  const { data, error, refetch } = useCall(callbackCalls, '/apisettings/receivers', undefined, {
    refetchEveryMs: REFRESH_MS,
  });
  return (
    <Panel title={t('receivers')}>
      <p className={classes.hint}>{t('receivers_hint')}</p>
      {data ? (
        data.list.length === 0 ? (
          <p className={classes.quiet}>{t('receivers_none')}</p>
        ) : (
          <ul className={classes.receivers}>
            {data.list.map((receiver) => (
              <Receiver key={receiver.host} receiver={receiver} onShow={onShow} />
            ))}
          </ul>
        )
      ) : error ? (
        <FailedRows title={t('receivers_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="60%" />
          <SkeletonBar width="45%" />
        </SkeletonGroup>
      )}
    </Panel>
  );
}

function Receiver({ receiver, onShow }: { receiver: ReceiverRow; onShow: (host: string) => void }) {
  const t = useWords(callbackWords);
  const format = useFormat();
  const { host, state, since, failures, waiting, asks } = receiver;
  const [givingUp, setGivingUp] = useState(false);
  const resume = useAction(callbackCalls, '/apisettings/resumeReceiver', {
    refreshes: ['/apisettings/receivers', '/apisettings/callbackLog'],
  });
  const decide = async (send: boolean) => {
    const { count } = await resume.mutateAsync({ host, send });
    showToast(t(send ? 'resumed' : 'given_up', { count }), 'good');
  };
  const isUndecided = state === 'paused' || asks;
  return (
    <li className={classes.receiver}>
      <span className={classes.host}>{host}</span>
      <StatusBadge tone={healthTones[state]}>{t(healthNames[state])}</StatusBadge>
      {state !== 'ok' && <span className={classes.quiet}>{t('since', { time: format.moment(since) })}</span>}
      {failures > 0 && <span className={classes.quiet}>{t('in_row', { count: failures })}</span>}
      {waiting > 0 && <span className={classes.quiet}>{t('waiting', { count: waiting })}</span>}
      <span className={classes.buttons}>
        {isUndecided && (
          <>
            <Button
              variant="default"
              size="compact-sm"
              loading={resume.isPending}
              onClick={() => void decide(true).catch(() => undefined)}
            >
              {t(asks ? 'send_kept' : 'resume_now')}
            </Button>
            <Button variant="default" size="compact-sm" disabled={resume.isPending} onClick={() => setGivingUp(true)}>
              {t('give_up')}
            </Button>
          </>
        )}
        <Button variant="subtle" size="compact-sm" onClick={() => onShow(host)}>
          {t('show_these')}
        </Button>
      </span>
      {isUndecided && <p className={classes.why}>{t(asks ? 'asks_hint' : 'paused_hint')}</p>}
      <ConfirmDialog
        opened={givingUp}
        title={t('give_up_title', { host })}
        act={t('give_up')}
        dangerous
        onConfirm={() => decide(false)}
        onClose={() => setGivingUp(false)}
      >
        <p>{t('give_up_what')}</p>
      </ConfirmDialog>
    </li>
  );
}
