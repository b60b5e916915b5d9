/**
 * The loading sign over the page while at least one call is on its way: a line at the top, and in words when it takes
 * longer. It lies over the page without taking clicks, and short calls don't touch the page.
 */
import { pendingCalls } from './api.ts';
import { kitWords } from './kit-words.ts';
import classes from './PendingSign.module.css';
import { cell, useCell } from './signal.ts';
import { useWords } from './words.tsx';

/** A wait that is shorter is none. */
const WAIT_MS = 300;

/** Whether calls have been on their way that long. */
const isWaiting = cell(false);

let timer: ReturnType<typeof setTimeout> | undefined;
pendingCalls.listen(() => {
  if (pendingCalls.get() > 0) {
    timer ??= setTimeout(() => isWaiting.set(true), WAIT_MS);
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  isWaiting.set(false);
});

export function PendingSign() {
  const t = useWords(kitWords);
  return (
    <div className={classes.root} role="status">
      {useCell(isWaiting) && (
        <div className={classes.sign}>
          <span className={classes.line} aria-hidden="true" />
          <span className={classes.text}>{t('loading')}</span>
        </div>
      )}
    </div>
  );
}
