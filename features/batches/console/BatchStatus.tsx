/** The state of a batch: its number, state, bar and figures, and what the user can do about it. */
import { disbursementOutcomes } from '#features/disbursements/rules.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Batch } from '../contract.ts';
import { batchWords } from '../screen-words.ts';
import { stateTones } from './batch-tones.ts';
import classes from './Batch.module.css';
import { BatchProgress } from './BatchProgress.tsx';
import { FailedActions } from './FailedActions.tsx';

export function BatchStatus({ batch }: { batch: Batch }) {
  const t = useWords(batchWords);
  const format = useFormat();
  const { batchNo, state, counts, amounts, fileName } = batch;
  return (
    <section className={classes.head} aria-label={t('state')}>
      <div className={classes.status} role="status">
        <StatusBadge tone={stateTones[state]}>{t(`state_${state}`)}</StatusBadge>
        <CopyText value={batchNo} />
        <span className={classes.quiet}>{fileName ?? t('by_hand')}</span>
        <span className={classes.grow}>
          <BatchProgress batch={batch} />
        </span>
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('amount')}</dt>
          <dd>
            <Amount value={amounts.amount} />
          </dd>
        </div>
        <div>
          <dt>{t('fees')}</dt>
          <dd>
            <Amount value={amounts.fee} />
          </dd>
        </div>
        <div>
          <dt>{t('paid_amount')}</dt>
          <dd>
            <Amount value={amounts.paid} />
          </dd>
        </div>
        {disbursementOutcomes
          .filter((outcome) => outcome === 'paid' || counts[outcome] > 0)
          .map((outcome) => (
            <div key={outcome}>
              <dt>{t(`outcome_${outcome}`)}</dt>
              <dd>{format.number(counts[outcome])}</dd>
            </div>
          ))}
      </dl>
      {state === 'processing' && <p className={classes.notified}>{t('told_processing')}</p>}
      {counts.failed > 0 && (
        <p className={classes.notified} data-bad>
          {t('told_failed', { count: counts.failed })}
        </p>
      )}
      <FailedActions batch={batch} />
    </section>
  );
}
