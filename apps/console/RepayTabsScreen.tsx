/**
 * The payout screen with batches and bank cards as tabs. The features are layered and don't know each other's lists;
 * only this file joins them.
 */
import { BatchList } from '#features/batches/console/BatchList.tsx';
import { batchWords } from '#features/batches/screen-words.ts';
import { CardTab } from '#features/cards/console/CardTab.tsx';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { RepayScreen, type RepayTab } from '#features/disbursements/console/RepayScreen.tsx';

const more: readonly RepayTab[] = [
  { value: 'batches', label: batchWords.batches, list: BatchList },
  { value: 'cards', label: cardTitles.cards, list: CardTab },
];

function RepayTabsScreen() {
  return <RepayScreen more={more} />;
}

export { RepayTabsScreen as Screen };
