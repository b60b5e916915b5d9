/** Which groups of the menu the user opened or closed, kept in this browser. */
import { cell } from '#foundation/console/wire/signal.ts';

const KEY = 'menuGroups';

type Opened = Readonly<Record<string, boolean>>;

/** By the group's key. A group that the user never touched is not in it. */
export const openedGroups = cell<Opened>(stored());

export function openGroup(key: string, open: boolean): void {
  openedGroups.set({ ...openedGroups.get(), [key]: open });
  try {
    localStorage.setItem(KEY, JSON.stringify(openedGroups.get()));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

function stored(): Opened {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).filter(([, open]) => typeof open === 'boolean'));
  } catch {
    return {};
  }
}
