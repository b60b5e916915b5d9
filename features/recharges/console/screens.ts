/** The recharge screen, in the menu group `/user`. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { rechargeTitles } from '../screen-titles.ts';

export const rechargeScreens: readonly Screen[] = [
  {
    path: '/user/recharge',
    name: 'UserRecharge',
    title: rechargeTitles.recharge,
    roles: memberRoles,
    parent: '/user',
    component: () => import('./RechargeScreen.tsx'),
  },
];
