/**
 * The guard of a logged-in user. Loads the screens of their role first. A user who must choose a password reaches
 * nothing else. Loaded with the code behind the login.
 */
import type { Session } from '#features/accounts/console/session.ts';
import type { Wanted } from './guard.ts';
import { guardFirstPassword, guardUser } from './guard-user.ts';
import { loadScreens } from './screens.ts';

/** Returns the address to go to instead, or undefined to admit. */
export async function guardSession(wanted: Wanted, { roles, rights, person }: Session): Promise<string | undefined> {
  const screens = await loadScreens(roles, rights);
  return person.mustChangePassword ? guardFirstPassword(wanted, screens) : guardUser(wanted, screens, roles);
}
