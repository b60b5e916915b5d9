/** A member's state and certification as badges, and its name with its number. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { AgentLink } from './AgentLink.tsx';
import { memberWords } from '../member-words.ts';
import type { UserRow } from '../tree-contract.ts';
import classes from './member-badges.module.css';

const certificationTones: Readonly<Record<UserRow['certification'], Tone>> = {
  none: 'warn',
  pending: 'busy',
  approved: 'good',
  rejected: 'bad',
};

export function StateBadge({ state }: Pick<UserRow, 'state'>) {
  const t = useWords(memberWords);
  return <StatusBadge tone={state === 'active' ? 'good' : 'idle'}>{t(state)}</StatusBadge>;
}

export function CertificationBadge({ certification }: Pick<UserRow, 'certification'>) {
  const t = useWords(memberWords);
  return <StatusBadge tone={certificationTones[certification]}>{t(`certification_${certification}`)}</StatusBadge>;
}

/** A member's name, which leads to its details, above its number. */
export function MemberName({ member: { memberNo, name } }: { member: { memberNo: string; name: string } }) {
  return (
    <span className={classes.member}>
      <AgentLink to="/agent/userlist" search={{ open: memberNo }} className={classes.name}>
        {name}
      </AgentLink>
      <span className={classes.quiet}>
        <CopyText value={memberNo} />
      </span>
    </span>
  );
}
