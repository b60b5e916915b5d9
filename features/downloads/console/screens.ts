/** The screen of the user's files and schedules, under the menu group `/user`, for every logged-in user. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { downloadTitles } from '../screen-titles.ts';

export const DOWNLOADS_PATH = '/user/downloads';

export const downloadScreens: readonly Screen[] = [
  {
    path: DOWNLOADS_PATH,
    name: 'UserDownloads',
    title: downloadTitles.downloads,
    parent: '/user',
    component: () => import('./DownloadsScreen.tsx'),
  },
];
