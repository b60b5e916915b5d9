/**
 * The columns of a long list are as wide as the widest cell seen so far. Only a part of the rows is on the page, and the
 * browser makes the columns fit that part: without this they would jump while one scrolls.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** `columns`: another array is another table, which begins anew. Cells stand in rows with `data-index`, their content in `data-content`. */
export function useSteadyWidths(box: RefObject<HTMLElement | null>, columns: readonly unknown[], isPart: boolean): void {
  const seen = useRef<{ columns: readonly unknown[]; widest: number[] }>({ columns, widest: [] });
  useLayoutEffect(() => {
    if (seen.current.columns !== columns) seen.current = { columns, widest: [] };
    const { widest } = seen.current;
    if (isPart)
      for (const row of box.current?.querySelectorAll('tr[data-index]') ?? [])
        for (const [at, content] of [...row.querySelectorAll<HTMLElement>('[data-content]')].entries())
          widest[at] = Math.max(widest[at] ?? 0, content.offsetWidth);
    for (const [at, head] of [...(box.current?.querySelectorAll<HTMLElement>('th[data-width]') ?? [])].entries())
      head.style.setProperty('--widest', `${isPart ? (widest[at] ?? 0) : 0}px`);
  });
}
