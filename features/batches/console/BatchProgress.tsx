/** The progress of a batch: a bar of what was paid, failed and was cancelled, and the same in words. */
import { useWords } from '#foundation/console/page/words.tsx';
import type { Batch } from '../contract.ts';
import { batchWords } from '../screen-words.ts';
import classes from './Batch.module.css';

const ended = ['paid', 'failed', 'cancelled'] as const;

export function BatchProgress({ batch: { counts, state } }: { batch: Pick<Batch, 'counts' | 'state'> }) {
  const t = useWords(batchWords);
  const { total, paid, open } = counts;
  const text =
    state === 'processing' ? t('progress_of', { ended: total - open, total }) : t('paid_of', { paid, total });
  return (
    <span className={classes.progress}>
      <span className={classes.text}>{text}</span>
      <span
        className={classes.track}
        role="meter"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total - open}
        aria-valuetext={text}
      >
        {ended.map(
          (outcome) =>
            counts[outcome] > 0 && (
              <span key={outcome} data-outcome={outcome} style={{ width: `${(100 * counts[outcome]) / total}%` }} />
            ),
        )}
      </span>
    </span>
  );
}
