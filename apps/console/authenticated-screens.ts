/**
 * The screens that every role can open; those of agents, of operators, and those that load later have lists of their own
 * beside this one. The menu's order is in `shell/menu.ts`. This is part of the first code that a page runs, so it must not
 * import anything that renders.
 */
import { memberRoles } from '#foundation/core/session.ts';
import { words } from '#foundation/core/words.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { batchScreens } from '#features/batches/console/screens.ts';
import { cardScreens } from '#features/cards/console/screens.ts';
import { certificationScreens } from '#features/certifications/console/screens.ts';
import { channelScreens } from '#features/channels/console/screens.ts';
import { dashboardScreens } from '#features/dashboard/console/screens.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { disbursementScreens } from '#features/disbursements/console/screens.ts';
import { ledgerScreens } from '#features/ledger/console/screens.ts';
import { orderScreens } from '#features/orders/console/screens.ts';
import { profileScreens } from '#features/profiles/console/screens.ts';
import { rechargeScreens } from '#features/recharges/console/screens.ts';
import { accountScreens } from '#features/accounts/console/credentials/account-screens.ts';

const groupTitles = words({
  account: ['Account', '账户', 'Cuenta', 'บัญชี'],
  channel: ['Channels', '通道', 'Canales', 'ช่องทาง'],
});

const accountGroup: Screen = { path: '/user', name: 'User', title: groupTitles.account };
const repayGroup: Screen = {
  path: '/repay',
  name: 'RepayGroup',
  title: disbursementTitles.payouts,
  roles: memberRoles,
};
const channelGroup: Screen = {
  path: '/channel',
  name: 'Channel',
  title: groupTitles.channel,
  roles: memberRoles,
};

export const authenticatedScreens: readonly Screen[] = [
  ...dashboardScreens(() => import('./HomeScreen.tsx')),
  ...orderScreens,
  ...ledgerScreens,
  repayGroup,
  ...disbursementScreens(() => import('./RepayTabsScreen.tsx')),
  ...batchScreens,
  ...cardScreens,
  channelGroup,
  ...channelScreens,
  accountGroup,
  ...rechargeScreens,
  ...profileScreens,
  ...certificationScreens,
  ...accountScreens,
];
