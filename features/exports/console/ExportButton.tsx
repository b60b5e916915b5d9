/** Takes a list away as a file: exactly what its filter shows. While the file comes, it says how much has come and may be stopped. */
import { useEffect, useRef, useState } from 'react';
import { CallFailed, CallRefused, LoggedOut } from '#foundation/console/api-errors.ts';
import { CrossIcon, icon } from '#foundation/console/icons.tsx';
import { PlainButton } from '#foundation/console/plain.tsx';
import { PopupMenu } from '#foundation/console/Popup.tsx';
import { keepFile, takeFile } from '#foundation/console/take-file.ts';
import { showToast } from '#foundation/console/toasts.ts';
import { useWords } from '#foundation/console/words.tsx';
import { type ExportFormat, exportFormats, type ExportKindName } from '../rules.ts';
import { exportScreenWords } from '../screen-words.ts';
import classes from './ExportButton.module.css';

export interface ExportButtonProps {
  kind: ExportKindName;
  /** As the list's own call takes it, without page. */
  filter: Readonly<Record<string, unknown>>;
}

const DownloadIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />);
/** So that the figure does not run. */
const SHOWN_STEP_BYTES = 100_000;

export function ExportButton({ kind, filter }: ExportButtonProps) {
  const t = useWords(exportScreenWords);
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const take = async (format: ExportFormat): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    try {
      const onProgress = (come: number) => setBytes(come - (come % SHOWN_STEP_BYTES));
      const file = await takeFile('/user/export', { kind, format, filter }, { signal: stop.signal, onProgress });
      keepFile(file);
      showToast(t('exported', { file: file.fileName }), 'good');
    } catch (error) {
      // What was told already, and what the reader has stopped, is no news.
      if (!stop.signal.aborted && !(error instanceof CallFailed || error instanceof CallRefused || error instanceof LoggedOut)) throw error;
    } finally {
      setBytes(undefined);
    }
  };

  if (bytes !== undefined)
    return (
      <PlainButton title={t('export_cancel')} onClick={() => running.current?.abort()}>
        <span role="status">{t('exporting', { megabytes: bytes / 1_000_000 })}</span>
        <span className={classes.unseen}>{t('export_cancel')}</span>
        <CrossIcon size={12} />
      </PlainButton>
    );
  return (
    <PopupMenu
      renderButton={(button) => (
        <PlainButton icon={<DownloadIcon />} {...button}>
          {t('export')}
        </PlainButton>
      )}
      groups={() => [exportFormats.map((format) => ({ key: format, label: t(`export_${format}`), onClick: () => void take(format) }))]}
    />
  );
}
