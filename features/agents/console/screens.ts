/** The agents' screens, in the menu group `/agent`. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { agentTitles } from '../screen-titles.ts';

export const agentScreens: readonly Screen[] = [
  {
    path: '/agent/adduser',
    name: 'AddUser',
    title: agentTitles.adduser,
    roles: ['agency'],
    parent: '/agent',
    component: () => import('./add-user/AddUserScreen.tsx'),
  },
];
