/** The confirmation before a withdrawal, with the server's current figures. */
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { CardRow } from '#features/cards/contract.ts';
import { withdrawWords } from '../../screen-words.ts';
import type { Quote } from './quote-of.ts';

export interface WithdrawalToConfirm {
  amount: string;
  card: CardRow | undefined;
  quote: Quote;
}

export interface ConfirmWithdrawalProps {
  subject: WithdrawalToConfirm | undefined;
  opened: boolean;
  onAnswer: (yes: boolean) => void;
}

export function ConfirmWithdrawal({ subject, opened, onAnswer }: ConfirmWithdrawalProps) {
  const t = useWords(withdrawWords);
  const format = useFormat();
  if (!subject) return null;
  const { card, quote } = subject;
  const amount = format.amount(subject.amount);
  return (
    <ConfirmDialog
      opened={opened}
      title={t('confirm_title', { amount })}
      act={t('act_amount', { amount })}
      onConfirm={async () => onAnswer(true)}
      onClose={() => onAnswer(false)}
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
    </ConfirmDialog>
  );
}
