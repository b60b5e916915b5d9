/**
 * The screens that only operators have, in the order of their menu, with their icons. Loaded when an operator logs in; no
 * member loads their code.
 */
import {
  IconArrowsDiff,
  IconBook2,
  IconChecklist,
  IconCreditCard,
  IconGauge,
  IconIdBadge2,
  IconInbox,
  IconReceipt,
  IconSend,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { operatorCardScreens } from '#features/cards/console/operator-screens.ts';
import { operatorCertificationScreens } from '#features/certifications/console/operator-screens.ts';
import {
  approvalsScreen,
  booksScreen,
  disbursementsScreen,
  membersScreen,
  ordersScreen,
  overviewScreen,
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
  { path: QUEUES, name: 'OperatorQueues', title: operatorTitles.queues, roles: ['operator'] },
  ...queues.map((screen) => ({ ...screen, parent: QUEUES }) as const),
  ordersScreen,
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
  OperatorBooks: IconBook2,
  OperatorReconciliation: IconArrowsDiff,
  OperatorStaff: IconUsersGroup,
};
