/** Keyboard shortcuts and what a keystroke means. Pure: `use-shortcuts.ts` listens and acts. */
import type { Screen } from '#foundation/console/page/screen.ts';

/** The letters after `g` and the names of their screens: members' and then operators', who have no screen in common. */
const screenKeys: readonly (readonly [key: string, screen: string])[] = [
  ['d', 'Dashboard'],
  ['o', 'OrderList'],
  ['m', 'UserMoneyLog'],
  ['w', 'Repay'],
  ['c', 'ChannelList'],
  ['d', 'OperatorOverview'],
  ['a', 'OperatorApprovals'],
  ['m', 'OperatorMembers'],
  ['o', 'OperatorOrders'],
  ['w', 'OperatorDisbursements'],
  ['r', 'OperatorReconciliation'],
];

/** How long a `g` waits for its letter. */
export const SEQUENCE_MS = 2000;

export interface Keystroke {
  /** `key` is the character in the user's layout, `code` the key's physical position. */
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly timeStamp: number;
}

/** `field` is the page's own search field. */
export type ShortcutAction =
  | { to: 'search' }
  | { to: 'field' }
  | { to: 'export' }
  | { to: 'shortcuts' }
  | { to: 'screen'; screen: Screen };

export interface KeystrokeResult {
  action?: ShortcutAction;
  /** When the `g` that waits for its letter was pressed. */
  waitingSince?: number;
}

/** Ctrl-K or ⌘-K. Works while the user types, too. */
export function isSearchKeystroke(stroke: Keystroke): boolean {
  return (stroke.ctrlKey || stroke.metaKey) && !stroke.altKey && !stroke.shiftKey && latinKey(stroke) === 'k';
}

/** Reads a keystroke made outside of text fields: returns its action, or that a letter is awaited. */
export function readKeystroke(
  stroke: Keystroke,
  waitingSince: number | undefined,
  permitted: readonly Screen[],
): KeystrokeResult {
  if (stroke.ctrlKey || stroke.altKey || stroke.metaKey) return {};
  const key = latinKey(stroke);
  if (waitingSince !== undefined && stroke.timeStamp - waitingSince <= SEQUENCE_MS) {
    // Shift for a capital letter doesn't end the sequence.
    if (key === 'Shift') return { waitingSince };
    const screen = keyedScreens(permitted).find((each) => each.key === key)?.screen;
    return screen ? { action: { to: 'screen', screen } } : {};
  }
  if (key === 'g') return { waitingSince: stroke.timeStamp };
  if (key === '/') return { action: { to: 'field' } };
  if (key === 'e' && !stroke.shiftKey) return { action: { to: 'export' } };
  const withdraw = withdrawScreen(permitted);
  if (key === 'w' && !stroke.shiftKey && withdraw) return { action: { to: 'screen', screen: withdraw } };
  return key === '?' ? { action: { to: 'shortcuts' } } : {};
}

/** The letters whose screens this user can open. */
export function keyedScreens(permitted: readonly Screen[]): { key: string; screen: Screen }[] {
  return screenKeys.flatMap(([key, name]) =>
    permitted.filter((screen) => screen.name === name).map((screen) => ({ key, screen })),
  );
}

/** The letter after `g` that opens the screen. */
export function keyOf({ name }: Screen): string | undefined {
  return screenKeys.find(([, screen]) => screen === name)?.[0];
}

/** The screen that a single `w` opens, if the user has it. */
export function withdrawScreen(permitted: readonly Screen[]): Screen | undefined {
  return permitted.find(({ name }) => name === 'RepayApply');
}

/** A layout without Latin letters (Thai) is read by the key's physical position. */
function latinKey({ key, code, shiftKey }: Keystroke): string {
  if (key.length > 1 || /^[!-~]$/.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}
