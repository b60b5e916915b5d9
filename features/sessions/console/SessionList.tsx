/** Lists where this user is logged in; signs out one session, or all but this one. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { SessionRow } from '../contract.ts';
import { sessionCalls } from './calls.ts';
import { logWords } from '../screen-words.ts';
import { deviceText } from './log-texts.ts';
import classes from './UserLogsScreen.module.css';

const SESSIONS = '/user/sessions';

export function SessionList() {
  const t = useWords(logWords);
  const sessions = useCall(sessionCalls, SESSIONS, undefined);
  const end = useAction(sessionCalls, '/user/sessions/end', { refreshes: [SESSIONS, '/user/logs'] });
  const [confirming, setConfirming] = useState<SessionRow | 'others'>();
  const columns = useMemo(() => columnsOf(t, setConfirming), [t]);
  const others = sessions.data?.list.filter(({ current }) => !current).length ?? 0;
  const close = () => setConfirming(undefined);
  const confirm = async (id: string) => {
    await end.mutateAsync({ id });
    showToast(t('signed_out'), 'good');
  };
  return (
    <>
      <DataTable
        name="sessions"
        label={t('sessions')}
        counted={(count) => t('counted_sessions', { count })}
        columns={columns}
        phone={phoneRow(t)}
        source={sessions}
        rowKey={(row) => row.id}
        mainAct={
          others > 0 && (
            <Button variant="default" size="compact-md" h={32} fw={400} fz={13} onClick={() => setConfirming('others')}>
              {t('sign_out_others')}
            </Button>
          )
        }
      />
      {confirming !== undefined && (
        <ConfirmDialog
          opened
          dangerous
          title={confirming === 'others' ? t('sign_out_others_title') : t('sign_out_title')}
          act={confirming === 'others' ? t('sign_out_others') : t('sign_out')}
          onConfirm={() => confirm(confirming === 'others' ? confirming : confirming.id)}
          onClose={close}
        >
          <p>
            {confirming === 'others'
              ? t('sign_out_others_what', { count: others })
              : t('sign_out_what', { device: deviceText(confirming.device, t), ip: confirming.ip })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function phoneRow(t: Translate<typeof logWords>): PhoneRow<SessionRow> {
  return {
    what: ({ device }) => deviceText(device, t),
    state: ({ current }) => current && <StatusBadge tone="good">{t('this_session')}</StatusBadge>,
    at: ({ lastSeenAt }) => lastSeenAt,
    facts: ({ ip }) => [ip],
  };
}

function columnsOf(t: Translate<typeof logWords>, onEnd: (row: SessionRow) => void): Column<SessionRow>[] {
  return [
    {
      id: 'device',
      header: t('device'),
      cell: ({ device }) => <span className={classes.action}>{deviceText(device, t)}</span>,
    },
    { id: 'ip', header: t('ip'), cell: ({ ip }) => <span className={classes.ip}>{ip}</span> },
    { id: 'createdAt', priority: 1, header: t('signed_in'), cell: ({ createdAt }) => <Time at={createdAt} short /> },
    { id: 'lastSeenAt', header: t('last_seen'), cell: ({ lastSeenAt }) => <Time at={lastSeenAt} relative /> },
    {
      id: 'end',
      header: t('sign_out'),
      cell: (row) =>
        row.current ? (
          <StatusBadge tone="good">{t('this_session')}</StatusBadge>
        ) : (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            fw={400}
            mx={-8}
            aria-label={t('sign_out_device', { device: deviceText(row.device, t), ip: row.ip })}
            onClick={() => onEnd(row)}
          >
            {t('sign_out')}
          </Button>
        ),
    },
  ];
}
