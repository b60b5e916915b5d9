/** The router: hash addresses, one route per screen, the guard before each. Knows no screen by name. */
import {
  type AnyRoute,
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { addressIn, readParams, writeParams } from '#foundation/console/page/address.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { admit } from './admission.ts';
import { NOT_ALLOWED, NOT_FOUND, REDIRECT } from './guard.ts';
import { loadPage } from './shell/CachedPages.tsx';
import { NotAllowedScreen, NotFoundScreen } from './shell/no-screen.tsx';
import { RedirectScreen } from './RedirectScreen.tsx';
import { PagePending, ScreenFailed, ScreenPending } from './shell/screen-states.tsx';
import { Shell } from './shell/Shell.tsx';

export function createConsoleRouter(screens: readonly Screen[]) {
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
  const inside = screens.flatMap(({ path, open, component }): AnyRoute[] =>
    open || !component
      ? []
      : [
          createRoute({
            getParentRoute: () => shell,
            path,
            loader: () => loadPage(path, component),
            component: Nothing,
          }),
        ],
  );
  // The guard redirects these before they are shown. The pages before the login are outside the router.
  const never = ['/', '$'].map((path) => createRoute({ getParentRoute: () => root, path, component: ScreenPending }));
  return createRouter({
    routeTree: root.addChildren([shell.addChildren([...inside, ...own]), ...never]),
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

/** Routes render nothing: the shell renders the pages itself, because it keeps visited ones alive. */
function Nothing() {
  return null;
}
