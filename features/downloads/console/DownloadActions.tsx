/** What the user can do with a file: download it, or cancel it while it is not finished. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { TakeFileButton } from '#features/exports/console/TakeFileButton.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DownloadRow } from '../contract.ts';
import { downloadWords } from '../screen-words.ts';
import { downloadCalls } from './calls.ts';
import { DOWNLOADS } from './use-downloads.ts';

export function DownloadActions({ row }: { row: DownloadRow }) {
  if (row.state === 'ready') return <TakeFileButton id={row.id} name={row.name} quiet />;
  return row.state === 'waiting' || row.state === 'running' ? <CancelButton row={row} /> : null;
}

function CancelButton({ row: { id, name } }: { row: DownloadRow }) {
  const t = useWords(downloadWords);
  const [asked, setAsked] = useState(false);
  const refresh = useRefresh();
  const cancel = useAction(downloadCalls, '/user/downloads/cancel', { refreshes: [DOWNLOADS] });
  const confirm = async () => {
    try {
      await cancel.mutateAsync({ id });
      showToast(t('cancelled', { name }), 'good');
    } catch (error) {
      // It ended meanwhile: the list shows how.
      if (!(error instanceof CallRefused)) throw error;
      await refresh(DOWNLOADS);
    }
  };
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        fw={400}
        aria-label={t('cancel_name', { name })}
        onClick={() => setAsked(true)}
      >
        {t('cancel')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('cancel_title')}
        act={t('cancel_act')}
        leave={t('cancel_leave')}
        dangerous
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        {t('cancel_what', { name })}
      </ConfirmDialog>
    </>
  );
}
