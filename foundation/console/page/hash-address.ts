/**
 * The in-app address after `#`. The pages before the login use it instead of the router, to stay small. After the login
 * the router is in charge and updates this cell.
 */
import { addressIn, type HashAddress } from './address.ts';
import { cell } from '#foundation/console/wire/signal.ts';

/** A new object after every navigation, also to the same address. */
export const hashAddress = cell<HashAddress>(addressIn(window.location.hash));

/** Follows the browser's own navigation: back, forward, a typed address. Call once. */
export function followHash(): void {
  window.addEventListener('hashchange', readHash);
  window.addEventListener('popstate', readHash);
}

function readHash(): void {
  hashAddress.set(addressIn(window.location.hash));
}

export function goTo(href: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) window.history.replaceState(window.history.state, '', `#${href}`);
  else window.history.pushState(null, '', `#${href}`);
  readHash();
}
