/** The screens of money that leaves, under the menu's group `/repay`. */
import type { Screen } from '#foundation/console/screen.ts';
import { disbursementTitles } from '../screen-titles.ts';

export const disbursementScreens: readonly Screen[] = [
  {
    path: '/repay/index',
    name: 'Repay',
    title: disbursementTitles.repay,
    roles: ['member', 'agency'],
    parent: '/repay',
    component: () => import('./RepayScreen.tsx'),
  },
  {
    path: '/repay/apply',
    name: 'RepayApply',
    title: disbursementTitles.withdraw,
    roles: ['member', 'agency'],
    parent: '/repay',
    component: () => import('./WithdrawScreen.tsx'),
  },
];
