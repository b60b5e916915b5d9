/**
 * Which user can open which address: pure rules over the list of screens, so that they can be tested as a table. The
 * server enforces access by itself; these rules only keep users from pages that would be empty for them.
 */
import { writeParams } from '#foundation/console/page/address.ts';
import { canOpen, permittedScreens, type Screen } from '#foundation/console/page/screen.ts';
import type { Role } from '#foundation/core/session.ts';

export const LOGIN = '/login';
export const NOT_FOUND = '/404';
export const NOT_ALLOWED = '/401';
/** Going through this address recreates a page: `/redirect/order/list`. */
export const REDIRECT = '/redirect/';

export interface Wanted {
  /** The path alone: `/order/list`. */
  readonly path: string;
  /** The path with its query. */
  readonly href: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The rule without a token. Returns undefined to admit, else the address to go to instead. */
export function guardAnonymous({ path, href }: Wanted, screens: readonly Screen[]): string | undefined {
  if (screens.some((screen) => screen.open && screen.path === path)) return undefined;
  return `${LOGIN}${writeParams({ redirect: href })}`;
}

/** The rule with a token and its roles. Returns the same as `guardAnonymous`. */
export function guardUser(
  { path, params }: Wanted,
  screens: readonly Screen[],
  roles: readonly Role[],
): string | undefined {
  if (path === '/') return homeOf(screens, roles);
  const screen = screens.find((each) => each.path === path);
  if (screen?.open)
    return path === '/auth-redirect' ? undefined : (knownAddress(params.redirect, screens) ?? homeOf(screens, roles));
  if (path === NOT_FOUND || path === NOT_ALLOWED || path.startsWith(REDIRECT)) return undefined;
  if (!screen?.component) return NOT_FOUND;
  return permittedScreens(screens, roles).includes(screen) ? undefined : NOT_ALLOWED;
}

/** The user's home page: the dashboard, or the first screen that they can open. */
export function homeOf(screens: readonly Screen[], roles: readonly Role[]): string {
  const home = permittedScreens(screens, roles).find(
    (screen) => screen.component && !screen.hidden && !screen.open && canOpen(screen, roles),
  );
  return home?.path ?? NOT_ALLOWED;
}

/**
 * Returns an address from outside only if it names one of our screens. Never another site, never one of the guard's own
 * pages.
 */
export function knownAddress(address: string | undefined, screens: readonly Screen[]): string | undefined {
  if (address === undefined) return undefined;
  const [path = ''] = address.split('?', 1);
  const known = screens.some((screen) => screen.path === path && screen.component && !screen.open);
  return known ? address : undefined;
}
