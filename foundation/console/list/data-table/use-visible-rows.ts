/**
 * Chooses which rows of a grid are rendered: all of a short list, or those near the visible part of a long one. Spacers
 * replace the rest, so that the scrollbar is right. Rows are measured after the browser's layout, as measuring earlier
 * would force a second one.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';
import { printing } from '#foundation/console/list/printing.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { MANY_ROWS } from './view.ts';

export interface VisibleRows {
  /** The rendered rows in order. `room` is the space in pixels between a row and the one rendered before it. */
  rows: readonly { index: number; room: number }[];
  /** The space in pixels after the last rendered row. */
  roomBehind: number;
  /** The list is long, so that only part of it is rendered. */
  isPart: boolean;
  /** A row's `ref`; the row needs `data-index`. */
  measure: ((row: HTMLElement | null) => void) | undefined;
}

const OVERSCAN_ROWS = 8;
const DEFAULT_ROW_PIXELS = 32;

/** Row `kept` stays rendered wherever the list is scrolled to, because the row with the focus must not be removed. */
export function useVisibleRows(box: RefObject<HTMLElement | null>, keys: readonly string[], kept: number): VisibleRows {
  const count = keys.length;
  // A print contains all rows.
  const isPart = useCell(printing) === undefined && count > MANY_ROWS;
  const rowPixels = useRef(DEFAULT_ROW_PIXELS);
  // The rule warns about memoizing the results of the virtualizer's functions. Here they are called in every render,
  // and only `measureElement` is passed on, which is always the same function.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled: isPart,
    overscan: OVERSCAN_ROWS,
    getScrollElement: () => box.current,
    estimateSize: () => rowPixels.current,
    getItemKey: (index) => keys[index] ?? index,
    measureElement: (row, entry, { measurementsCache }) => {
      const pixels = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0);
      if (pixels > 0) rowPixels.current = pixels;
      return pixels || (measurementsCache[Number(row.dataset['index'])]?.size ?? rowPixels.current);
    },
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), kept),
  });
  if (!isPart) return { rows: keys.map((_, index) => ({ index, room: 0 })), roomBehind: 0, isPart, measure: undefined };
  let end = 0;
  const rows = virtualizer.getVirtualItems().map((item) => {
    const room = item.start - end;
    end = item.end;
    return { index: item.index, room };
  });
  return {
    rows,
    roomBehind: Math.max(0, virtualizer.getTotalSize() - end),
    isPart,
    measure: virtualizer.measureElement,
  };
}

function withIndex(indexes: number[], kept: number): number[] {
  return indexes.includes(kept) ? indexes : [...indexes, kept].sort((a, b) => a - b);
}
