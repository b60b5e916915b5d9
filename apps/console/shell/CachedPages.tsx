/**
 * Renders the current page and keeps visited pages behind it as they were left: filters, half-filled forms, opened
 * rows. A kept page sends no request and receives no event until it is shown again. Closing a page discards it.
 */
import { CatchBoundary, useMatches, useRouter } from '@tanstack/react-router';
import { Activity, type ReactElement, useEffect, useMemo, useRef } from 'react';
import { CachedPageAddress, type PageAddress, type PageParams } from '#foundation/console/page/page-address.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { ScreenFailed } from './screen-states.tsx';
import { settings } from './settings.ts';
import { changeCached, type Tab, tabs, visited } from './tabs.ts';

const loaded = new Map<string, ReactElement>();

/** Fetches a page's code. The router waits for it before it navigates. */
export async function loadPage(path: string, component: NonNullable<Screen['component']>): Promise<void> {
  const { Screen } = await component();
  loaded.set(path, <Screen />);
}

export function CachedPages({ screens }: { screens: readonly Screen[] }) {
  const shown = useShownPage(screens);
  const kept = useCell(tabs);
  const { tagsView } = useCell(settings);
  const { path, params } = shown ?? {};

  useEffect(() => {
    if (!tagsView) tabs.set([]);
    else if (path !== undefined && params !== undefined) tabs.set(visited(tabs.get(), path, params));
  }, [tagsView, path, params]);

  useScrollRestoration(
    kept,
    kept.find((page) => page.path === path),
  );

  const noCache = new Set(screens.filter((screen) => screen.noCache).map((screen) => screen.path as string));
  const pages = shown ? visited(kept, shown.path, shown.params) : kept;
  return pages
    .filter((page) => page.path === path || (tagsView && !noCache.has(page.path)))
    .map((page) => <CachedPage key={placeKey(page)} page={page} active={page.path === path} />);
}

function CachedPage({ page, active }: { page: Tab; active: boolean }) {
  const { path, params } = page;
  const address = useMemo<PageAddress>(
    () => ({ params, change: (update) => changeCached(path, update) }),
    [path, params],
  );
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <CatchBoundary getResetKey={() => page.build} errorComponent={ScreenFailed}>
        <CachedPageAddress address={active ? undefined : address}>{loaded.get(path)}</CachedPageAddress>
      </CatchBoundary>
    </Activity>
  );
}

/**
 * Restores where a kept page and the boxes in it were scrolled to. The router does so for the browser's back and forward
 * only, and takes a box that it sees hidden for one at its top.
 */
function useScrollRestoration(kept: readonly Tab[], shown: Tab | undefined): void {
  const router = useRouter();
  const places = useRef(new Map<string, readonly (readonly [Element, number])[]>());
  const key = shown && placeKey(shown);
  useEffect(() => {
    const known = new Set(kept.map(placeKey));
    for (const each of places.current.keys()) if (!known.has(each)) places.current.delete(each);
  }, [kept]);
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        if (!pathChanged || key === undefined) return;
        const boxes = [document.documentElement, ...document.querySelectorAll('main [role="region"]')];
        places.current.set(
          key,
          boxes.map((box) => [box, box.scrollTop]),
        );
      }),
    [router, key],
  );
  useEffect(() => {
    const place = key === undefined ? undefined : places.current.get(key);
    // After the router has scrolled the new page to its top.
    const frame = requestAnimationFrame(() => {
      for (const [box, top] of place ?? []) box.scrollTop = top;
    });
    return () => cancelAnimationFrame(frame);
  }, [key]);
}

function placeKey({ path, build }: Tab): string {
  return `${path}#${build}`;
}

/**
 * Returns the screen that the router shows. While the router fetches the next one, the previous one stays. Returns
 * undefined on pages that are not screens.
 */
function useShownPage(screens: readonly Screen[]): { path: string; params: PageParams } | undefined {
  const last = useMatches().at(-1);
  const path = last && last.status === 'success' ? last.pathname.replace(/(.)\/$/, '$1') : undefined;
  const params = last?.search as PageParams | undefined;
  const known =
    path !== undefined && screens.some((screen) => screen.path === path && screen.component) && loaded.has(path);
  return known && params !== undefined ? { path, params } : undefined;
}
