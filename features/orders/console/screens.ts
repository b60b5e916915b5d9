/** The screens of orders. */
import type { Screen } from '#foundation/console/screen.ts';
import { orderTitles } from '../screen-titles.ts';
import { orderListQuestions } from './order-list-questions.ts';

export const orderScreens: readonly Screen[] = [
  {
    path: '/order/list',
    name: 'OrderList',
    title: orderTitles.orders,
    icon: 'orders',
    roles: ['member', 'agency'],
    component: () => import('./OrderListScreen.tsx'),
    questions: orderListQuestions,
  },
];
