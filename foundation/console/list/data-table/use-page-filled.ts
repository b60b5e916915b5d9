/** Lets a list fill the window, so that its rows scroll and the page around it does not. */
import { type RefObject, useLayoutEffect } from 'react';

/**
 * Marks the page's content around `part` while a list that fills is shown on it. The styles of the frame and the table
 * do the rest, in windows that are high enough. Changes the styles of the whole content, so it must run before anything
 * reads the layout.
 */
export function usePageFilled(part: RefObject<HTMLElement | null>, fills: boolean): void {
  useLayoutEffect(() => {
    const content = part.current?.closest('main');
    if (!fills || !content) return;
    content.setAttribute('data-filled', '');
    return () => content.removeAttribute('data-filled');
  }, [part, fills]);
}
