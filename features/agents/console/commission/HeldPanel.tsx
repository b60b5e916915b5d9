/** What the agent has earned and can't use yet, and when the next part of it is released; regardless of the filter. */
import { Amount, Time } from '#foundation/console/display/format.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { commissionWords } from '../../commission-words.ts';
import classes from './Commission.module.css';
import type { StatementSums } from './Statement.tsx';

export function HeldPanel({ sums }: { sums: StatementSums | undefined }) {
  const t = useWords(commissionWords);
  const next = sums?.nextRelease;
  return (
    <dl className={classes.held}>
      <div>
        <dt>{t('held')}</dt>
        <dd className={classes.figure}>{sums ? <Amount value={sums.held} /> : <SkeletonBar width={110} />}</dd>
        <dd className={classes.quiet}>{t('held_hint')}</dd>
      </div>
      <div>
        <dt>{t('next_release')}</dt>
        <dd className={classes.figure}>
          {sums === undefined ? <SkeletonBar width={110} /> : next ? <Amount value={next.amount} /> : '–'}
        </dd>
        <dd className={classes.quiet}>
          {sums === undefined ? (
            <SkeletonBar width={130} height={10} />
          ) : next ? (
            <Time at={next.at} short />
          ) : (
            t('no_release')
          )}
        </dd>
      </div>
    </dl>
  );
}
