/**
 * The loading sign over the page while at least one call is on its way: a line at the top, and in words when it takes
 * longer. It lies over the page without taking clicks, and short calls don't touch the page.
 */
import { pendingCalls } from './api.ts';
import { kitWords } from './kit-words.ts';
import classes from './PendingSign.module.css';
import { useCell } from './signal.ts';
import { useLasting } from './use-lasting.ts';
import { useWords } from './words.tsx';

/** A wait that is shorter is none. */
const WAIT_MS = 300;

export function PendingSign() {
  const t = useWords(kitWords);
  const waiting = useLasting(useCell(pendingCalls) > 0, WAIT_MS);
  return (
    <div className={classes.root} role="status">
      {waiting && (
        <div className={classes.sign}>
          <span className={classes.line} aria-hidden="true" />
          <span className={classes.text}>{t('loading')}</span>
        </div>
      )}
    </div>
  );
}
