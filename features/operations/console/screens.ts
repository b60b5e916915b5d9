/** The operators' screens of this feature. */
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
  {
    path: '/operator/disbursements',
    name: 'OperatorDisbursements',
    title: operatorTitles.disbursements,
    roles: ['operator'],
    right: 'disbursements.view',
    component: () => import('./disbursements/DisbursementsScreen.tsx'),
  },
  {
    path: '/operator/orders',
    name: 'OperatorOrders',
    title: operatorTitles.orders,
    roles: ['operator'],
    right: 'orders.view',
    component: () => import('./orders/OrdersScreen.tsx'),
  },
];
