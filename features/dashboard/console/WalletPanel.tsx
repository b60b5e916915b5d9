/** The wallet's balance with what can be done with it, the available and frozen parts, and when what is released. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SkeletonBar, Panel } from '#foundation/console/display/layout.tsx';
import { FigureTile } from '#foundation/console/display/FigureTile.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { tenthsOf } from '#foundation/core/part-of.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Summary } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './Figures.module.css';

export function WalletPanel({ summary }: { summary: Summary | undefined }) {
  const t = useWords(dashboardWords);
  return (
    <Panel title={t('wallet')}>
      <div>
        <dl className={classes.wallet}>
          <FigureTile label={t('balance')} large hint={<AvailablePart summary={summary} />} to="/moneylog">
            {summary && <Amount value={summary.balance} />}
          </FigureTile>
          <FigureTile label={t('available')} sign="good" to="/repay/apply">
            {summary && <Amount value={summary.available} />}
          </FigureTile>
          <FigureTile label={t('frozen')} sign="idle" {...(summary && frozenRows(summary))}>
            {summary && <Amount value={summary.frozen} />}
          </FigureTile>
        </dl>
        <div className={classes.acts}>
          <Button size="sm" renderRoot={(props) => <Link {...props} to="/repay/apply" search={{}} />}>
            {t('withdraw')}
          </Button>
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => <Link {...props} to="/user/recharge" search={{}} />}
          >
            {t('recharge')}
          </Button>
        </div>
      </div>
      <section className={classes.releases} aria-label={t('releases')}>
        {summary ? <Releases summary={summary} /> : <SkeletonBar width="80%" />}
      </section>
    </Panel>
  );
}

/** The door to the entries of what is frozen, if payments are: what the platform holds has none. */
function frozenRows({ releases, today }: Summary) {
  return releases.length > 0
    ? ({ to: '/moneylog', search: { releaseAfter: today.changes.until } } as const)
    : undefined;
}

/** The available part as a bar; decorative, because the figures below say the same. */
function AvailablePart({ summary }: { summary: Summary | undefined }) {
  const tenths = summary && isSome(summary.balance) ? Math.min(1000, tenthsOf(summary.available, summary.balance)) : 0;
  return (
    <span className={classes.bar} aria-hidden="true">
      <span className={classes.barPart} style={{ width: `${tenths / 10}%` }} />
    </span>
  );
}

/** The next dates on which frozen money becomes available, each with a bar of its amount, which leads to its entries. */
function Releases({ summary: { releases, releasesLater, riskHold, days } }: { summary: Summary }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const held = isSome(riskHold) && (
    <p className={classes.quiet}>{t('risk_hold', { amount: format.amount(riskHold) })}</p>
  );
  const last = releases.at(-1);
  if (!last) return held || <p className={classes.quiet}>{t('no_release')}</p>;
  const most = releases.reduce((one, { amount }) => (Number(amount) > Number(one) ? amount : one), '0');
  const nameOf = (at: string): string => {
    const day = dayOf(new Date(at), timeZone);
    const date = format.dayShort(day);
    return Date.parse(day) - Date.parse(days.today) === DAY_MS ? t('tomorrow', { date }) : date;
  };
  return (
    <>
      <h3 className={classes.releasesTitle}>{t('releases')}</h3>
      <ul className={classes.releaseList}>
        {releases.map(({ at, amount }) => (
          <li key={at}>
            <time dateTime={at} title={format.dateTime(at)}>
              {nameOf(at)}
            </time>
            <span className={classes.releaseTrack} aria-hidden="true">
              <span style={{ width: `${Math.max(2, tenthsOf(amount, most) / 10)}%` }} />
            </span>
            <ScreenLink to="/moneylog" search={{ releaseAt: at }} className={classes.releaseDoor}>
              <Amount value={amount} />
            </ScreenLink>
          </li>
        ))}
      </ul>
      {isSome(releasesLater) && (
        <p className={classes.quiet}>
          <ScreenLink to="/moneylog" search={{ releaseAfter: last.at }} className={classes.laterDoor}>
            {t('releases_later', { amount: format.amount(releasesLater) })}
          </ScreenLink>
        </p>
      )}
      {held}
    </>
  );
}
const DAY_MS = 86_400_000;

function isSome(amount: string): boolean {
  return /[1-9]/.test(amount);
}
