/** The operators' screens of this feature. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { operatorTitles } from '../screen-titles.ts';

export const operatorScreens: readonly Screen[] = [
  {
    path: '/operator/overview',
    name: 'OperatorOverview',
    title: operatorTitles.overview,
    roles: ['operator'],
    right: 'overview.view',
    affix: true,
    noCache: true,
    component: () => import('./overview/OverviewScreen.tsx'),
  },
];

export const operatorApprovalScreens: readonly Screen[] = [
  {
    path: '/operator/approvals',
    name: 'OperatorApprovals',
    title: operatorTitles.approvals,
    roles: ['operator'],
    right: 'approvals.view',
    component: () => import('./approvals/ApprovalListScreen.tsx'),
  },
];
