/** What the user can do with a file: download it, or cancel it while it is not finished. */
import { useState } from 'react';
import { runningExports } from '#features/exports/console/running-exports.ts';
import { takeAndSave } from '#features/exports/console/take-export.ts';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { CrossIcon } from '#foundation/console/display/icons.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { takeFile } from '#foundation/console/wire/take-file.ts';
import { useAction, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DownloadRow } from '../contract.ts';
import { downloadWords } from '../screen-words.ts';
import { downloadCalls } from './calls.ts';
import classes from './Downloads.module.css';
import { DOWNLOADS } from './use-downloads.ts';

export function DownloadActions({ row }: { row: DownloadRow }) {
  if (row.state === 'ready') return <TakeButton row={row} />;
  return row.state === 'waiting' || row.state === 'running' ? <CancelButton row={row} /> : null;
}

/** While the file arrives, the button shows how much of it has, and stops it. */
export function TakeButton({ row: { id, name }, text }: { row: Pick<DownloadRow, 'id' | 'name'>; text?: string }) {
  const t = useWords(downloadWords);
  const key = `download ${id}`;
  const running = useCell(runningExports).get(key);
  const path = `/user/download/${encodeURIComponent(id)}`;
  if (running)
    return (
      <PlainButton aria-label={t('stop_taking', { name })} onClick={() => running.stop.abort()}>
        <span role="status">{t('taking', { megabytes: running.bytes / 1_000_000 })}</span>
        <CrossIcon size={12} />
      </PlainButton>
    );
  return (
    <PlainButton
      aria-label={t('download_name', { name })}
      onClick={() => void takeAndSave(key, (options) => takeFile(path, options))}
    >
      {text ?? t('download')}
    </PlainButton>
  );
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
    <span className={classes.actions}>
      <PlainButton aria-label={t('cancel_name', { name })} onClick={() => setAsked(true)}>
        {t('cancel')}
      </PlainButton>
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
    </span>
  );
}
