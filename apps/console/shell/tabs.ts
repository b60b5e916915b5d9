/**
 * The visited pages that are kept as tabs: pure rules over a list, and the cell that holds it. Each tab keeps its
 * page's query, so that coming back finds the page as it was left. Only used while the tab bar is shown; without it
 * there is one page.
 */
import { hashAddress } from '#foundation/console/page/hash-address.ts';
import type { PageParams } from '#foundation/console/page/page-address.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { cell } from '#foundation/console/wire/signal.ts';
import { writeParams } from '#foundation/console/page/address.ts';

export interface Tab {
  readonly path: string;
  readonly params: PageParams;
  /** Changes when the page is recreated. */
  readonly build: number;
}

export const tabs = cell<readonly Tab[]>([]);

/** Adds a tab at the end, or updates the query of the existing one. */
export function visited(list: readonly Tab[], path: string, params: PageParams): readonly Tab[] {
  if (!list.some((tab) => tab.path === path)) return [...list, { path, params, build: 0 }];
  return list.map((tab) => (tab.path === path ? { ...tab, params } : tab));
}

/** Returns the tabs that remain after closing some. Affixed tabs can't be closed. */
export function without(
  list: readonly Tab[],
  closes: (tab: Tab) => boolean,
  isAffixed: (path: string) => boolean,
): readonly Tab[] {
  return list.filter((tab) => isAffixed(tab.path) || !closes(tab));
}

/** Where to go after closing: the last remaining tab or home if the active one was closed, else undefined. */
export function nextAfterClosing(left: readonly Tab[], active: string): string | undefined {
  if (left.some((tab) => tab.path === active)) return undefined;
  const last = left.at(-1);
  return last === undefined ? '/' : hrefOf(last);
}

export function hrefOf({ path, params }: Pick<Tab, 'path' | 'params'>): string {
  return path + writeParams(params);
}

/** The tabs to show: affixed pages first, visited or not. */
export function shownTabs(list: readonly Tab[], screens: readonly Screen[]): readonly Tab[] {
  const affixed = screens.filter((screen) => screen.affix && screen.component);
  const first = affixed.map(({ path }) => list.find((tab) => tab.path === path) ?? { path, params: {}, build: 0 });
  return [...first, ...list.filter((tab) => !affixed.some(({ path }) => path === tab.path))];
}

/** Recreates the page of this path when it is shown next. */
export function rebuild(path: string): void {
  tabs.set(tabs.get().map((tab) => (tab.path === path ? { ...tab, build: tab.build + 1 } : tab)));
}

/** Changes the query of a page that is not shown, in its tab only. The browser's address stays. */
export function changeCached(path: string, update: (before: PageParams) => PageParams): void {
  tabs.set(
    tabs
      .get()
      .map((tab) =>
        tab.path === path && path !== hashAddress.get().path ? { ...tab, params: update(tab.params) } : tab,
      ),
  );
}
