/**
 * The loading overlay: a thin veil over the page's content, with a text in the middle of the visible part, while the
 * user waits for a call. It takes no clicks and no focus and moves nothing. Dialogs are above it and show their own
 * progress. Must be the last child of the positioned box that it covers.
 */
import type { ComponentProps } from 'react';
import { pendingCalls } from './api.ts';
import { kitWords } from './kit-words.ts';
import classes from './PendingOverlay.module.css';
import { useCell } from './signal.ts';
import { useLasting } from './use-lasting.ts';
import { useWords } from './words.tsx';

export function PendingOverlay() {
  const t = useWords(kitWords);
  const waiting = useWaiting();
  return (
    <div className={classes.root} role="status" data-print="never">
      {waiting && (
        <div className={classes.veil}>
          <div className={classes.sight}>
            <p className={classes.text}>
              <span className={classes.wheel} aria-hidden="true" />
              {t('loading')}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}

/**
 * The content below the overlay, marked as busy while the user waits. The overlay must not be inside, or screen readers
 * would not read its text.
 */
export function AwaitedMain(props: ComponentProps<'main'>) {
  const waiting = useWaiting();
  return <main aria-busy={waiting || undefined} {...props} />;
}

/** Ignores short waits, so that nothing flickers. */
function useWaiting(): boolean {
  return useLasting(useCell(pendingCalls) > 0);
}
