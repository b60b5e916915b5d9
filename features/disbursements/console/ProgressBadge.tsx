/** The progress of a payment in one word; its meaning shows on hover. */
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { progressOf, type DisbursementState } from '../rules.ts';
import { disbursementWords } from '../screen-words.ts';
import classes from './Repay.module.css';
import { progressTones } from './status-tones.ts';

export function ProgressBadge({ row }: { row: DisbursementState }) {
  const t = useWords(disbursementWords);
  const progress = progressOf(row);
  if (progress === undefined) return <span className={classes.quiet}>–</span>;
  return (
    <span title={t(`why_${progress}`)}>
      <StatusBadge tone={progressTones[progress]}>{t(`progress_${progress}`)}</StatusBadge>
    </span>
  );
}
