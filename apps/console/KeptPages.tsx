/**
 * The page of the address, and behind it those that were visited and stay as they were left: filters, half-filled
 * forms, opened rows. A kept page asks nothing and hears nothing until it is shown again; a closed one is gone.
 */
import { CatchBoundary, useMatches, useRouter } from '@tanstack/react-router';
import { Activity, type ReactElement, useEffect, useMemo, useRef } from 'react';
import { KeptPageAddress, type PageAddress, type PageParams } from '#foundation/console/page-address.tsx';
import type { Screen } from '#foundation/console/screen.ts';
import { useCell } from '#foundation/console/signal.ts';
import { ScreenFailed } from './screen-states.tsx';
import { settings } from './settings.ts';
import { changeKept, type Tab, tabs, visited } from './tabs.ts';

const loaded = new Map<string, ReactElement>();

/** Fetches a page's code; the router waits for it before it goes there. */
export async function loadPage(path: string, component: NonNullable<Screen['component']>): Promise<void> {
  const { Screen } = await component();
  loaded.set(path, <Screen />);
}

export function KeptPages({ screens }: { screens: readonly Screen[] }) {
  const shown = useShownPage(screens);
  const kept = useCell(tabs);
  const { tagsView } = useCell(settings);
  const { path, params } = shown ?? {};

  useEffect(() => {
    if (!tagsView) tabs.set([]);
    else if (path !== undefined && params !== undefined) tabs.set(visited(tabs.get(), path, params));
  }, [tagsView, path, params]);

  useKeptPlace(
    kept,
    kept.find((page) => page.path === path),
  );

  const noCache = new Set(screens.filter((screen) => screen.noCache).map((screen) => screen.path as string));
  const pages = shown ? visited(kept, shown.path, shown.params) : kept;
  return pages
    .filter((page) => page.path === path || (tagsView && !noCache.has(page.path)))
    .map((page) => <KeptPage key={placeKey(page)} page={page} active={page.path === path} />);
}

function KeptPage({ page, active }: { page: Tab; active: boolean }) {
  const { path, params } = page;
  const address = useMemo<PageAddress>(
    () => ({ params, change: (update) => changeKept(path, update) }),
    [path, params],
  );
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <CatchBoundary getResetKey={() => page.build} errorComponent={ScreenFailed}>
        <KeptPageAddress address={active ? undefined : address}>{loaded.get(path)}</KeptPageAddress>
      </CatchBoundary>
    </Activity>
  );
}

/** Where a kept page was scrolled to. The router restores places for the browser's back and forward, not for a tab. */
function useKeptPlace(kept: readonly Tab[], shown: Tab | undefined): void {
  const router = useRouter();
  const places = useRef(new Map<string, number>());
  const key = shown && placeKey(shown);
  useEffect(() => {
    const known = new Set(kept.map(placeKey));
    for (const each of places.current.keys()) if (!known.has(each)) places.current.delete(each);
  }, [kept]);
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        if (pathChanged && key !== undefined) places.current.set(key, window.scrollY);
      }),
    [router, key],
  );
  useEffect(() => {
    const place = key === undefined ? undefined : places.current.get(key);
    // After the router has put the new page at its top.
    const frame = requestAnimationFrame(() => place !== undefined && window.scrollTo(0, place));
    return () => cancelAnimationFrame(frame);
  }, [key]);
}

function placeKey({ path, build }: Tab): string {
  return `${path}#${build}`;
}

/**
 * The screen that the router has arrived at. While it fetches one, the one before stays; undefined on pages that are no
 * screens.
 */
function useShownPage(screens: readonly Screen[]): { path: string; params: PageParams } | undefined {
  const last = useMatches().at(-1);
  const path = last && last.status === 'success' ? last.pathname.replace(/(.)\/$/, '$1') : undefined;
  const params = last?.search as PageParams | undefined;
  const known =
    path !== undefined && screens.some((screen) => screen.path === path && screen.component) && loaded.has(path);
  return known && params !== undefined ? { path, params } : undefined;
}
