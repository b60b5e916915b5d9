/** The status of a certification, also that it was revoked. */
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { CertificationRow } from '../../contract.ts';
import type { SentStatus } from '../../rules.ts';
import { certificationQueueWords } from '../../operator-words.ts';
import { certificationWords } from '../../screen-words.ts';

const tones: Readonly<Record<SentStatus, Tone>> = { pending: 'busy', approved: 'good', rejected: 'bad' };

export function StateBadge({ status, revokedAt }: Pick<CertificationRow, 'status' | 'revokedAt'>) {
  const own = useWords(certificationWords);
  const t = useWords(certificationQueueWords);
  return (
    <StatusBadge tone={tones[status]}>{revokedAt === null ? own(`status_${status}`) : t('status_revoked')}</StatusBadge>
  );
}
