/** The operators' screens of this feature. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { operatorTitles } from '../screen-titles.ts';

export const operatorScreens: readonly Screen[] = [
  {
    path: '/operator/overview',
    name: 'OperatorOverview',
    title: operatorTitles.overview,
    roles: ['operator'],
    right: 'overview.view',
    affix: true,
    noCache: true,
    component: () => import('./overview/OverviewScreen.tsx'),
  },
  {
    path: '/operator/members',
    name: 'OperatorMembers',
    title: operatorTitles.members,
    roles: ['operator'],
    right: 'members.view',
    component: () => import('./members/MembersScreen.tsx'),
  },
];
