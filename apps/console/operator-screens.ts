/**
 * The screens that only operators have, in the order of their menu, with their icons. Loaded when an operator logs in; no
 * member loads their code.
 */
import {
  IconAddressBook,
  IconApi,
  IconArrowsDiff,
  IconBook2,
  IconChecklist,
  IconCoins,
  IconCreditCard,
  IconEye,
  IconGauge,
  IconHistory,
  IconIdBadge2,
  IconPercentage,
  IconReceipt,
  IconRoute,
  IconServer2,
  IconSend,
  IconSettings2,
  IconSpeakerphone,
  IconTool,
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

/** A group of the menu. Nothing is at its path. */
function group(key: 'people' | 'money' | 'setup' | 'oversight', name: string, folded = false): Screen {
  return { path: `/operator/${key}`, name, title: operatorTitles[key], roles: ['operator'], ...(folded && { folded }) };
}

function within(parent: Screen, screens: readonly Screen[]): Screen[] {
  return [parent, ...screens.map((screen): Screen => ({ ...screen, parent: parent.path }))];
}

/** Above the groups is what a day begins with. What is set up once, and what is read when something is wrong, is folded. */
export const operatorScreens: readonly Screen[] = [
  overviewScreen,
  approvalsScreen,
  ...within(group('people', 'OperatorPeople'), [
    membersScreen,
    ...operatorCertificationScreens,
    ...operatorCardScreens,
    announcementsScreen,
  ]),
  memberScreen,
  ...within(group('money', 'OperatorMoney'), [ordersScreen, disbursementsScreen, reconciliationScreen, booksScreen]),
  ...within(group('setup', 'OperatorSetup', true), [
    channelsScreen,
    upstreamsScreen,
    ratesScreen,
    settingsScreen,
    ...staffScreens,
  ]),
  ...within(group('oversight', 'OperatorOversight', true), [callbacksScreen, gatewayScreen, auditScreen]),
];

export const operatorIcons: OwnIcons = {
  OperatorOverview: IconGauge,
  OperatorMembers: IconAddressBook,
  OperatorPeople: IconUsers,
  OperatorMoney: IconCoins,
  OperatorSetup: IconTool,
  OperatorOversight: IconEye,
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
