/** The ledger screens. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { ledgerTitles } from '../screen-titles.ts';
import { moneyLogPrefetch } from './money-log-prefetch.ts';

export const ledgerScreens: readonly Screen[] = [
  {
    path: '/moneylog',
    name: 'UserMoneyLog',
    title: ledgerTitles.money_log,
    roles: memberRoles,
    component: () => import('./MoneyLogScreen.tsx'),
    prefetch: moneyLogPrefetch,
  },
];
