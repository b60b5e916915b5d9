/**
 * The loading overlay: a thin veil over the page's content, with a text in the middle of the visible part, while the
 * user waits for a call. It takes no clicks and no focus and moves nothing. Dialogs are above it and show their own
 * progress. Must be the last child of the positioned box that it covers.
 */
import type { ComponentProps } from 'react';
import { pendingCalls } from '#foundation/console/wire/api.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import classes from './PendingOverlay.module.css';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useDelayedFlag } from '#foundation/console/display/use-delayed-flag.ts';
import { useWords } from '#foundation/console/page/words.tsx';

export function PendingOverlay() {
  const t = useWords(kitWords);
  const waiting = useWaiting();
  return (
    <div className={classes.root} role="status" data-print="never">
      {waiting && (
        <div className={classes.backdrop}>
          <div className={classes.sight}>
            <p className={classes.text}>
              <span className={classes.spinner} aria-hidden="true" />
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
  return useDelayedFlag(useCell(pendingCalls) > 0);
}
