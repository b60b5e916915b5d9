/** What a table's good rows cost, as computed by the server, and the balance that remains. */
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { BatchDraft } from '../contract.ts';
import { payWords } from '../screen-words.ts';
import { remainingMoney } from './pay/remaining-money.ts';
import classes from './pay/Pay.module.css';

export interface BatchTotalsProps {
  totals: BatchDraft['totals'] | undefined;
  /** What can be paid out now. */
  available: string;
}

export function BatchTotals({ totals, available }: BatchTotalsProps) {
  const t = useWords(payWords);
  const format = useFormat();
  const { currency } = useLocality();
  const after = totals && remainingMoney(available, totals.debit, currency);
  return (
    <div aria-live="polite">
      <Facts>
        <Fact label={t('good_rows')}>{totals ? format.number(totals.valid) : t('counting')}</Fact>
        <Fact label={t('wrong_rows')}>
          {totals ? (
            <span className={totals.invalid > 0 ? classes.bad : undefined}>{format.number(totals.invalid)}</span>
          ) : (
            '–'
          )}
        </Fact>
        <Fact label={t('amount')}>{totals ? <Amount value={totals.amount} /> : '–'}</Fact>
        <Fact label={t('fees')}>{totals ? <Amount value={totals.fee} /> : '–'}</Fact>
        <Fact label={t('debit')}>
          <strong>{totals ? <Amount value={totals.debit} /> : '–'}</strong>
        </Fact>
        <Fact label={t('available')}>
          <Amount value={available} />
        </Fact>
        <Fact label={t('left')}>
          {after === undefined ? (
            '–'
          ) : after.missing === undefined ? (
            <Amount value={after.left} />
          ) : (
            <span className={classes.bad}>−{format.amount(after.missing)}</span>
          )}
        </Fact>
      </Facts>
    </div>
  );
}
