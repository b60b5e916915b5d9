/** What an announcement is doing, as a badge. */
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OperatorAnnouncementRow } from '../../announcement-contract.ts';
import { announcementWords } from '../../announcement-words.ts';

const tones: Readonly<Record<OperatorAnnouncementRow['phase'], Tone>> = {
  draft: 'idle',
  scheduled: 'busy',
  shown: 'good',
  over: 'idle',
  withdrawn: 'warn',
};

export function PhaseBadge({ row: { phase, pinned } }: { row: Pick<OperatorAnnouncementRow, 'phase' | 'pinned'> }) {
  const t = useWords(announcementWords);
  return (
    <>
      <StatusBadge tone={tones[phase]}>{t(`phase_${phase}`)}</StatusBadge>
      {pinned && <StatusBadge tone="idle">{t('is_pinned')}</StatusBadge>}
    </>
  );
}
