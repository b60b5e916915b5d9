/**
 * Keyboard support for a grid whose rows open. Only the current row's open button is a tab stop. Arrow keys or j and k
 * move to the next or previous row, Home and End to the first and the last. Enter presses the button. A target row that
 * is not rendered becomes the current one, is therefore rendered, and then gets the focus.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface RowKeys {
  /** The index of the row whose open button is the tab stop. */
  current: number;
  /** For the element around the rows. */
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  /**
   * For the same element. Makes the focused row the current one, and marks it with `data-keyboard` if a key moved
   * there.
   */
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
}

/** `openKey` is the first current row. Rows in `box` must have `data-index`, and their buttons `data-open-row`. */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  keys: readonly string[],
  openKey: string | undefined,
): RowKeys {
  const [chosen, setChosen] = useState<string>();
  // Tracked by key, not by index, as a live list inserts new rows above.
  const current = Math.max(0, indexOfKey(keys, chosen) ?? indexOfKey(keys, openKey) ?? 0);
  const wanted = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    openButton(box.current, wanted.current)?.focus();
    wanted.current = undefined;
  });

  const moveTo = (index: number) => {
    const key = keys[index];
    if (key === undefined) return;
    const button = openButton(box.current, index);
    if (button) {
      button.focus();
      return;
    }
    wanted.current = index;
    setChosen(key);
  };

  return {
    current,
    onFocus({ target }) {
      const index = indexOf(target);
      if (index !== undefined) setChosen(keys[index]);
      if (target.matches('[data-open-row]:focus-visible')) markRow(target, true);
    },
    onBlur: ({ target }) => markRow(target, false),
    onKeyDown(event) {
      const move = moves[event.key];
      if (!move || event.defaultPrevented || hasModifier(event) || !isReading(event.target)) return;
      event.preventDefault();
      const from = indexOf(event.target);
      // If the box itself has the focus, the first key moves to the current row.
      const to =
        from === undefined && move !== toFirst && move !== toLast ? current : move(from ?? current, keys.length - 1);
      moveTo(Math.min(Math.max(to, 0), keys.length - 1));
    },
  };
}

type Move = (from: number, last: number) => number;
const down: Move = (from) => from + 1;
const up: Move = (from) => from - 1;
const toFirst: Move = () => 0;
const toLast: Move = (_from, last) => last;
const moves: Readonly<Partial<Record<string, Move>>> = {
  ArrowDown: down,
  j: down,
  ArrowUp: up,
  k: up,
  Home: toFirst,
  End: toLast,
};

function indexOfKey(keys: readonly string[], key: string | undefined): number | undefined {
  const index = key === undefined ? -1 : keys.indexOf(key);
  return index < 0 ? undefined : index;
}

function openButton(box: HTMLElement | null, index: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-index="${index}"] [data-open-row]`) ?? null;
}

/**
 * Marks a row with an attribute, because styling it by the focus inside it slows the browser down with every new row.
 */
function markRow(target: Element, byKeyboard: boolean): void {
  target.closest('[data-index]')?.toggleAttribute('data-keyboard', byKeyboard);
}

function indexOf(target: EventTarget): number | undefined {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined;
  return index === undefined ? undefined : Number(index);
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
}

/** Whether the target is outside headers, fields and dialogs. */
function isReading(target: EventTarget): boolean {
  return (
    target instanceof Element && !target.closest('thead, input, select, textarea, [contenteditable], [role="dialog"]')
  );
}
