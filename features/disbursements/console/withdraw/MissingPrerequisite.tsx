/** What the member must do before withdrawing, with links. */
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
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
  const { to, link } = prerequisites[what];
  return (
    <div className={classes.prerequisite} role="status">
      <h3>{t(`first_${what}`)}</h3>
      <p>{t(`first_${what}_hint`)}</p>
      <ScreenLink to={to} className={classes.link}>
        {t(link)}
      </ScreenLink>
    </div>
  );
}
