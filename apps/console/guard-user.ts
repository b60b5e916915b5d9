/**
 * Which address a logged-in user can open: pure rules over the list of screens, apart from guard.ts, which the first
 * page loads.
 */
import { writeParams } from '#foundation/console/page/address.ts';
import { canOpen, permittedScreens, type Screen } from '#foundation/console/page/screen.ts';
import type { Role } from '#foundation/core/session.ts';
import { NOT_ALLOWED, NOT_FOUND, REDIRECT, type Wanted } from './guard.ts';

/** The form for a first password. Outside the shell, because nothing in the shell works before it. */
export const FIRST_PASSWORD = '/first-password';

/** The address of the operators' console as a whole. */
const OPERATOR = '/operator';

/** The rule with a token and its roles. Returns the same as `guardAnonymous`. */
export function guardUser(
  { path, params }: Wanted,
  screens: readonly Screen[],
  roles: readonly Role[],
): string | undefined {
  if (path === '/' || (path === OPERATOR && roles.includes('operator'))) return homeOf(screens, roles);
  if (path === FIRST_PASSWORD) return knownAddress(params.redirect, screens) ?? homeOf(screens, roles);
  const screen = screens.find((each) => each.path === path);
  if (screen?.open)
    return path === '/auth-redirect' ? undefined : (knownAddress(params.redirect, screens) ?? homeOf(screens, roles));
  if (path === NOT_FOUND || path === NOT_ALLOWED || path.startsWith(REDIRECT)) return undefined;
  if (!screen?.component) return NOT_FOUND;
  return permittedScreens(screens, roles).includes(screen) ? undefined : NOT_ALLOWED;
}

/**
 * The rule for a user who must choose a password. Every address leads to the form, which keeps the wanted one. Returns
 * the same as `guardUser`.
 */
export function guardFirstPassword({ path, href, params }: Wanted, screens: readonly Screen[]): string | undefined {
  if (path === FIRST_PASSWORD) return undefined;
  const isBeforeLogin = screens.some((screen) => screen.open && screen.path === path);
  return FIRST_PASSWORD + writeParams({ redirect: knownAddress(isBeforeLogin ? params.redirect : href, screens) });
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
