/**
 * Exports a list as a file: exactly what its filter shows. While the file arrives, the button shows the progress and
 * can stop it, also after leaving the page and coming back.
 */
import { CrossIcon, icon } from '#foundation/console/display/icons.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { PopupMenu } from '#foundation/console/overlay/Popup.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { tableFormats } from '../rules.ts';
import { exportScreenWords } from '../screen-words.ts';
import classes from './ExportButton.module.css';
import { runningExports } from './running-exports.ts';
import { takeExport, type WantedExport } from './take-export.ts';

const DownloadIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />);

export function ExportButton({ kind, filter }: Omit<WantedExport, 'format'>) {
  const t = useWords(exportScreenWords);
  const running = useCell(runningExports).get(kind);
  if (running)
    return (
      <PlainButton title={t('export_cancel')} onClick={() => running.stop.abort()}>
        <span role="status">{t('exporting', { megabytes: running.bytes / 1_000_000 })}</span>
        <span className={classes.visuallyHidden}>{t('export_cancel')}</span>
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
      groups={() => [
        tableFormats.map((format) => ({
          key: format,
          label: t(`export_${format}`),
          onClick: () => void takeExport({ kind, format, filter }),
        })),
      ]}
    />
  );
}
