/**
 * What is shown in place of a screen while it loads and when it fails. Part of the first page, so it must not import
 * anything heavy.
 */
import { Button } from '@mantine/core';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { reloadPage, session } from '#features/accounts/console/session.ts';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { isCodeMissing } from '#foundation/console/wire/import-again.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { reasonOfMissing } from '#foundation/console/wire/lazy-code.ts';
import { PendingOverlay } from '#foundation/console/overlay/PendingOverlay.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './screen-states.module.css';
import { frameWords } from './frame-words.ts';

export function ScreenPending() {
  return (
    <div className={classes.pending} aria-hidden="true">
      <span className={classes.heading} />
      <span className={classes.block} />
      <span className={classes.block} />
    </div>
  );
}

/** Shown while the frame around the screens is loading. */
export function PagePending() {
  return (
    <div className={classes.page}>
      <ScreenPending />
      <PendingOverlay />
    </div>
  );
}

export function ScreenFailed({ error }: { error: unknown }) {
  return isCodeMissing(error) ? <ScreenMissing /> : <ScreenBroken error={error} />;
}

/** The screen's code could not be loaded: the network failed, or there is a newer version of the console. */
function ScreenMissing() {
  const t = useWords(frameWords);
  const kit = useWords(kitWords);
  const isLoggedIn = useCell(session) !== undefined;
  const [reason, setReason] = useState<Awaited<ReturnType<typeof reasonOfMissing>>>();
  useEffect(() => void reasonOfMissing().then(setReason), []);
  if (reason === undefined) return <ScreenPending />;
  const isOutdated = reason === 'page_outdated';
  return (
    <div className={classes.failed} role="alert">
      <h1 className={classes.title}>{t(isOutdated ? 'new_version_title' : 'failed_title')}</h1>
      <p className={classes.hint}>
        {isOutdated ? `${t('new_version_hint')} ${isLoggedIn ? t('new_version_kept') : ''}` : kit('network_failed')}
      </p>
      <Button onClick={reloadPage}>{t(isOutdated ? 'reload_now' : 'reload')}</Button>
    </div>
  );
}

function ScreenBroken({ error }: { error: unknown }) {
  const t = useWords(frameWords);
  return (
    <div className={classes.failed} role="alert">
      <h1 className={classes.title}>{t('failed_title')}</h1>
      <p className={classes.hint}>
        <SupportText text={t('failed_hint')} />
      </p>
      <p className={classes.detail}>{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={reloadPage}>{t('reload')}</Button>
    </div>
  );
}

/** Error boundary for the screens before the login, which have no router to catch errors. */
export class CatchFailed extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ScreenFailed error={this.state.error} />;
  }
}
