/** The whole filter in figures, and in words where they don't cover all of it. */
import { Sum } from '#foundation/console/data-table/TableBar.tsx';
import { Amount, useFormat } from '#foundation/console/format.tsx';
import { useWords } from '#foundation/console/words.tsx';
import type { z } from 'zod';
import type { OrderSums as Sums } from '../contract.ts';
import { orderScreenWords } from '../screen-words.ts';
import classes from './OrderListScreen.module.css';

export function OrderSums({ sums }: { sums: z.infer<typeof Sums> }) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  return (
    <>
      <Sum label={t('amount')}><Amount value={sums.amount} /></Sum>
      <Sum label={t('paid_amount')}><Amount value={sums.successAmount} /></Sum>
      <Sum label={t('fees')}><Amount value={sums.fee} /></Sum>
      <Sum label={t('obtained')}><Amount value={sums.obtained} /></Sum>
      <Sum label={t('success_rate')}>
        <span title={t('success_of', { part: sums.successCount, whole: sums.count })}>{format.percent(sums.successRate)}</span>
      </Sum>
      {sums.capped && <p className={classes.note}>{t('capped_note', { count: sums.count })}</p>}
      {sums.lookedFrom !== null && <p className={classes.note}>{t('looked_from', { time: format.dateTime(sums.lookedFrom) })}</p>}
    </>
  );
}
