/** The review of a withdrawal, with the server's current figures, and the payment password. */
import { PaymentDialog, type PaymentDialogProps } from '#features/accounts/console/PaymentDialog.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import type { CardRow } from '#features/cards/contract.ts';
import type { disbursementCalls } from '../calls.ts';
import { withdrawWords } from '../../screen-words.ts';
import { disbursementTexts } from '../../words.ts';
import { type EarlierAttempt, EarlierNotice } from './FormNotices.tsx';
import type { Quote } from './withdrawal-quote.ts';

export interface WithdrawalToConfirm {
  amount: string;
  card: CardRow | undefined;
  quote: Quote;
}

export interface ConfirmWithdrawalProps extends Pick<PaymentDialogProps, 'opened' | 'user' | 'onPay' | 'onClose'> {
  subject: WithdrawalToConfirm | undefined;
  earlier: EarlierAttempt | undefined;
}

export function ConfirmWithdrawal({ subject, earlier, ...dialog }: ConfirmWithdrawalProps) {
  const t = useWords(withdrawWords);
  const format = useFormat();
  if (!subject) return null;
  const { card, quote } = subject;
  const amount = format.amount(subject.amount);
  return (
    <PaymentDialog
      {...dialog}
      title={t('confirm_title', { amount })}
      act={t('act_amount', { amount })}
      texts={disbursementTexts}
      policy={'strongest' satisfies StepOf<typeof disbursementCalls, '/withdrawal/apply'>}
    >
      <p>{t('confirm_what', { debit: format.amount(quote.debit ?? subject.amount) })}</p>
      <Facts>
        <Fact label={t('amount')}>
          <Amount value={subject.amount} />
        </Fact>
        <Fact label={t('fee')}>{quote.fee !== null && <Amount value={quote.fee} />}</Fact>
        <Fact label={t('debit')}>
          <strong>{quote.debit !== null && <Amount value={quote.debit} />}</strong>
        </Fact>
        {card && <Fact label={t('card')}>{[card.holder, card.bankName ?? t('alipay'), card.account].join(' · ')}</Fact>}
        <Fact label={t('arrives')}>
          <Time at={quote.expectedAt} />
        </Fact>
      </Facts>
      <EarlierNotice earlier={earlier} />
    </PaymentDialog>
  );
}
