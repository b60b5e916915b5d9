/**
 * The loading overlay: a thin veil over the page's content, and its text in the middle of what is in sight, while a
 * call is on its way that somebody waits for. It takes no clicks and no focus and moves nothing; dialogs lie above it
 * and show their own progress. Stands as the last child of the positioned box that it covers.
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
 * The content beneath the overlay: busy for as long. The overlay's text must not be inside, or it would not be read
 * out.
 */
export function AwaitedMain(props: ComponentProps<'main'>) {
  const waiting = useWaiting();
  return <main aria-busy={waiting || undefined} {...props} />;
}

/** A shorter wait is not shown, so that nothing flickers. */
function useWaiting(): boolean {
  return useLasting(useCell(pendingCalls) > 0);
}
