/** The screen of cards, under the menu's group `/repay`. */
import type { Screen } from '#foundation/console/screen.ts';
import { cardTitles } from '../screen-titles.ts';

export const cardScreens: readonly Screen[] = [
  {
    path: '/repay/bankcard',
    name: 'RepayBankCard',
    title: cardTitles.cards,
    roles: ['member', 'agency'],
    parent: '/repay',
    component: () => import('./CardListScreen.tsx'),
  },
];
