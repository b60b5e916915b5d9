/**
 * Every screen of the console, in the order of the menu. A feature adds its list here, and nowhere else; the screens before
 * the login come last. Loaded with the inside.
 */
import { words } from '#foundation/core/words.ts';
import type { Screen } from '#foundation/console/screen.ts';
import { channelScreens } from '#features/channels/console/screens.ts';
import { dashboardScreens } from '#features/dashboard/console/screens.ts';
import { ledgerScreens } from '#features/ledger/console/screens.ts';
import { orderScreens } from '#features/orders/console/screens.ts';
import { userScreens } from '#features/users/console/screens.ts';

const groupTitles = words({
  channel: ['Channels', '通道', 'Canales', 'ช่องทาง'],
});

const groups: readonly Screen[] = [{ path: '/channel', name: 'Channel', title: groupTitles.channel, icon: 'channel', roles: ['member', 'agency'] }];

export const screens: readonly Screen[] = [...dashboardScreens, ...orderScreens, ...ledgerScreens, ...groups, ...channelScreens, ...userScreens];
