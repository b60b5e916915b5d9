/**
 * Exports a list as a file: exactly what its filter shows, or leads to a schedule with that filter. While the file arrives, the button shows the progress and
 * can stop it, also after leaving the page and coming back. A long list's file is written by the server in the background;
 * the user is notified of it.
 */
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { CrossIcon, icon } from '#foundation/console/display/icons.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { PopupMenu } from '#foundation/console/overlay/Popup.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatsOf, scheduledFilter } from '../rules.ts';
import { exportScreenWords } from '../screen-words.ts';
import classes from './ExportButton.module.css';
import { exportInBackground, runningExports } from './running-exports.ts';
import { takeExport, type WantedExport } from './take-export.ts';

const DownloadIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />);

export function ExportButton({ kind, filter }: Omit<WantedExport, 'format'>) {
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
        renderButton={(button) => (
          <PlainButton icon={<DownloadIcon />} {...button}>
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
