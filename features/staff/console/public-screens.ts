/** The page that an invited person opens, before any login. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { joinTitles } from '../join-titles.ts';

export const joinScreens: readonly Screen[] = [
  {
    path: '/join',
    name: 'JoinStaff',
    title: joinTitles.join_title,
    open: true,
    hidden: true,
    component: () => import('./JoinScreen.tsx'),
  },
];
