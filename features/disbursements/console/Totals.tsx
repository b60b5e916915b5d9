/**
 * What was paid, what is on its way and what failed and waits for the member, regardless of the filter; and the filter's
 * own sums. On a phone both are in the table's bar, which unfolds.
 */
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { disbursementCalls } from '../contract.ts';
import { disbursementWords } from '../screen-words.ts';
import classes from './Repay.module.css';

type DisbursementSums = OutputOf<(typeof disbursementCalls)['calls']['/withdrawal/list']>['extend'];

const parts = [
  ['paid', 'total_paid'],
  ['onTheWay', 'total_on_its_way'],
  ['failed', 'total_failed'],
] as const;

export function Totals({ sums }: { sums: DisbursementSums | undefined }) {
  const t = useWords(disbursementWords);
  const format = useFormat();
  return (
    <section className={classes.totals} aria-label={t('totals')}>
      <dl>
        {parts.map(([part, word]) => (
          <div
            key={part}
            className={classes.total}
            data-bad={(part === 'failed' && (sums?.failed.count ?? 0) > 0) || undefined}
          >
            <dt>{t(word)}</dt>
            <dd className={classes.figure}>
              {sums ? <Amount value={sums[part].amount} /> : <SkeletonBar width={110} height={14} />}
            </dd>
            <dd className={classes.quiet}>
              {sums ? (
                t('of_which', { count: sums[part].count, fee: format.amount(sums[part].fee) })
              ) : (
                <SkeletonBar width={90} height={10} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface BarSumsProps {
  sums: DisbursementSums;
  /** Given where there is no room for them above the bar. */
  totals: DisbursementSums | undefined;
}

export function BarSums({ sums: { filtered }, totals }: BarSumsProps) {
  const t = useWords(disbursementWords);
  return (
    <>
      <Sum label={t('amount')} main>
        <Amount value={filtered.amount} />
      </Sum>
      <Sum label={t('fees')}>
        <Amount value={filtered.fee} />
      </Sum>
      {totals &&
        parts.map(([part, word]) => (
          <Sum key={part} label={t(word)}>
            <Amount value={totals[part].amount} />
          </Sum>
        ))}
    </>
  );
}
