/**
 * Every screen that the logged-in user can have: those behind the login in menu order, then those before it. The page's
 * first code does not know `laterScreens` and `lastScreens`. Agents and operators have further screens, each in a file that
 * is loaded when one of them logs in.
 */
import type { Screen } from '#foundation/console/page/screen.ts';
import { ownPaths } from '#foundation/console/page/own-paths.ts';
import { cell } from '#foundation/console/wire/signal.ts';
import type { Role } from '#foundation/core/session.ts';
import { authenticatedScreens } from './authenticated-screens.ts';
import { lastScreens, laterScreens } from './later-screens.ts';
import { ownIcons } from './shell/own-icons.ts';
import { publicScreens } from './public-screens.ts';

/** The agents' group is above the account's, where it is in view. */
const accountAt = authenticatedScreens.findIndex(({ path }) => path === '/user');
const isInGroup = ({ parent }: Screen): boolean => parent !== undefined;
const belowMoneyLog = authenticatedScreens.findIndex(({ path }) => path === '/moneylog') + 1;
const membersScreens = authenticatedScreens
  .toSpliced(accountAt, 0, ...laterScreens.filter(isInGroup))
  .toSpliced(belowMoneyLog, 0, ...laterScreens.filter((screen) => !isInGroup(screen)))
  .concat(lastScreens);
const common: readonly Screen[] = [...membersScreens, ...publicScreens];

export const screens = cell(common);

/**
 * Sets `screens` for a user with these roles. An operator gets only the screens that its rights allow. Rejects if their
 * code can't be loaded.
 */
export async function loadScreens(roles: readonly Role[], rights: readonly string[] = []): Promise<readonly Screen[]> {
  screens.set(withOwn(await screensOf(roles, rights)));
  return screens.get();
}

async function screensOf(roles: readonly Role[], rights: readonly string[]): Promise<readonly Screen[]> {
  if (roles.includes('agency')) return (await import('./agent-screens.ts')).agentScreens;
  if (!roles.includes('operator')) return [];
  const { operatorIcons, operatorScreens } = await import('./operator-screens.ts');
  const allowed = operatorScreens.filter(({ right }) => right === undefined || rights.includes(right));
  ownIcons.set(operatorIcons);
  ownPaths.set(new Set(allowed.map(({ path }) => path)));
  return allowed;
}

/** With those of a role, above the account's group. */
function withOwn(own: readonly Screen[]): readonly Screen[] {
  return own.length === 0 ? common : common.toSpliced(accountAt + laterScreens.length, 0, ...own);
}
