/** Addresses to screens: hash addresses, one route a screen, the guard before each. Knows no screen by name. */
import { type AnyRoute, createHashHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { loadConfig } from '#features/platform/console/config.ts';
import { platformScreenWords } from '#features/platform/screen-words.ts';
import { readParams, writeParams } from '#foundation/console/address-fields.ts';
import { language } from '#foundation/console/language.ts';
import type { Screen } from '#foundation/console/screen.ts';
import { showToast } from '#foundation/console/toasts.ts';
import { readToken } from '#foundation/console/token.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { guardReader, guardStranger, REDIRECT, type Wanted } from './guard.ts';
import { ScreenFailed, ScreenPending } from './ScreenStates.tsx';
import { forgetSession, loadSession } from './session.ts';

export function createConsoleRouter(screens: readonly Screen[]) {
  const root = createRootRoute({
    component: Outlet,
    beforeLoad: async ({ location }) => {
      const target = await targetOf({ path: location.pathname, address: location.href, redirect: paramOf(location.search, 'redirect') }, screens);
      if (target !== undefined) throw redirect({ href: target, replace: true });
    },
  });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell') });
  const routes = screens.flatMap((screen): AnyRoute[] => screen.component ? [screenRoute(screen.open ? root : shell, screen.path, screen.component)] : []);
  const open = routes.filter((_, index) => screens.filter(({ component }) => component)[index]?.open);
  const inside = routes.filter((route) => !open.includes(route));
  const own = [
    screenRoute(shell, '/404', () => import('./NoScreen.tsx').then(({ NotFoundScreen }) => ({ Screen: NotFoundScreen }))),
    screenRoute(shell, '/401', () => import('./NoScreen.tsx').then(({ NotAllowedScreen }) => ({ Screen: NotAllowedScreen }))),
    screenRoute(shell, `${REDIRECT}$`, () => import('./RedirectScreen.tsx').then(({ RedirectScreen }) => ({ Screen: RedirectScreen }))),
  ];
  // The guard sends both away before they are shown.
  const never = [createRoute({ getParentRoute: () => root, path: '/' }), createRoute({ getParentRoute: () => root, path: '$' })];
  return createRouter({
    routeTree: root.addChildren([shell.addChildren([...inside, ...own]), ...open, ...never]),
    history: createHashHistory(),
    parseSearch: readParams,
    stringifySearch: writeParams,
    defaultPreload: 'intent',
    defaultPreloadDelay: 30,
    defaultPendingMs: 300,
    defaultPendingMinMs: 200,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailed,
    scrollRestoration: true,
  });
}

function screenRoute(parent: AnyRoute, path: string, component: NonNullable<Screen['component']>): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(component, 'Screen') });
}

/** Where to go instead, or `undefined`. A failure says why, forgets the login and ends at the login page. */
async function targetOf(wanted: Wanted, screens: readonly Screen[]): Promise<string | undefined> {
  try {
    await loadConfig();
    if (readToken() === undefined) return guardStranger(wanted, screens);
    const { roles } = await loadSession();
    return guardReader(wanted, screens, roles);
  } catch (error) {
    showToast((error instanceof Error && error.message) || formatPhrase(platformScreenWords.has_error, language.get()), 'bad');
    forgetSession();
    return guardStranger(wanted, screens);
  }
}

function paramOf(search: unknown, name: string): string | undefined {
  const value: unknown = typeof search === 'object' && search !== null ? Reflect.get(search, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
