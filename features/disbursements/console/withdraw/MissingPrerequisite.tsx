/** What the member must do before money can leave, with links; or that its certification is being checked. */
import { certificationCalls } from '#features/certifications/console/calls.ts';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { withdrawWords } from '../../screen-words.ts';
import classes from './Withdraw.module.css';

const prerequisites = {
  certification: { to: '/user/auth', link: 'to_certification' },
  pay_password: { to: '/user/paypassword', link: 'to_pay_password' },
  card: { to: '/repay/bankcard', link: 'to_cards' },
} as const;

export function MissingPrerequisite({ what }: { what: keyof typeof prerequisites }) {
  const t = useWords(withdrawWords);
  const status = useMe().data?.userinfo.certification;
  const { to, link } = prerequisites[what];
  if (what === 'certification' && status === 'pending') return <BeingChecked />;
  const isRejected = what === 'certification' && status === 'rejected';
  return (
    <div className={classes.prerequisite} role="status">
      <h3>{t(isRejected ? 'certification_rejected' : `first_${what}`)}</h3>
      <p>{t(isRejected ? 'certification_rejected_hint' : `first_${what}_hint`)}</p>
      <ScreenLink to={to} className={classes.link}>
        {t(link)}
      </ScreenLink>
    </div>
  );
}

function BeingChecked() {
  const t = useWords(withdrawWords);
  const format = useFormat();
  const submittedAt = useCall(certificationCalls, '/user/getAuthInfo', undefined, { quiet: true }).data?.submittedAt;
  return (
    <div className={classes.prerequisite} role="status">
      <h3>{submittedAt ? t('checked_since', { time: format.dateTime(submittedAt) }) : t('being_checked')}</h3>
      <p>{t('being_checked_hint')}</p>
      <ScreenLink to="/user/auth" className={classes.link}>
        {t('to_certification')}
      </ScreenLink>
    </div>
  );
}
