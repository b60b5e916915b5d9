/**
 * Keeps the columns of a long list as wide as the widest cell rendered so far. Only part of the rows is rendered, and
 * the browser fits the columns to that part, so they would jump while the user scrolls.
 */
import { type RefObject, useLayoutEffect } from 'react';

/**
 * Another `columns` array starts over. Rows must have `data-index`, and the content of their cells `data-content`.
 */
export function useStableWidths(
  box: RefObject<HTMLElement | null>,
  columns: readonly unknown[],
  isPart: boolean,
): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isPart) return;
    const widest: number[] = [];
    // Measures on scroll, before other rows replace these: the layout is done, so that reading it costs nothing.
    const keep = () => setWidths(element, widest);
    element.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      element.removeEventListener('scroll', keep, { capture: true });
      for (const head of headsIn(element)) head.style.removeProperty('--widest');
    };
  }, [box, columns, isPart]);
}

const headsIn = (box: HTMLElement) => box.querySelectorAll<HTMLElement>('th[data-width]');

function setWidths(box: HTMLElement, widest: number[]): void {
  const before = [...widest];
  for (const row of box.querySelectorAll('tr[data-index]'))
    for (const [at, { offsetWidth }] of [...row.querySelectorAll<HTMLElement>('[data-content]')].entries())
      widest[at] = Math.max(widest[at] ?? 0, offsetWidth);
  for (const [at, head] of [...headsIn(box)].entries())
    if (widest[at] !== before[at]) head.style.setProperty('--widest', `${widest[at]}px`);
}
