/** The certification screen, in the menu group `/user`. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { certificationTitles } from '../screen-titles.ts';

export const certificationScreens: readonly Screen[] = [
  {
    path: '/user/auth',
    name: 'UserAuth',
    title: certificationTitles.certification,
    roles: memberRoles,
    parent: '/user',
    component: () => import('./CertificationScreen.tsx'),
  },
];
