/** What deserves attention in a rate; an open channel with a sound rate has no badge. */
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { UserRate } from '../../rate-contract.ts';
import { rateWords } from '../../rate-words.ts';
import { agentWords } from '../../screen-words.ts';
import classes from './Rates.module.css';

export function RateBadges({ rate: { channel, closed, belowOwn } }: { rate: UserRate }) {
  const t = useWords(rateWords);
  const shared = useWords(agentWords);
  return (
    <span className={classes.badges}>
      {channel.state === 'closed' && <StatusBadge tone="idle">{t('channel_closed')}</StatusBadge>}
      {closed && <StatusBadge tone="idle">{t('closed')}</StatusBadge>}
      {belowOwn && <StatusBadge tone="warn">{shared('below_own')}</StatusBadge>}
    </span>
  );
}
