/** The page for a merchant's developers, in the menu group `/channel`. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { portalTitles } from '../screen-titles.ts';

export const portalScreens: readonly Screen[] = [
  {
    path: '/channel/api',
    name: 'Api',
    title: portalTitles.api,
    roles: memberRoles,
    parent: '/channel',
    component: () => import('./PortalScreen.tsx'),
  },
];
