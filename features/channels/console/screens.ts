/** The channel screens, in the menu group `/channel`. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { channelTitles } from '../screen-titles.ts';

export const channelScreens: readonly Screen[] = [
  {
    path: '/channel/list',
    name: 'ChannelList',
    title: channelTitles.channels,
    roles: memberRoles,
    parent: '/channel',
    component: () => import('./ChannelListScreen.tsx'),
  },
];
