/**
 * Which rows of a grid are rendered: all of a short list, those near the eye of a long one. The rest is room, so that
 * the scrollbar tells the truth. Rows are measured as the browser lays them out: to ask for it sooner would have it
 * done twice.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';
import { printing } from '../printing.ts';
import { useCell } from '../signal.ts';
import { MANY_ROWS } from './view.ts';

export interface NearRows {
  /** In order; `room` pixels lie between a row and the one rendered before it. */
  rows: readonly { index: number; room: number }[];
  /** Pixels behind the last rendered row. */
  roomBehind: number;
  /** The list is long: not all of it is on the page. */
  isPart: boolean;
  /** A row's `ref`; the row needs `data-index`. */
  measure: ((row: HTMLElement | null) => void) | undefined;
}

const ROWS_AHEAD = 8;
const USUAL_ROW_PIXELS = 39;

/** `kept` stays rendered wherever the list is scrolled to: the row that has the focus must not vanish under it. */
export function useNearRows(box: RefObject<HTMLElement | null>, keys: readonly string[], kept: number): NearRows {
  const count = keys.length;
  // Paper holds them all.
  const isPart = useCell(printing) === undefined && count > MANY_ROWS;
  const rowPixels = useRef(USUAL_ROW_PIXELS);
  // The rule fears for answers of its functions that are kept while they change: all are asked anew in each render
  // here. Handed on is `measureElement` alone, which is the same function always.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled: isPart,
    overscan: ROWS_AHEAD,
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
