/**
 * Exports a list as a file: exactly what its filter shows, or leads to a schedule with that filter. The menu says what
 * the file will hold. While it arrives, the button shows the progress and can stop it, also after leaving the page and
 * coming back. A long list's file is written by the server in the background; the user is notified of it.
 */
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { CrossIcon, icon } from '#foundation/console/display/icons.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { PopupMenu } from '#foundation/console/overlay/Popup.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatsOf, scheduledFilter } from '../rules.ts';
import { exportScreenWords } from '../screen-words.ts';
import classes from './ExportButton.module.css';
import { exportInBackground, runningExports } from './running-exports.ts';
import { exportCalls } from './calls.ts';
import { takeExport, type WantedExport } from './take-export.ts';

const DownloadIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />);

export interface ExportButtonProps extends Omit<WantedExport, 'format'> {
  /** A number of rows in the list's own noun, such as `1,413 orders`; by default in rows. */
  counted?: ((count: number) => string) | undefined;
}

export function ExportButton({ kind, filter, counted }: ExportButtonProps) {
  const t = useWords(exportScreenWords);
  const navigate = useNavigate();
  const running = useCell(runningExports).get(kind);
  if (running)
    return (
      <PlainButton title={t('export_cancel')} onClick={() => running.stop.abort()}>
        <span role="status">{t('exporting', { megabytes: running.bytes / 1_000_000 })}</span>
        <span className={classes.visuallyHidden}>{t('export_cancel')}</span>
        <CrossIcon size={12} />
      </PlainButton>
    );
  const scheduled = scheduledFilter(kind, filter);
  return (
    <>
      <Background kind={kind} />
      <PopupMenu
        head={<Quote kind={kind} filter={filter} counted={counted} />}
        renderButton={(button) => (
          <PlainButton icon={<DownloadIcon />} aria-keyshortcuts="E" {...button}>
            {t('export')}
          </PlainButton>
        )}
        groups={() => [
          formatsOf(kind, filter).map((format) => ({
            key: format,
            label: t(`export_${format}`),
            onClick: () => void takeExport({ kind, format, filter }),
          })),
          ...(scheduled
            ? [[{ key: 'schedule', label: t('schedule'), onClick: () => void navigate(newSchedule(kind, scheduled)) }]]
            : []),
        ]}
      />
    </>
  );
}

/** What the file will hold and be called. Asked when the menu opens. */
function Quote({ kind, filter, counted }: ExportButtonProps) {
  const t = useWords(exportScreenWords);
  const { data: quote } = useCall(
    exportCalls,
    '/user/export/quote',
    { kind, filter },
    { quiet: true, keepPrevious: false },
  );
  const rows = quote && (counted?.(quote.rows) ?? t('quote_rows', { count: quote.rows }));
  return (
    <div className={classes.quote}>
      <strong>{rows === undefined ? '…' : t('quote', { rows, count: quote?.columns ?? 0 })}</strong>
      <span>
        {quote?.tooLarge ? t('quote_too_large') : quote?.background ? t('quote_background') : stemOf(quote?.fileName)}
      </span>
    </div>
  );
}

/** The name without its ending, which the formats below it name. */
function stemOf(fileName = ''): string {
  return fileName.replace(/\.\w+$/, '');
}

const DOWNLOADS = '/user/downloads';

/** The address at which a schedule of a list can be added. */
function newSchedule(kind: string, filter: Readonly<Record<string, unknown>>) {
  return { to: DOWNLOADS, search: { tab: 'schedules', add: kind, filter: JSON.stringify(filter) } };
}

/** Says that the file is written in the background, and leads to it. */
function Background({ kind }: Pick<WantedExport, 'kind'>) {
  const t = useWords(exportScreenWords);
  const opened = useCell(exportInBackground) === kind;
  const close = () => exportInBackground.set(undefined);
  return (
    <Dialog opened={opened} title={t('background_title')} centered onClose={close}>
      <div className={classes.background}>
        <p>{t('background')}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {t('background_stay')}
          </Button>
          <Button data-autofocus onClick={close} renderRoot={(props) => <Link {...props} to={DOWNLOADS} search={{}} />}>
            {t('to_downloads')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
