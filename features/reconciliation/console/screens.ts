/** The operators' screen about the upstreams' statements. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { reconciliationTitles } from '../screen-titles.ts';
import { RECONCILIATION } from './path.ts';

export const reconciliationScreen: Screen = {
  path: RECONCILIATION,
  name: 'OperatorReconciliation',
  title: reconciliationTitles.reconciliation,
  roles: ['operator'],
  right: 'reconciliation.view',
  component: () => import('./ReconciliationScreen.tsx'),
};
