/** The user's name, level, login address, days in a row and settlement terms. */
import { SettlementRule } from '#features/ledger/console/SettlementRule.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import type { UserInfo } from '#features/accounts/contract.ts';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { dashboardWords } from '../screen-words.ts';
import classes from './Welcome.module.css';

export function Welcome() {
  const t = useWords(dashboardWords);
  const me = useMe().data?.userinfo;
  return (
    <header className={classes.welcome}>
      <h1 className={classes.name}>
        {me ? t('welcome', { name: me.nickname || me.username }) : <SkeletonBar width={260} height={22} />}
      </h1>
      <dl className={classes.about}>
        <About label={t('member_level')}>{me && t('level', { level: me.level })}</About>
        <About label={t('login_ip')}>
          {me && (me.loginIp === null ? '–' : <span className={classes.mono}>{me.loginIp}</span>)}
        </About>
        <About label={t('login_days')}>{me && t('days_in_row', { count: me.consecutiveDays })}</About>
        {me?.settlement !== null && (
          <About label={t('settlement')}>{me?.settlement && <Settlement settlement={me.settlement} />}</About>
        )}
      </dl>
    </header>
  );
}

function About({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? <SkeletonBar width={72} />}</dd>
    </div>
  );
}

/** `T+1 · 1 working day after payment`. */
function Settlement({ settlement }: { settlement: NonNullable<UserInfo['userinfo']['settlement']> }) {
  return (
    <>
      <span>{`${settlement.mode}+${settlement.days}`}</span>
      <span className={classes.quiet}>
        {' · '}
        <SettlementRule settlement={settlement} />
      </span>
    </>
  );
}
