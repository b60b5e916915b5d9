/** Lists where this user is logged in; signs out one session, or all but this one. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAct, useCall } from '#foundation/console/wire/use-call.ts';
import { type Say, useWords } from '#foundation/console/page/words.tsx';
import type { SessionRow } from '../contract.ts';
import { sessionCalls } from './calls.ts';
import { logWords } from '../screen-words.ts';
import classes from './UserLogsScreen.module.css';

const SESSIONS = '/user/sessions';

export function SessionList() {
  const t = useWords(logWords);
  const sessions = useCall(sessionCalls, SESSIONS, undefined);
  const end = useAct(sessionCalls, '/user/sessions/end', { refreshes: [SESSIONS, '/user/logs'] });
  const [asked, setAsked] = useState<SessionRow | 'others'>();
  const columns = useMemo(() => columnsOf(t, setAsked), [t]);
  const others = sessions.data?.list.filter(({ current }) => !current).length ?? 0;
  const close = () => setAsked(undefined);
  const confirm = async (id: string) => {
    await end.mutateAsync({ id });
    showToast(t('signed_out'), 'good');
  };
  return (
    <>
      <DataTable
        name="sessions"
        label={t('sessions')}
        columns={columns}
        source={sessions}
        rowKey={(row) => row.id}
        actions={
          others > 0 && (
            <Button variant="default" size="compact-md" h={32} fw={400} fz={13} onClick={() => setAsked('others')}>
              {t('sign_out_others')}
            </Button>
          )
        }
      />
      {asked !== undefined && (
        <ConfirmDialog
          opened
          dangerous
          title={asked === 'others' ? t('sign_out_others_title') : t('sign_out_title')}
          act={asked === 'others' ? t('sign_out_others') : t('sign_out')}
          onConfirm={() => confirm(asked === 'others' ? asked : asked.id)}
          onClose={close}
        >
          <p>
            {asked === 'others'
              ? t('sign_out_others_what', { count: others })
              : t('sign_out_what', { device: asked.device, ip: asked.ip })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function columnsOf(t: Say<typeof logWords>, ask: (row: SessionRow) => void): Column<SessionRow>[] {
  return [
    {
      id: 'device',
      header: t('device'),
      card: 'title',
      cell: ({ device }) => <span className={classes.action}>{device}</span>,
    },
    { id: 'ip', header: t('ip'), cell: ({ ip }) => <span className={classes.ip}>{ip}</span> },
    { id: 'createdAt', header: t('signed_in'), cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'lastSeenAt', header: t('last_seen'), cell: ({ lastSeenAt }) => <Time at={lastSeenAt} relative /> },
    {
      id: 'end',
      header: t('sign_out'),
      card: 'badge',
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
            aria-label={t('sign_out_device', { device: row.device, ip: row.ip })}
            onClick={() => ask(row)}
          >
            {t('sign_out')}
          </Button>
        ),
    },
  ];
}
