/**
 * Every screen that the logged-in user can have: those behind the login in menu order, then those before it. The page's
 * first code does not know `laterScreens` and `lastScreens`. Agents have further screens, in a file that is loaded when an agent logs in.
 */
import { userScreens } from '#features/accounts/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { cell } from '#foundation/console/wire/signal.ts';
import type { Role } from '#foundation/core/session.ts';
import { authenticatedScreens } from './authenticated-screens.ts';
import { lastScreens, laterScreens } from './later-screens.ts';

/** The agents' group is above the account's, where it is in view. */
const accountAt = authenticatedScreens.findIndex(({ path }) => path === '/user');
const isInGroup = ({ parent }: Screen): boolean => parent !== undefined;
const belowMoneyLog = authenticatedScreens.findIndex(({ path }) => path === '/moneylog') + 1;
const membersScreens = authenticatedScreens
  .toSpliced(accountAt, 0, ...laterScreens.filter(isInGroup))
  .toSpliced(belowMoneyLog, 0, ...laterScreens.filter((screen) => !isInGroup(screen)))
  .concat(lastScreens);
const common: readonly Screen[] = [...membersScreens, ...userScreens];
let forAgents: readonly Screen[] | undefined;

export const screens = cell(common);

/** Sets `screens` for a user with these roles. Rejects if their code can't be loaded. */
export async function loadScreens(roles: readonly Role[]): Promise<readonly Screen[]> {
  const isAgent = roles.includes('agency');
  if (isAgent && !forAgents) {
    const { agentScreens } = await import('./agent-screens.ts');
    const agentsAt = accountAt + laterScreens.length;
    forAgents = [...membersScreens.toSpliced(agentsAt, 0, ...agentScreens), ...userScreens];
  }
  screens.set((isAgent && forAgents) || common);
  return screens.get();
}
