/** The sums of the whole filter, and a note when they don't cover all of it. */
import type { z } from 'zod';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OrderSums as Sums } from '../contract.ts';
import { orderScreenWords } from '../screen-words.ts';
import classes from './OrderListScreen.module.css';

type Figures = z.infer<typeof Sums>;

export function OrderSums({ sums }: { sums: Figures }) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  return (
    <>
      <Sum label={t('amount')}>
        <Amount value={sums.amount} />
      </Sum>
      <Sum label={t('paid_amount')} main>
        <Amount value={sums.successAmount} />
      </Sum>
      <Sum label={t('fees')}>
        <Amount value={sums.fee} />
      </Sum>
      <Sum label={t('obtained')}>
        <Amount value={sums.obtained} />
      </Sum>
      <Sum label={t('success_rate')}>
        <span title={t('success_of', { part: sums.successCount, whole: sums.count })}>
          {format.percent(sums.successRate)}
        </span>
      </Sum>
    </>
  );
}

/** Explains where count and sums stop when they don't cover the whole filter. */
export function SumsNote({ sums: { capped, count, lookedFrom } }: { sums: Figures }) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  if (!capped && lookedFrom === null) return null;
  return (
    <div className={classes.note} role="note">
      {capped && <p>{t('capped_note', { count })}</p>}
      {lookedFrom !== null && <p>{t('looked_from', { time: format.dateTime(lookedFrom) })}</p>}
    </div>
  );
}
