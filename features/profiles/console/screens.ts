/** The profile screen, in the menu group `/user`. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { profileTitles } from '../screen-titles.ts';

export const profileScreens: readonly Screen[] = [
  {
    path: '/user/profile',
    name: 'UserProfile',
    title: profileTitles.profile,
    parent: '/user',
    component: () => import('./ProfileScreen.tsx'),
  },
];
