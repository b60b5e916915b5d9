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
  stale: 'warn',
};

export function ApprovalState({ row: { state } }: { row: Pick<ApprovalRow, 'state'> }) {
  const t = useWords(approvalScreenWords);
  return <StatusBadge tone={tones[state]}>{t(`is_${state}`)}</StatusBadge>;
}
