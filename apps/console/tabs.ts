/**
 * The pages that were visited and stay at hand as tabs: pure rules over a list, and the cell that holds it. Each tab
 * keeps the query of its page, so that coming back finds it as it was left. Only while the tab bar is shown; without it
 * one page stands alone.
 */
import { hashAddress } from '#foundation/console/hash-address.ts';
import type { PageParams } from '#foundation/console/page-address.tsx';
import type { Screen } from '#foundation/console/screen.ts';
import { cell } from '#foundation/console/signal.ts';
import { writeParams } from '#foundation/console/address.ts';

export interface Tab {
  readonly path: string;
  readonly params: PageParams;
  /** A page built anew has another one. */
  readonly build: number;
}

export const tabs = cell<readonly Tab[]>([]);

/** Visited: a new tab at the end, or the known one with its query as it is now. */
export function visited(list: readonly Tab[], path: string, params: PageParams): readonly Tab[] {
  if (!list.some((tab) => tab.path === path)) return [...list, { path, params, build: 0 }];
  return list.map((tab) => (tab.path === path ? { ...tab, params } : tab));
}

/** What stays when some are closed. Affixed tabs can't be closed. */
export function without(
  list: readonly Tab[],
  closes: (tab: Tab) => boolean,
  isAffixed: (path: string) => boolean,
): readonly Tab[] {
  return list.filter((tab) => isAffixed(tab.path) || !closes(tab));
}

/** Where to go when the page one is on was closed: the last that remains, or home. */
export function nextAfterClosing(left: readonly Tab[], active: string): string | undefined {
  if (left.some((tab) => tab.path === active)) return undefined;
  const last = left.at(-1);
  return last === undefined ? '/' : hrefOf(last);
}

export function hrefOf({ path, params }: Pick<Tab, 'path' | 'params'>): string {
  return path + writeParams(params);
}

/** Affixed pages first, whether they were visited or not. */
export function shownTabs(list: readonly Tab[], screens: readonly Screen[]): readonly Tab[] {
  const affixed = screens.filter((screen) => screen.affix && screen.component);
  const first = affixed.map(({ path }) => list.find((tab) => tab.path === path) ?? { path, params: {}, build: 0 });
  return [...first, ...list.filter((tab) => !affixed.some(({ path }) => path === tab.path))];
}

/** The page of this path is built anew when it is shown next. */
export function rebuild(path: string): void {
  tabs.set(tabs.get().map((tab) => (tab.path === path ? { ...tab, build: tab.build + 1 } : tab)));
}

/** The query of a page that is not shown: it is changed in its tab, the browser stays where it is. */
export function changeKept(path: string, update: (before: PageParams) => PageParams): void {
  tabs.set(
    tabs
      .get()
      .map((tab) =>
        tab.path === path && path !== hashAddress.get().path ? { ...tab, params: update(tab.params) } : tab,
      ),
  );
}
