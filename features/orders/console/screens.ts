/** The screens of orders. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { orderTitles } from '../screen-titles.ts';
import { orderListPrefetch } from './order-list-prefetch.ts';

export const orderScreens: readonly Screen[] = [
  {
    path: '/order/list',
    name: 'OrderList',
    title: orderTitles.orders,
    roles: memberRoles,
    component: () => import('./OrderListScreen.tsx'),
    prefetch: orderListPrefetch,
  },
];
