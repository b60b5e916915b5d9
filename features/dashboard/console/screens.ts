/** The dashboard, the first screen after login. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { dashboardTitles } from '../screen-titles.ts';
import { dashboardPrefetch } from './dashboard-prefetch.ts';

export const dashboardScreens: readonly Screen[] = [
  {
    path: '/dashboard',
    name: 'Dashboard',
    title: dashboardTitles.dashboard,
    icon: 'dashboard',
    roles: memberRoles,
    affix: true,
    noCache: true,
    component: () => import('./DashboardScreen.tsx'),
    prefetch: dashboardPrefetch,
  },
];
