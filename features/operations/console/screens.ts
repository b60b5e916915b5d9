/** The page that operators see first, until their console is built. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { operatorTitles } from '../screen-titles.ts';

export const operatorScreens: readonly Screen[] = [
  {
    path: '/operator',
    name: 'OperatorStart',
    title: operatorTitles.start,
    roles: ['operator'],
    affix: true,
    component: () => import('./OperatorStartScreen.tsx'),
  },
];
