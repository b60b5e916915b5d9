/** The state of a payment, and its progress where the state alone does not say it. The meaning shows on hover. */
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DisbursementState } from '../rules.ts';
import { disbursementWords } from '../screen-words.ts';
import { explanationOf, progressTones, shownProgress, shownStatus, statusTones } from './status-tones.ts';

export function StateBadge({ row }: { row: DisbursementState }) {
  const t = useWords(disbursementWords);
  const status = shownStatus(row);
  return (
    <StatusBadge tone={statusTones[status]} title={t(explanationOf(row))}>
      {t(`status_${status}`)}
    </StatusBadge>
  );
}

export function ProgressBadge({ row }: { row: DisbursementState }) {
  const t = useWords(disbursementWords);
  const progress = shownProgress(row);
  if (progress === undefined) return null;
  return (
    <StatusBadge tone={progressTones[progress]} title={t(`why_${progress}`)}>
      {t(`progress_${progress}`)}
    </StatusBadge>
  );
}
