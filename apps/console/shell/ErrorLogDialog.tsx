/** The errors of this browser, newest first: message, place, address, time and stack. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { clearErrors, errorLog, type ErrorPlace, type LoggedError } from '#foundation/console/wire/error-log.ts';
import { Time } from '#foundation/console/display/format.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './ErrorLogDialog.module.css';
import { navbarWords } from './navbar-words.ts';

const places = {
  script: 'error_in_script',
  promise: 'error_in_promise',
  component: 'error_in_component',
} as const satisfies Record<ErrorPlace, string>;

export function ErrorLogDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(navbarWords);
  const errors = useCell(errorLog);
  // Keeps the last errors on screen while the cleared dialog fades out.
  const [last, setLast] = useState(errors);
  if (errors.length > 0 && errors !== last) setLast(errors);
  const clear = () => {
    onClose();
    clearErrors();
    // The button that opened the dialog disappears with the errors, so the focus moves to the content.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <Dialog opened={opened} title={t('error_log')} size={1080} returnFocus={errors.length > 0} onClose={onClose}>
      <div className={classes.top}>
        <p className={classes.hint}>{t('error_hint')}</p>
        <Button variant="default" onClick={clear}>
          {t('clear_errors')}
        </Button>
      </div>
      <table className={classes.table} aria-label={t('error_log')}>
        <thead>
          <tr>
            <th scope="col">{t('error_message')}</th>
            <th scope="col">{t('error_stack')}</th>
          </tr>
        </thead>
        <tbody>
          {last.toReversed().map((error) => (
            <ErrorRow key={error.id} error={error} />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function ErrorRow({ error: { message, place, info, url, stack, at } }: { error: LoggedError }) {
  const t = useWords(navbarWords);
  return (
    <tr>
      <td className={classes.reported}>
        <strong className={classes.message}>{message}</strong>
        <dl className={classes.facts}>
          <Fact name={t('error_info')}>
            {t(places[place])}
            {info !== '' && <code className={classes.info}>{info}</code>}
          </Fact>
          <Fact name={t('error_url')}>
            <code className={classes.info}>{url}</code>
          </Fact>
          <Fact name={t('error_time')}>
            <Time at={at.toISOString()} />
          </Fact>
        </dl>
      </td>
      <td>
        <pre className={classes.stack} tabIndex={0} role="region" aria-label={`${t('error_stack')}: ${message}`}>
          {stack === '' ? '–' : stack}
        </pre>
      </td>
    </tr>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
