/**
 * Keys that lead somewhere, and what a stroke of the keyboard means. Pure: who listens and acts is `use-shortcuts.ts`.
 */
import type { Screen } from '#foundation/console/screen.ts';

/** After `g`: the main screens by name. */
const screenKeys: readonly (readonly [key: string, screen: string])[] = [
  ['d', 'Dashboard'],
  ['o', 'OrderList'],
  ['m', 'UserMoneyLog'],
  ['w', 'Repay'],
  ['c', 'ChannelList'],
];

/** A `g` that nothing followed in this time was none. */
export const SEQUENCE_MS = 2000;

export interface Stroke {
  /** What the key says in the reader's layout, and where it lies. */
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly timeStamp: number;
}

/** field: the page's own search field. */
export type Wish = { to: 'search' } | { to: 'field' } | { to: 'shortcuts' } | { to: 'screen'; screen: Screen };

export interface Read {
  wish?: Wish;
  /** When the `g` was struck that waits for its letter. */
  waitingSince?: number;
}

/** Ctrl-K or ⌘-K: also while somebody types. */
export function isSearchStroke(stroke: Stroke): boolean {
  return (stroke.ctrlKey || stroke.metaKey) && !stroke.altKey && !stroke.shiftKey && latinKey(stroke) === 'k';
}

/** For strokes while nobody types: what is wished for, and whether a letter is waited for. */
export function readStroke(stroke: Stroke, waitingSince: number | undefined, permitted: readonly Screen[]): Read {
  if (stroke.ctrlKey || stroke.altKey || stroke.metaKey) return {};
  const key = latinKey(stroke);
  if (waitingSince !== undefined && stroke.timeStamp - waitingSince <= SEQUENCE_MS) {
    // Shift on its own way to a letter does not end the sequence.
    if (key === 'Shift') return { waitingSince };
    const screen = keyedScreens(permitted).find((each) => each.key === key)?.screen;
    return screen ? { wish: { to: 'screen', screen } } : {};
  }
  if (key === 'g') return { waitingSince: stroke.timeStamp };
  if (key === '/') return { wish: { to: 'field' } };
  return key === '?' ? { wish: { to: 'shortcuts' } } : {};
}

/** The keys that lead to something that this reader may open. */
export function keyedScreens(permitted: readonly Screen[]): { key: string; screen: Screen }[] {
  return screenKeys.flatMap(([key, name]) =>
    permitted.filter((screen) => screen.name === name).map((screen) => ({ key, screen })),
  );
}

/** A layout without Latin letters (Thai) is read by where the key lies. */
function latinKey({ key, code, shiftKey }: Stroke): string {
  if (key.length > 1 || /^[!-~]$/.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}
