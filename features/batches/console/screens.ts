/** The screens of batches, in the menu's group `/repay`. The screen of one batch is reached from the others. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { batchTitles } from '../screen-titles.ts';

export const batchScreens: readonly Screen[] = [
  {
    path: '/repay/batchApply',
    name: 'BatchApplyRepay',
    title: batchTitles.upload,
    roles: memberRoles,
    parent: '/repay',
    component: () => import('./upload/BatchApplyScreen.tsx'),
  },
  {
    path: '/repay/batchApplyManual',
    name: 'BatchApplyRepayManual',
    title: batchTitles.manual,
    roles: memberRoles,
    parent: '/repay',
    component: () => import('./manual/BatchManualScreen.tsx'),
  },
  {
    path: '/repay/batch',
    name: 'RepayBatch',
    title: batchTitles.batch,
    roles: memberRoles,
    parent: '/repay',
    hidden: true,
    activeMenu: '/repay/index',
    component: () => import('./BatchScreen.tsx'),
  },
];
