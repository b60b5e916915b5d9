/** Operators' screens: the page that they see first, until their console is built, and the proposals. */
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
