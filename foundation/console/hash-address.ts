/**
 * The in-app address after `#`, for the pages before the login: they must be small and do without the router. Inside,
 * the router leads and tells this cell where it went.
 */
import { addressIn, type HashAddress } from './address.ts';
import { cell } from './signal.ts';

/** A new object whenever somebody went somewhere, also to the same address again. */
export const hashAddress = cell<HashAddress>(addressIn(window.location.hash));

/** Follows the browser's own moves: back, forward, a typed address. Call once. */
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
