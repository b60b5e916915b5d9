/**
 * The router: hash addresses, the guard before each. Knows no screen by name: all share one route, since a table of one
 * for each costs every page some milliseconds before it is drawn.
 */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { addressIn, readParams, writeParams } from '#foundation/console/page/address.ts';
import { admit } from './admission.ts';
import { FirstPasswordPage } from './FirstPasswordPage.tsx';
import { FIRST_PASSWORD } from './guard-user.ts';
import { screens } from './screens.ts';
import { NOT_ALLOWED, NOT_FOUND, REDIRECT } from './guard.ts';
import { loadPage } from './shell/CachedPages.tsx';
import { NotAllowedScreen, NotFoundScreen } from './shell/no-screen.tsx';
import { RedirectScreen } from './RedirectScreen.tsx';
import { PagePending, ScreenFailed, ScreenPending } from './shell/screen-states.tsx';
import { Shell } from './shell/Shell.tsx';

export function createConsoleRouter() {
  const root = createRootRoute({
    component: Outlet,
    pendingComponent: PagePending,
    beforeLoad: async ({ location, preload }) => {
      if (preload) return;
      const instead = await admit(addressIn(location.href));
      if (instead !== undefined) redirect({ href: instead, replace: true, throw: true });
    },
  });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const own = [
    createRoute({ getParentRoute: () => shell, path: NOT_FOUND, component: NotFoundScreen }),
    createRoute({ getParentRoute: () => shell, path: NOT_ALLOWED, component: NotAllowedScreen }),
    createRoute({ getParentRoute: () => shell, path: `${REDIRECT}$`, component: RedirectScreen }),
  ];
  const inside = createRoute({
    getParentRoute: () => shell,
    path: '$',
    loader: ({ location }) => loadScreen(location.pathname),
    component: Nothing,
  });
  const firstPassword = createRoute({ getParentRoute: () => root, path: FIRST_PASSWORD, component: FirstPasswordPage });
  // The guard redirects it before it is shown. The pages before the login are outside the router.
  const never = createRoute({ getParentRoute: () => root, path: '/', component: ScreenPending });
  return createRouter({
    routeTree: root.addChildren([shell.addChildren([...own, inside]), firstPassword, never]),
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

/** The guard has admitted the address, so its screen is in the list. */
async function loadScreen(path: string): Promise<void> {
  const component = screens.get().find((screen) => screen.path === path)?.component;
  if (component) await loadPage(path, component);
}

/** Routes render nothing: the shell renders the pages itself, because it keeps visited ones alive. */
function Nothing() {
  return null;
}
