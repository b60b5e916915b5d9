/**
 * Keyboard navigation in the grid: Enter moves down a row (and adds one after the last), the arrows move to adjacent
 * cells. The focused row is remembered, so that it stays rendered.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type BatchColumn, batchColumns } from '../../columns.ts';

export interface CellPlace {
  row: number;
  column: BatchColumn;
}

export interface CellFocus {
  /** Undefined while no cell has the focus. */
  current: CellPlace | undefined;
  /** Moves there as soon as the cell is rendered. */
  go(place: CellPlace): void;
  handlers: {
    onFocus(event: FocusEvent): void;
    onBlur(event: FocusEvent): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

export function useCellFocus(box: RefObject<HTMLElement | null>, rows: number, onAdd: () => void): CellFocus {
  const [current, setCurrent] = useState<CellPlace>();
  const wanted = useRef<CellPlace>(undefined);
  useLayoutEffect(() => {
    const place = wanted.current;
    const cell =
      place && box.current?.querySelector<HTMLElement>(`[data-row="${place.row}"][data-column="${place.column}"]`);
    if (!cell) return;
    wanted.current = undefined;
    cell.focus();
    if (cell instanceof HTMLInputElement) cell.select();
  });
  const go = (place: CellPlace) => {
    wanted.current = place;
    setCurrent({ ...place });
  };
  return {
    current,
    go,
    handlers: {
      onFocus: ({ target }) => setCurrent(placeOf(target)),
      onBlur: ({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setCurrent(undefined);
      },
      onKeyDown: (event) => {
        const place = placeOf(event.target);
        const next = place && nextPlace(event, place);
        if (!next || next.row < 0) return;
        event.preventDefault();
        if (next.row >= rows) {
          if (event.key !== 'Enter') return;
          onAdd();
        }
        go(next);
      },
    },
  };
}

function placeOf(target: EventTarget): CellPlace | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const column = batchColumns.find((name) => name === target.dataset['column']);
  return column === undefined ? undefined : { row: Number(target.dataset['row']), column };
}

/** Returns undefined where the cell itself handles the key. */
function nextPlace(event: KeyboardEvent, { row, column }: CellPlace): CellPlace | undefined {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return undefined;
  if (key === 'Enter') return { row: shiftKey ? row - 1 : row + 1, column };
  if (shiftKey) return undefined;
  // These move in the list of banks and choose a type.
  const isVertical = column !== 'bank' && column !== 'type';
  if (key === 'ArrowDown' && isVertical) return { row: row + 1, column };
  if (key === 'ArrowUp' && isVertical) return { row: row - 1, column };
  const at = batchColumns.indexOf(column);
  const next =
    key === 'ArrowRight' && isAtEdge(target, 'end')
      ? batchColumns[at + 1]
      : key === 'ArrowLeft' && isAtEdge(target, 'start')
        ? batchColumns[at - 1]
        : undefined;
  return next === undefined ? undefined : { row, column: next };
}

function isAtEdge(target: EventTarget, edge: 'start' | 'end'): boolean {
  if (!(target instanceof HTMLInputElement)) return true;
  const { selectionStart, selectionEnd, value } = target;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  return isWhole || (selectionStart === selectionEnd && selectionStart === (edge === 'start' ? 0 : value.length));
}
