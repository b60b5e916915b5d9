/** The state of a proposal, as a badge. */
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { ApprovalRow } from '../../approval-contract.ts';
import { approvalScreenWords } from '../../approval-words.ts';

const tones: Readonly<Record<ApprovalRow['state'], Tone>> = {
  open: 'busy',
  confirmed: 'good',
  rejected: 'bad',
  expired: 'idle',
};

/** Of an open one that can't be carried out any more, it says that it changed. */
export function ApprovalState({ row: { state, possible } }: { row: Pick<ApprovalRow, 'state' | 'possible'> }) {
  const t = useWords(approvalScreenWords);
  if (state === 'open' && !possible) return <StatusBadge tone="warn">{t('changed')}</StatusBadge>;
  return <StatusBadge tone={tones[state]}>{t(`is_${state}`)}</StatusBadge>;
}
