/** Money that leaves, with the batches as a tab of its lists: the features stand above one another, and only here beside. */
import { BatchList } from '#features/batches/console/BatchList.tsx';
import { batchWords } from '#features/batches/screen-words.ts';
import { RepayScreen, type RepayTab } from '#features/disbursements/console/RepayScreen.tsx';

const more: readonly RepayTab[] = [{ value: 'batches', label: batchWords.batches, list: BatchList }];

function RepayTabsScreen() {
  return <RepayScreen more={more} />;
}

export { RepayTabsScreen as Screen };
