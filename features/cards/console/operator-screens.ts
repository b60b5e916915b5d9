/** The operators' screen about cards. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { cardQueueTitles } from '../operator-titles.ts';

export const operatorCardScreens: readonly Screen[] = [
  {
    path: '/operator/cards',
    name: 'OperatorCards',
    title: cardQueueTitles.cards,
    roles: ['operator'],
    right: 'cards.view',
    component: () => import('./review/CardQueueScreen.tsx'),
  },
];
