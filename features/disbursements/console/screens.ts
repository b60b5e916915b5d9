/**
 * The screens of withdrawals and payouts, in the menu group `/repay`. `repay`: the screen with its lists and those that
 * later features add.
 */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { disbursementTitles } from '../screen-titles.ts';

export const disbursementScreens = (repay: NonNullable<Screen['component']>): readonly Screen[] => [
  {
    path: '/repay/index',
    name: 'Repay',
    title: disbursementTitles.repay,
    roles: memberRoles,
    parent: '/repay',
    component: repay,
  },
  {
    path: '/repay/apply',
    name: 'RepayApply',
    title: disbursementTitles.withdraw,
    roles: memberRoles,
    parent: '/repay',
    component: () => import('./withdraw/WithdrawScreen.tsx'),
  },
];
