/**
 * The screens that only operators have, in the order of their menu, with their icons. Loaded when an operator logs in; no
 * member loads their code.
 */
import {
  IconApi,
  IconArrowsDiff,
  IconBook2,
  IconChecklist,
  IconCreditCard,
  IconGauge,
  IconHistory,
  IconIdBadge2,
  IconInbox,
  IconPercentage,
  IconReceipt,
  IconRoute,
  IconServer2,
  IconSend,
  IconSettings2,
  IconSpeakerphone,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import { operatorCardScreens } from '#features/cards/console/operator-screens.ts';
import { operatorCertificationScreens } from '#features/certifications/console/operator-screens.ts';
import {
  announcementsScreen,
  approvalsScreen,
  auditScreen,
  callbacksScreen,
  channelsScreen,
  booksScreen,
  disbursementsScreen,
  gatewayScreen,
  memberScreen,
  membersScreen,
  ordersScreen,
  overviewScreen,
  settingsScreen,
  ratesScreen,
  upstreamsScreen,
} from '#features/operations/console/screens.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { reconciliationScreen } from '#features/reconciliation/console/screens.ts';
import { staffScreens } from '#features/staff/console/screens.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import type { OwnIcons } from './shell/own-icons.ts';

const QUEUES = '/operator/queues';

/** What waits for a decision. */
const queues: readonly Screen[] = [
  ...operatorCertificationScreens,
  ...operatorCardScreens,
  disbursementsScreen,
  approvalsScreen,
];

export const operatorScreens: readonly Screen[] = [
  overviewScreen,
  membersScreen,
  memberScreen,
  { path: QUEUES, name: 'OperatorQueues', title: operatorTitles.queues, roles: ['operator'] },
  ...queues.map((screen) => ({ ...screen, parent: QUEUES }) as const),
  ordersScreen,
  channelsScreen,
  upstreamsScreen,
  ratesScreen,
  announcementsScreen,
  settingsScreen,
  callbacksScreen,
  gatewayScreen,
  auditScreen,
  booksScreen,
  reconciliationScreen,
  ...staffScreens,
];

export const operatorIcons: OwnIcons = {
  OperatorOverview: IconGauge,
  OperatorMembers: IconUsers,
  OperatorQueues: IconInbox,
  OperatorCertifications: IconIdBadge2,
  OperatorCards: IconCreditCard,
  OperatorDisbursements: IconSend,
  OperatorApprovals: IconChecklist,
  OperatorOrders: IconReceipt,
  OperatorAnnouncements: IconSpeakerphone,
  OperatorAudit: IconHistory,
  OperatorCallbacks: IconWebhook,
  OperatorGateway: IconApi,
  OperatorSettings: IconSettings2,
  OperatorChannels: IconRoute,
  OperatorUpstreams: IconServer2,
  OperatorRates: IconPercentage,
  OperatorBooks: IconBook2,
  OperatorReconciliation: IconArrowsDiff,
  OperatorStaff: IconUsersGroup,
};
