/** Everything behind the login: the router and, through it, the shell and the screens. */
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '#features/users/console/session.ts';
import { addressIn, hashAddress } from '#foundation/console/hash-address.ts';
import { language } from '#foundation/console/language.ts';
import { permittedScreens, type Screen } from '#foundation/console/screen.ts';
import { formatOf } from '#foundation/core/format.ts';
import { createConsoleRouter } from './router.tsx';
import { screens } from './screens.ts';

export function Inside() {
  const [router] = useState(() => createConsoleRouter(screens));
  // The router's moves raise no event of the browser, and reach its address line a moment later than those who listen here.
  useEffect(() => router.history.subscribe(({ location }) => hashAddress.set(addressIn(location.href))), [router]);
  return <RouterProvider router={router} />;
}

/** Fetches the screen that comes next before it is wanted; when a login leads to it, it asks its questions at once. */
export function loadScreenAhead(): void {
  const { path, params } = hashAddress.get();
  const inside = screens.filter((screen) => screen.component && !screen.open);
  const [redirect] = params['redirect']?.split('?', 1) ?? [];
  const wanted = inside.find((screen) => screen.path === path || screen.path === redirect) ?? inside[0];
  wanted?.component?.().then(
    ({ askAhead }) => askAhead && session.get() === undefined && askAtLogin(wanted, askAhead),
    () => undefined,
  );
}

/** The first amount, moment and count that are written cost more than the next thousand: they are written while somebody types. */
export function writeAhead(): void {
  const format = formatOf(language.get(), { currency: 'CNY', timeZone: 'UTC' });
  const now = new Date().toISOString();
  format.amount('0');
  format.number(0);
  format.dateTime(now);
  format.ago(now);
}

function askAtLogin(screen: Screen, askAhead: () => void): void {
  const stop = session.listen(() => {
    const known = session.get();
    if (!known) return;
    stop();
    if (permittedScreens(screens, known.roles).includes(screen)) askAhead();
  });
}
