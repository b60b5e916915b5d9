/**
 * The columns of a long list stay as wide as the widest cell seen so far. Only a part of the rows is on the page, and
 * the browser makes the columns fit that part: without this they would jump while one scrolls.
 */
import { type RefObject, useLayoutEffect } from 'react';

/**
 * `columns`: another array is another table, which begins anew. Cells stand in rows with `data-index`, their content in
 * `data-content`.
 */
export function useSteadyWidths(
  box: RefObject<HTMLElement | null>,
  columns: readonly unknown[],
  isPart: boolean,
): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isPart) return;
    const widest: number[] = [];
    // Before others take their place: what has been laid out is measured for nothing.
    const keep = () => keepWidths(element, widest);
    element.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      element.removeEventListener('scroll', keep, { capture: true });
      for (const head of headsIn(element)) head.style.removeProperty('--widest');
    };
  }, [box, columns, isPart]);
}

const headsIn = (box: HTMLElement) => box.querySelectorAll<HTMLElement>('th[data-width]');

function keepWidths(box: HTMLElement, widest: number[]): void {
  const before = [...widest];
  for (const row of box.querySelectorAll('tr[data-index]'))
    for (const [at, { offsetWidth }] of [...row.querySelectorAll<HTMLElement>('[data-content]')].entries())
      widest[at] = Math.max(widest[at] ?? 0, offsetWidth);
  for (const [at, head] of [...headsIn(box)].entries())
    if (widest[at] !== before[at]) head.style.setProperty('--widest', `${widest[at]}px`);
}
