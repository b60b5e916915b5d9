/** The page of all notices, which the bell leads to. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { noticeTitles } from '../screen-titles.ts';

export const NOTICES_PATH: `/${string}` = '/notices';

export const noticeScreens: readonly Screen[] = [
  {
    path: NOTICES_PATH,
    name: 'Notices',
    title: noticeTitles.notices,
    hidden: true,
    component: () => import('./NoticesScreen.tsx'),
  },
];
