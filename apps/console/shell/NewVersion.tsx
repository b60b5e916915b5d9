/**
 * Offers to reload the console after code of this version could not be loaded. The bar stays at the end of the page,
 * always in sight, and covers nothing. An open dialog covers the bar until it is closed.
 */
import { Button } from '@mantine/core';
import { reloadPage, session } from '#features/accounts/console/session.ts';
import { newVersion } from '#foundation/console/wire/lazy-code.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './NewVersion.module.css';
import { frameWords } from './frame-words.ts';

export function NewVersion() {
  const t = useWords(frameWords);
  const isLoggedIn = useCell(session) !== undefined;
  if (!useCell(newVersion)) return null;
  return (
    <div className={classes.bar} role="alert" data-print="never">
      <p className={classes.text}>
        <strong>{t('new_version_title')}</strong> {t('new_version_hint')} {isLoggedIn && t('new_version_kept')}
      </p>
      <Button size="xs" onClick={reloadPage}>
        {t('reload_now')}
      </Button>
    </div>
  );
}
