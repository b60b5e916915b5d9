/**
 * Tracks whether the page is being printed, and for whom. Switches to light colours for a print. Components that print
 * differently read `printing`; the rest is in print.css.
 */
import { flushSync } from 'react-dom';
import { cell } from '#foundation/console/wire/signal.ts';

/** When printing began; undefined while the page is only on the screen. */
export const printing = cell<Date | undefined>(undefined);
/** Whose page it is: the platform's name and the member, as printed at the top. */
export const printedFor = cell('');

/**
 * Follows the browser's print events. Renders the page synchronously before the print. Returns a function that stops.
 */
export function watchPrinting(): () => void {
  const media = window.matchMedia('print');
  const begin = () => printing.get() ?? flushSync(() => printing.set(new Date()));
  const end = () => flushSync(() => printing.set(undefined));
  const follow = () => (media.matches ? begin() : end());
  const stopColours = printing.listen(setColours);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  media.addEventListener('change', follow);
  // Printing can have begun before the listeners were added.
  if (media.matches) printing.set(new Date());
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    media.removeEventListener('change', follow);
    if (printing.get()) printing.set(undefined);
    stopColours();
  };
}

const SCHEME = 'data-mantine-color-scheme';
let before: string | null = null;

function setColours(): void {
  const root = document.documentElement;
  if (printing.get()) {
    before = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  } else if (before !== null) root.setAttribute(SCHEME, before);
}
