/** The dashboard, the first screen after login. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { dashboardTitles } from '../screen-titles.ts';
import { dashboardPrefetch } from './dashboard-prefetch.ts';

/** `component`: the screen joined with what younger features show on it. */
export const dashboardScreens = (component: NonNullable<Screen['component']>): readonly Screen[] => [
  {
    path: '/dashboard',
    name: 'Dashboard',
    title: dashboardTitles.dashboard,
    roles: memberRoles,
    affix: true,
    noCache: true,
    component,
    prefetch: dashboardPrefetch,
  },
];
