/** The state of a callback. One that has failed and is tried again is not just pending, as in the list of orders. */
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { callbackWords } from '../../callbacks-screen-words.ts';
import type { CallbackRow } from '../../callbacks-contract.ts';
import { stateTones } from './callback-tones.ts';

export function CallbackBadge({
  callback: { state, attempts },
}: {
  callback: Pick<CallbackRow, 'state' | 'attempts'>;
}) {
  const t = useWords(callbackWords);
  return state === 'pending' && attempts > 0 ? (
    <StatusBadge tone="warn">{t('retrying_times', { count: attempts })}</StatusBadge>
  ) : (
    <StatusBadge tone={stateTones[state]}>{t(state)}</StatusBadge>
  );
}
