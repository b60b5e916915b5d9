/** The screen of the operation log and the sessions, under the menu group `/user`, for every logged-in user. */
import { logTitles } from '#features/audit/log-titles.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

export const logScreens: readonly Screen[] = [
  {
    path: '/user/logs',
    name: 'UserLogs',
    title: logTitles.operation_log,
    parent: '/user',
    component: () => import('./UserLogsScreen.tsx'),
  },
];
