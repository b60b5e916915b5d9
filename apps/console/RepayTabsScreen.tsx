/**
 * The payout screen with batches and bank cards as tabs, each with its own action. The features are layered and don't
 * know each other's lists; only this file joins them.
 */
import { BatchList } from '#features/batches/console/BatchList.tsx';
import { NewBatchButton } from '#features/batches/console/NewBatchButton.tsx';
import { NewPayoutButton } from '#features/batches/console/new-payout/NewPayoutButton.tsx';
import { batchWords } from '#features/batches/screen-words.ts';
import { AddCardButton } from '#features/cards/console/AddCardButton.tsx';
import { CardList } from '#features/cards/console/CardList.tsx';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { dashboardCalls } from '#features/dashboard/console/calls.ts';
import { RepayScreen, type RepayTab } from '#features/disbursements/console/RepayScreen.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';

const more: readonly RepayTab[] = [
  { value: 'batches', label: batchWords.batches, list: BatchList, action: NewBatchButton },
  { value: 'cards', label: cardTitles.cards, list: CardList, action: AddCardButton },
];

function RepayTabsScreen() {
  // The shell keeps it current, for the counts in the menu.
  const { data } = useCall(dashboardCalls, '/dashboard/attention', undefined, { quiet: true, deferred: true });
  const failed = { withdrawals: data?.failedWithdrawals.count ?? 0, payouts: data?.failedPayouts.count ?? 0 };
  return <RepayScreen more={more} payoutAction={NewPayoutButton} failed={failed} />;
}

export { RepayTabsScreen as Screen };
