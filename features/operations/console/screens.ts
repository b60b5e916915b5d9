/** The operators' screens of this feature. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { operatorTitles } from '../screen-titles.ts';

export const overviewScreen: Screen = {
  path: '/operator/overview',
  name: 'OperatorOverview',
  title: operatorTitles.overview,
  roles: ['operator'],
  right: 'overview.view',
  affix: true,
  noCache: true,
  component: () => import('./overview/OverviewScreen.tsx'),
};

export const membersScreen: Screen = {
  path: '/operator/members',
  name: 'OperatorMembers',
  title: operatorTitles.members,
  roles: ['operator'],
  right: 'members.view',
  component: () => import('./members/MembersScreen.tsx'),
};

export const disbursementsScreen: Screen = {
  path: '/operator/disbursements',
  name: 'OperatorDisbursements',
  title: operatorTitles.disbursements,
  roles: ['operator'],
  right: 'disbursements.view',
  component: () => import('./disbursements/DisbursementsScreen.tsx'),
};

export const ordersScreen: Screen = {
  path: '/operator/orders',
  name: 'OperatorOrders',
  title: operatorTitles.orders,
  roles: ['operator'],
  right: 'orders.view',
  component: () => import('./orders/OrdersScreen.tsx'),
};

export const booksScreen: Screen = {
  path: '/operator/books',
  name: 'OperatorBooks',
  title: operatorTitles.books,
  roles: ['operator'],
  right: 'books.view',
  component: () => import('./books/BooksScreen.tsx'),
};

export const approvalsScreen: Screen = {
  path: '/operator/approvals',
  name: 'OperatorApprovals',
  title: operatorTitles.approvals,
  roles: ['operator'],
  right: 'approvals.view',
  component: () => import('./approvals/ApprovalListScreen.tsx'),
};
