/** What was paid out today, yesterday and in total, regardless of the filter; and the filter's own sums. */
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { disbursementCalls } from '../contract.ts';
import { disbursementWords } from '../screen-words.ts';
import classes from './Repay.module.css';

type DisbursementSums = OutputOf<(typeof disbursementCalls)['calls']['/withdrawal/list']>['extend'];

const spans = ['today', 'yesterday', 'all'] as const;

export function Totals({ sums }: { sums: DisbursementSums | undefined }) {
  const t = useWords(disbursementWords);
  const format = useFormat();
  return (
    <section className={classes.totals} aria-label={t('totals')}>
      <dl>
        {spans.map((span) => (
          <div key={span} className={classes.total}>
            <dt>{t(span)}</dt>
            <dd className={classes.figure}>
              {sums ? <Amount value={sums[span].amount} /> : <SkeletonBar width={110} height={14} />}
            </dd>
            <dd className={classes.quiet}>
              {sums ? (
                t('of_which', { count: sums[span].count, fee: format.amount(sums[span].fee) })
              ) : (
                <SkeletonBar width={90} height={10} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{t('totals_note')}</p>
    </section>
  );
}

export function FilterSums({ sums: { filtered } }: { sums: DisbursementSums }) {
  const t = useWords(disbursementWords);
  return (
    <>
      <Sum label={t('amount')}>
        <Amount value={filtered.amount} />
      </Sum>
      <Sum label={t('fees')}>
        <Amount value={filtered.fee} />
      </Sum>
    </>
  );
}
