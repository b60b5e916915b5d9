/** The agents' screens, in the menu group `/agent`. The two lists declare no role of their own; the group does. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { agentTitles } from '../screen-titles.ts';

export const agentScreens: readonly Screen[] = [
  {
    path: '/agent/detail',
    name: 'agentDetail',
    title: agentTitles.overview,
    roles: ['agency'],
    parent: '/agent',
    component: () => import('./detail/AgentDetailScreen.tsx'),
  },
  {
    path: '/agent/adduser',
    name: 'AddUser',
    title: agentTitles.adduser,
    roles: ['agency'],
    parent: '/agent',
    component: () => import('./add-user/AddUserScreen.tsx'),
  },
  {
    path: '/agent/userlist',
    name: 'UserList',
    title: agentTitles.members,
    parent: '/agent',
    component: () => import('./members/UserListScreen.tsx'),
  },
  {
    path: '/agent/orderList',
    name: 'AgentOrderList',
    title: agentTitles.member_orders,
    parent: '/agent',
    component: () => import('./orders/AgentOrderListScreen.tsx'),
  },
  {
    path: '/agent/commission',
    name: 'AgentCommission',
    title: agentTitles.commission_statement,
    roles: ['agency'],
    parent: '/agent',
    component: () => import('./commission/CommissionScreen.tsx'),
  },
];
