/** The form that removes a card: says what the removal means, and asks for the payment password and the second step. */
import { Button } from '@mantine/core';
import { useCallback } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from '#features/accounts/console/PaymentProof.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { Form, type FormValues, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { type CardRow, RemoveCard } from '../contract.ts';
import { cardCalls } from './calls.ts';
import { cardScreenWords } from '../screen-words.ts';
import { cardTexts } from '../words.ts';
import classes from './CardList.module.css';

export interface RemoveCardFormProps {
  card: CardRow;
  user: CurrentUser;
  onClose: () => void;
}

export function RemoveCardForm({ card, user, onClose }: RemoveCardFormProps) {
  const t = useWords(cardScreenWords);
  const kit = useWords(kitWords);
  const remove = useAction(cardCalls, '/bankcard/remove', { refreshes: ['/bankcard/list', '/bankcard/normal'] });
  const step = useSecondStep('strongest' satisfies StepOf<typeof cardCalls, '/bankcard/remove'>, user);
  const stepInput = step.input;
  const input = useCallback((values: FormValues) => ({ ...stepInput(values), id: card.id }), [stepInput, card.id]);
  const form = useForm({
    schema: RemoveCard,
    texts: cardTexts,
    initial: NO_PAYMENT_PROOF,
    input,
    onSubmit: async (typed) => {
      if (!(await step.send(form, typed, () => remove.mutateAsync(typed)))) return;
      showToast(t('removed'), 'good');
      onClose();
    },
  });
  return (
    <Form form={form} label={t('remove_title')}>
      <p className={classes.text}>{t('remove_what', { card: card.account, holder: card.holder })}</p>
      <PaymentProof step={step} user={user} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton color="red">{t('remove')}</SubmitButton>
      </div>
    </Form>
  );
}
