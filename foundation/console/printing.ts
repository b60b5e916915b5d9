/**
 * Printing a page: since when it is being printed, for whom, and in light colours whatever the screen has. What prints
 * otherwise than it looks reads `printing`; the rest is in print.css.
 */
import { flushSync } from 'react-dom';
import { cell } from './signal.ts';

/** Undefined: the page is on the screen. */
export const printing = cell<Date | undefined>(undefined);
/** Whose page it is, as the paper names them. */
export const printedFor = cell('');

/** Follows the browser; answers how to stop. The page is drawn for the paper before the browser lays it out. */
export function watchPrinting(): () => void {
  const media = window.matchMedia('print');
  const begin = () => printing.get() ?? flushSync(() => printing.set(new Date()));
  const end = () => flushSync(() => printing.set(undefined));
  const follow = () => (media.matches ? begin() : end());
  const stopColours = printing.listen(setColours);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  media.addEventListener('change', follow);
  // It may have begun before anybody listened.
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
