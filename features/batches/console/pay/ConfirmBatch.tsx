/** The review before a whole table is paid, with the server's figures, and the payment password. */
import { PaymentDialog, type PaymentDialogProps } from '#features/accounts/console/PaymentDialog.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import type { BatchDraft } from '../../contract.ts';
import { payWords } from '../../screen-words.ts';
import { batchTexts } from '../../words.ts';
import type { batchCalls } from '../calls.ts';
import { isWrong } from '../manual/check-rows-here.ts';
import classes from './Pay.module.css';
import { type EarlierAttempt, EarlierNotice } from './PayNotices.tsx';

export interface ConfirmBatchProps extends Pick<PaymentDialogProps, 'opened' | 'user' | 'onPay' | 'onClose'> {
  subject: BatchDraft | undefined;
  earlier: EarlierAttempt | undefined;
}

export function ConfirmBatch({ subject, earlier, ...dialog }: ConfirmBatchProps) {
  const t = useWords(payWords);
  const format = useFormat();
  if (!subject) return null;
  const { valid, invalid, amount, fee, debit } = subject.totals;
  const twice = subject.rows.filter((row) => row.duplicate !== false && !isWrong(row)).length;
  return (
    <PaymentDialog
      {...dialog}
      title={t('confirm_title', { count: valid })}
      act={t('act_figures', { count: valid, amount: format.amount(amount), fee: format.amount(fee) })}
      texts={batchTexts}
      policy={'strongest' satisfies StepOf<typeof batchCalls, '/batch/submit'>}
    >
      <p>{t('confirm_what', { debit: format.amount(debit) })}</p>
      <Facts>
        <Fact label={t('good_rows')}>{format.number(valid)}</Fact>
        <Fact label={t('amount')}>
          <Amount value={amount} />
        </Fact>
        <Fact label={t('fees')}>
          <Amount value={fee} />
        </Fact>
        <Fact label={t('debit')}>
          <strong>
            <Amount value={debit} />
          </strong>
        </Fact>
      </Facts>
      {invalid > 0 && <p className={classes.quiet}>{t('confirm_left_out', { count: invalid })}</p>}
      {twice > 0 && <p className={classes.notice}>{t('confirm_twice', { count: twice })}</p>}
      <EarlierNotice earlier={earlier} />
    </PaymentDialog>
  );
}
