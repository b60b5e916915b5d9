/** The bank cards screen, in the menu group `/repay`. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { cardTitles } from '../screen-titles.ts';

export const cardScreens: readonly Screen[] = [
  {
    path: '/repay/bankcard',
    name: 'RepayBankCard',
    title: cardTitles.cards,
    roles: memberRoles,
    parent: '/repay',
    component: () => import('./CardListScreen.tsx'),
  },
];
