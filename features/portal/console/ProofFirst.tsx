/** Shows what takes the payment proof, or where to set the payment password if there is none. */
import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { settingsWords } from '../settings-screen-words.ts';
import classes from './Portal.module.css';

export function ProofFirst({ user, children }: { user: Pick<CurrentUser, 'hasPayPassword'>; children: ReactNode }) {
  const t = useWords(settingsWords);
  if (user.hasPayPassword) return children;
  return (
    <div className={classes.first}>
      <p className={classes.text}>
        <strong>{t('no_pay_password')}</strong> {t('no_pay_password_hint')}
      </p>
      <ScreenLink to="/user/paypassword" className={classes.link}>
        {t('set_pay_password')}
      </ScreenLink>
    </div>
  );
}
