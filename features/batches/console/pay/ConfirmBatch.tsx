/** The last question before a whole table is paid, with the server's figures. */
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { BatchDraft } from '../../contract.ts';
import { payWords } from '../../screen-words.ts';
import { isWrong } from '../manual/check-rows-here.ts';
import classes from './Pay.module.css';

export interface ConfirmBatchProps {
  subject: BatchDraft | undefined;
  opened: boolean;
  onAnswer: (yes: boolean) => void;
}

export function ConfirmBatch({ subject, opened, onAnswer }: ConfirmBatchProps) {
  const t = useWords(payWords);
  const format = useFormat();
  if (!subject) return null;
  const { valid, invalid, amount, fee, debit } = subject.totals;
  const twice = subject.rows.filter((row) => row.duplicate !== false && !isWrong(row)).length;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('confirm_title', { count: valid })}
      act={t('act_figures', { count: valid, amount: format.amount(amount), fee: format.amount(fee) })}
      onConfirm={async () => onAnswer(true)}
      onClose={() => onAnswer(false)}
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
    </ConfirmDialog>
  );
}
