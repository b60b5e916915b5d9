/**
 * Shown instead of a list, or any part of a screen, that is empty or could not be loaded. Always says what to do next.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { AlertIcon, InboxIcon } from './icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { dismissText } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './states.module.css';

export interface EmptyTexts {
  title?: string;
  /** What to do so that the list gets rows. */
  hint?: ReactNode;
  action?: { label: string; onClick: () => void } | undefined;
}

export function EmptyRows({ title, hint, action }: EmptyTexts) {
  return (
    <div className={classes.state} role="status">
      <span className={classes.icon}>
        <InboxIcon size={28} />
      </span>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && (
        <Button variant="default" size="sm" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** For a list, or any part of a screen, that could not be loaded. */
export function FailedRows({ error, title, onRetry }: { error: Error; title?: string; onRetry: () => void }) {
  const t = useWords(kitWords);
  // Once is enough.
  useLayoutEffect(() => dismissText(error.message), [error]);
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-bad>
        <AlertIcon size={28} />
      </span>
      <p className={classes.title}>{title ?? t('load_failed_title')}</p>
      <p className={classes.hint}>{error.message}</p>
      <Button variant="default" size="sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
