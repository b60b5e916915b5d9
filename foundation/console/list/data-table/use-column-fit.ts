/**
 * Leaves out columns while the table is wider than its box, so that no cell is cut off: those of the lowest priority,
 * until the rest fits. Measures after the layout that the browser makes anyway, and draws once more only if something
 * does not fit. A column that was left out comes back when the box becomes wider or the user chooses other columns.
 */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column } from './column.ts';
import type { ColumnChoice } from './use-column-choice.ts';

export interface ColumnFit<Row> {
  /** The chosen columns that fit. */
  readonly columns: readonly Column<Row>[];
  /** The ids of the chosen columns that do not fit. */
  readonly leftOut: readonly string[];
  /** Leaves out columns that are this many pixels wide in total, or as many as it can. `widthOf` takes a column's index. */
  narrow(pixels: number, widthOf: (index: number) => number): void;
  /** Tries all columns again. */
  widen(): void;
}

/** What did not fit the last time, so that a list that is opened again is drawn once. */
const remembered = new Map<string, readonly string[]>();
const NONE: readonly string[] = [];

export function useColumnFit<Row>(
  name: string,
  all: readonly Column<Row>[],
  { shown, isWanted }: ColumnChoice,
  printed: boolean,
): ColumnFit<Row> {
  const chosen = useMemo(() => all.filter(({ id }) => shown[id]), [all, shown]);
  const key = `${name} ${globalThis.innerWidth} ${chosen.map(({ header }) => header).join()}`;
  const [left, setLeft] = useState(() => ({ chosen, ids: remembered.get(key) ?? NONE }));
  // Other columns or another language: all are tried again. A print wraps its cells.
  const leftOut = left.chosen === chosen && !printed ? left.ids : NONE;
  const columns = useMemo(
    () => (leftOut.length === 0 ? chosen : chosen.filter(({ id }) => !leftOut.includes(id))),
    [chosen, leftOut],
  );
  const keep = (ids: readonly string[]) => {
    remembered.set(key, ids);
    setLeft({ chosen, ids });
  };
  return {
    columns,
    leftOut,
    narrow(pixels, widthOf) {
      if (printed) return;
      const ids: string[] = [];
      let over = pixels;
      const candidates = columns
        .map(({ id, priority }, index) => ({ id, priority, index }))
        .filter(({ id, priority, index }) => priority !== undefined && index > 0 && !isWanted(id))
        .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
      for (const { id, index } of candidates) {
        if (over <= 0) break;
        ids.push(id);
        over -= widthOf(index);
      }
      if (ids.length > 0) keep([...leftOut, ...ids]);
    },
    widen() {
      if (leftOut.length > 0) keep(NONE);
    },
  };
}

/**
 * Measures the table in its box: after each change of its rows or columns, and when box or table change their size.
 * Marks the box with `data-more` while there is more to scroll to at the end, and with `data-aside` at the start.
 */
export function useFitting<Row>(
  box: RefObject<HTMLElement | null>,
  { columns, narrow, widen }: ColumnFit<Row>,
  rows: readonly Row[] | undefined,
): { markEdges: () => void } {
  const now = useRef({ narrow, widen });
  const width = useRef(0);
  const markEdges = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollLeft, scrollWidth, clientWidth } = element;
    const at = Math.abs(scrollLeft);
    element.toggleAttribute('data-aside', at > 0);
    element.toggleAttribute('data-more', scrollWidth - clientWidth - at > 1);
  }, [box]);
  const fit = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const over = element.scrollWidth - element.clientWidth;
    const heads = element.querySelectorAll<HTMLElement>('th[data-width]');
    if (over > 0) now.current.narrow(over, (index) => heads[index]?.offsetWidth ?? 0);
    markEdges();
  }, [box, markEdges]);
  useLayoutEffect(() => {
    now.current = { narrow, widen };
  });
  useLayoutEffect(fit, [fit, columns, rows]);
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const observer = new ResizeObserver(() => {
      const before = width.current;
      width.current = element.clientWidth;
      if (before > 0 && element.clientWidth > before) now.current.widen();
      else fit();
    });
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box, fit]);
  return { markEdges };
}
