/** Everything behind the login: the router and, through it, the shell and the screens. */
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { addressIn, hashAddress } from '#foundation/console/hash-address.ts';
import { createConsoleRouter } from './router.tsx';
import { screens } from './screens.ts';

export function Inside() {
  const [router] = useState(() => createConsoleRouter(screens));
  // The router's moves raise no event of the browser, and reach its address line a moment later than those who listen here.
  useEffect(() => router.history.subscribe(({ location }) => hashAddress.set(addressIn(location.href))), [router]);
  return <RouterProvider router={router} />;
}

/** Fetches the screen of the address, or the first one, before it is wanted. */
export function loadScreenAhead(): void {
  const inside = screens.filter((screen) => screen.component && !screen.open);
  const wanted = inside.find((screen) => screen.path === hashAddress.get().path) ?? inside[0];
  wanted?.component?.().catch(() => undefined);
}
