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

/** One member at its own address: `/operator/member?number=…`. */
export const memberScreen: Screen = {
  path: '/operator/member',
  name: 'OperatorMember',
  title: operatorTitles.member,
  roles: ['operator'],
  right: 'members.view',
  hidden: true,
  activeMenu: '/operator/members',
  component: () => import('./member/MemberScreen.tsx'),
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

export const settingsScreen: Screen = {
  path: '/operator/settings',
  name: 'OperatorSettings',
  title: operatorTitles.settings,
  roles: ['operator'],
  right: 'settings.view',
  component: () => import('./settings/SettingsScreen.tsx'),
};

export const auditScreen: Screen = {
  path: '/operator/audit',
  name: 'OperatorAudit',
  title: operatorTitles.audit,
  roles: ['operator'],
  right: 'audit.view',
  component: () => import('./audit/AuditScreen.tsx'),
};

export const announcementsScreen: Screen = {
  path: '/operator/announcements',
  name: 'OperatorAnnouncements',
  title: operatorTitles.announcements,
  roles: ['operator'],
  right: 'announcements.view',
  component: () => import('./announcements/AnnouncementsScreen.tsx'),
};

export const gatewayScreen: Screen = {
  path: '/operator/gateway',
  name: 'OperatorGateway',
  title: operatorTitles.gateway,
  roles: ['operator'],
  right: 'gateway.view',
  component: () => import('./gateway/GatewayScreen.tsx'),
};

export const callbacksScreen: Screen = {
  path: '/operator/callbacks',
  name: 'OperatorCallbacks',
  title: operatorTitles.callbacks,
  roles: ['operator'],
  right: 'callbacks.view',
  component: () => import('./callbacks/CallbacksScreen.tsx'),
};

export const channelsScreen: Screen = {
  path: '/operator/channels',
  name: 'OperatorChannels',
  title: operatorTitles.channels,
  roles: ['operator'],
  right: 'channels.view',
  component: () => import('./channels/ChannelsScreen.tsx'),
};

export const upstreamsScreen: Screen = {
  path: '/operator/upstreams',
  name: 'OperatorUpstreams',
  title: operatorTitles.upstreams,
  roles: ['operator'],
  right: 'upstreams.view',
  component: () => import('./upstreams/UpstreamsScreen.tsx'),
};

export const ratesScreen: Screen = {
  path: '/operator/rates',
  name: 'OperatorRates',
  title: operatorTitles.rates,
  roles: ['operator'],
  right: 'rates.view',
  component: () => import('./rates/RatesScreen.tsx'),
};
