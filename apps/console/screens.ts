/** Every screen of the console: those behind the login in menu order, then those before it. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { userScreens } from '#features/accounts/console/screens.ts';
import { agentScreens } from './agent-screens.ts';
import { authenticatedScreens } from './authenticated-screens.ts';

/** The agents' group is above the account's, where it is in view. */
const accountAt = authenticatedScreens.findIndex(({ path }) => path === '/user');

export const screens: readonly Screen[] = [
  ...authenticatedScreens.toSpliced(accountAt, 0, ...agentScreens),
  ...userScreens,
];
