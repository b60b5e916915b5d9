/**
 * The keyboard in a grid whose rows open: one open button of all is a tab stop (the current row's), arrows or j and k
 * move to the next row, Home and End to the first and the last. Enter is the button's own. A row that is far away need
 * not be rendered: it becomes the current one, is rendered for that, and takes the focus then.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface RowKeys {
  /** Index of the row whose open button is the tab stop. */
  current: number;
  /** For the box around the rows. */
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  /**
   * For the same box: wherever the focus lands, that row is the current one; where a keyboard brought it,
   * `data-keyboard` marks the row.
   */
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
}

/** `openKey`: the row to begin with. Rows stand in the box with `data-index`, their buttons with `data-open-row`. */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  keys: readonly string[],
  openKey: string | undefined,
): RowKeys {
  const [chosen, setChosen] = useState<string>();
  // By key, not by place: a live list puts new rows above.
  const current = Math.max(0, placeOf(keys, chosen) ?? placeOf(keys, openKey) ?? 0);
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
      // The box itself has the focus: the first press leads to the current row.
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

function placeOf(keys: readonly string[], key: string | undefined): number | undefined {
  const place = key === undefined ? -1 : keys.indexOf(key);
  return place < 0 ? undefined : place;
}

function openButton(box: HTMLElement | null, index: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-index="${index}"] [data-open-row]`) ?? null;
}

/**
 * By an attribute that nothing else writes: to style a row by what has the focus in it costs the browser time with
 * every row that comes.
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

/** Neither in the header nor in a field. */
function isReading(target: EventTarget): boolean {
  return (
    target instanceof Element && !target.closest('thead, input, select, textarea, [contenteditable], [role="dialog"]')
  );
}
