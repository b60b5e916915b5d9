/** What stands in a screen's place while it is fetched and when it broke. On the first page too, so nothing heavy is imported. */
import { Button } from '@mantine/core';
import { PendingOverlay } from '#foundation/console/PendingOverlay.tsx';
import { useWords } from '#foundation/console/words.tsx';
import classes from './screen-states.module.css';
import { shellWords } from './words.ts';

export function ScreenPending() {
  return (
    <div className={classes.pending} aria-hidden="true">
      <span className={classes.heading} />
      <span className={classes.block} />
      <span className={classes.block} />
    </div>
  );
}

/** While the frame around the screens is not there yet. */
export function PagePending() {
  return (
    <div className={classes.page}>
      <ScreenPending />
      <PendingOverlay />
    </div>
  );
}

export function ScreenFailed({ error }: { error: unknown }) {
  const t = useWords(shellWords);
  return (
    <div className={classes.failed} role="alert">
      <h1 className={classes.title}>{t('failed_title')}</h1>
      <p className={classes.hint}>{t('failed_hint')}</p>
      <p className={classes.detail}>{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </div>
  );
}
