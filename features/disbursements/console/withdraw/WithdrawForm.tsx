/**
 * The withdrawal form: amount, card, payment password and second step. One filled form makes one withdrawal, however
 * often it is sent: a request without a response is sent again under the same name.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CallFailed, CallRefused } from '#foundation/console/wire/api-errors.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { newRequestId } from '#foundation/console/wire/request-id.ts';
import { useAction, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useSavedText } from '#foundation/console/wire/use-saved-input.ts';
import { useConfirmation } from '#foundation/console/wire/use-confirmation.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { InputOf } from '#foundation/core/calls.ts';
import { amountOnWire } from '#foundation/core/amount-text.ts';
import { parseAmount } from '#foundation/core/money.ts';
import type { CardRow } from '#features/cards/contract.ts';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from '#features/accounts/console/PaymentProof.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { ApplyWithdrawal } from '../../contract.ts';
import { disbursementCalls } from '../calls.ts';
import { withdrawWords } from '../../screen-words.ts';
import { disbursementTexts } from '../../words.ts';
import { CardChoice } from './CardChoice.tsx';
import { type WithdrawalToConfirm, ConfirmWithdrawal } from './ConfirmWithdrawal.tsx';
import { type EarlierAttempt, FormNotices, isClosed } from './FormNotices.tsx';
import { Price } from './Price.tsx';
import { amountFaults, type Quote } from './quote-of.ts';
import classes from './Withdraw.module.css';

/** The form's own fields. The request id is added when it is sent. */
const Typed = ApplyWithdrawal.omit({ requestId: true });

export interface WithdrawFormProps {
  user: CurrentUser;
  cards: readonly CardRow[];
  /** The quote without an amount: what can be withdrawn, and when. */
  quote: Quote;
  onMade: (orderNo: string) => void;
}

export function WithdrawForm({ user, cards, quote, onMade }: WithdrawFormProps) {
  const t = useWords(withdrawWords);
  const step = useSecondStep('strongest' satisfies StepOf<typeof disbursementCalls, '/withdrawal/apply'>, user);
  const price = useAction(disbursementCalls, '/withdrawal/quote');
  const confirmation = useConfirmation<WithdrawalToConfirm>();
  const { send, earlier } = useSending(onMade);
  const format = useFormat();
  const { currency } = useLocality();
  const shown = { least: format.amount(quote.minimum), most: format.amount(quote.maximum) };
  const form = useForm({
    schema: Typed,
    texts: disbursementTexts,
    initial: { amount: '', cardId: cards[0]?.id ?? '', ...NO_PAYMENT_PROOF },
    savedAs: { name: 'withdrawal', fields: ['amount', 'cardId'] },
    input: (values) => ({ ...step.input(values), amount: amountOnWire(values.amount, { currency }) }),
    check: ({ amount }) => amountFaults(amount, { quote, currency, shown }),
    onSubmit: async (typed) => {
      await step.send(form, typed, async () => {
        const { amount, cardId } = typed;
        const asked = {
          amount,
          card: cards.find(({ id }) => id === cardId),
          quote: await price.mutateAsync({ amount }),
        };
        if (await confirmation.ask(asked)) await send(typed);
      });
    },
  });
  return (
    <>
      <Form form={form} label={t('form')}>
        <FormNotices quote={quote} earlier={earlier} />
        <AmountField quote={quote} />
        <CardChoice cards={cards} />
        <Price />
        <PaymentProof step={step} user={user} />
        <SubmitAction closed={isClosed(quote)} />
      </Form>
      <ConfirmWithdrawal {...confirmation.shown} onAnswer={confirmation.answer} />
    </>
  );
}

type DisbursementCalls = NonNullable<(typeof disbursementCalls)['calls']>;

/** Sends under one name until the outcome is known, even if the session ends in the meantime. */
function useSending(onMade: (orderNo: string) => void) {
  const [requestId, setRequestId] = useSavedText('withdrawal request', newRequestId);
  const [earlier, setEarlier] = useState<EarlierAttempt>();
  const refresh = useRefresh();
  const apply = useAction(disbursementCalls, '/withdrawal/apply', {
    refreshes: ['/withdrawal/list', '/withdrawal/quote', '/user/info'],
  });
  const send = async (typed: Omit<InputOf<DisbursementCalls['/withdrawal/apply']>, 'requestId'>) => {
    try {
      const { orderNo } = await apply.mutateAsync({ ...typed, requestId });
      onMade(orderNo);
    } catch (error) {
      // The earlier request was accepted: this one is another withdrawal, if the user still wants it.
      const conflicts = error instanceof CallRefused && error.error === 'order_conflict';
      if (conflicts) setRequestId(newRequestId());
      setEarlier(error instanceof CallFailed ? 'unsure' : conflicts ? 'made_before' : undefined);
      // The reason of the refusal can be in the figures: closed by now, or less available.
      if (error instanceof CallRefused) await refresh('/withdrawal/quote', '/user/info', '/bankcard/normal');
      throw error;
    }
  };
  return { send, earlier };
}

function AmountField({ quote: { minimum, maximum, most } }: { quote: Quote }) {
  const t = useWords(withdrawWords);
  const form = useFormState();
  const format = useFormat();
  const { currency } = useLocality();
  return (
    <div className={classes.amountField}>
      <TextField
        name="amount"
        label={t('amount')}
        description={t('range', { from: format.amount(minimum), to: format.amount(maximum) })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        rightSection={currency}
        rightSectionWidth={56}
      />
      <Button
        variant="default"
        size="compact-sm"
        fw={400}
        disabled={parseAmount(most, currency) === undefined}
        onClick={() => form.set('amount', most)}
      >
        {t('all', { amount: format.amount(most) })}
      </Button>
    </div>
  );
}

/** The submit button, labeled with the amount. */
function SubmitAction({ closed }: { closed: boolean }) {
  const t = useWords(withdrawWords);
  const format = useFormat();
  const { currency } = useLocality();
  const amount = amountOnWire(useFormState().values['amount'] ?? '', { currency });
  return (
    <div>
      <SubmitButton disabled={closed}>
        {parseAmount(amount, currency) === undefined ? t('act') : t('act_amount', { amount: format.amount(amount) })}
      </SubmitButton>
    </div>
  );
}
