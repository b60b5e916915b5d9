/** The operators' screen about staff. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { staffTitles } from '../screen-titles.ts';

export const staffScreens: readonly Screen[] = [
  {
    path: '/operator/staff',
    name: 'OperatorStaff',
    title: staffTitles.staff,
    roles: ['operator'],
    right: 'staff.view',
    component: () => import('./StaffScreen.tsx'),
  },
];
