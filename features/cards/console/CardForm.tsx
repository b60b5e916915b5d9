/** The form for a new or a changed card. A changed card's account is never shown again; leaving it empty keeps it. */
import { Button } from '@mantine/core';
import { useCallback } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from '#features/accounts/console/PaymentProof.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { Form, type FormValues, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { AddCard, type CardRow, EditCard } from '../contract.ts';
import { cardCalls } from './calls.ts';
import { cardScreenWords } from '../screen-words.ts';
import { cardTexts } from '../words.ts';
import { BeneficiaryFields, isAlipayIn, withoutHiddenFields } from './BeneficiaryFields.tsx';
import classes from './CardList.module.css';

export interface CardFormProps {
  /** The card to change; undefined for a new one. */
  card: CardRow | undefined;
  user: CurrentUser;
  onClose: () => void;
}

const CHANGES = { refreshes: ['/bankcard/list', '/bankcard/normal'] };

export function CardForm({ card, user, onClose }: CardFormProps) {
  const t = useWords(cardScreenWords);
  const kit = useWords(kitWords);
  const add = useAction(cardCalls, '/bankcard/add', CHANGES);
  const edit = useAction(cardCalls, '/bankcard/edit', CHANGES);
  const step = useSecondStep('strongest' satisfies StepOf<typeof cardCalls, '/bankcard/add' | '/bankcard/edit'>, user);
  const id = card?.id;
  const stepInput = step.input;
  const input = useCallback(
    (values: FormValues) => ({ ...stepInput(withoutHiddenFields(values)), ...(id === undefined ? {} : { id }) }),
    [stepInput, id],
  );
  const form = useForm({
    schema: card ? EditCard : AddCard,
    texts: cardTexts,
    initial: {
      type: card?.type ?? 'bank',
      holder: card?.holder ?? '',
      bank: card?.bank ?? '',
      branch: card?.branch ?? '',
      account: '',
      ...NO_PAYMENT_PROOF,
    },
    savedAs: { name: `card ${id ?? 'new'}`, fields: ['type', 'holder', 'bank', 'branch', 'account'] },
    input,
    onSubmit: async (typed) => {
      let status: CardRow['status'] = 'approved';
      const send = async () => {
        const saved = await (id === undefined ? add.mutateAsync(typed) : edit.mutateAsync({ ...typed, id }));
        status = saved.status;
      };
      if (!(await step.send(form, typed, send))) return;
      const phrase = card ? 'changed' : 'added';
      showToast(t(status === 'approved' ? phrase : `${phrase}_pending`), 'good');
      onClose();
    },
  });
  return (
    <Form form={form} label={t(card ? 'edit_title' : 'add')}>
      <AccountFields card={card} />
      <PaymentProof step={step} user={user} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t(card ? 'save' : 'add')}</SubmitButton>
      </div>
    </Form>
  );
}

function AccountFields({ card }: { card: CardRow | undefined }) {
  const t = useWords(cardScreenWords);
  const { values } = useFormState();
  const isAlipay = isAlipayIn(values);
  const keepHint = card?.type === values['type'] ? t('account_stays', { card: card?.account ?? '' }) : undefined;
  return (
    <BeneficiaryFields
      labels={{
        type: t('type'),
        type_bank: t('type_bank'),
        type_alipay: t('type_alipay'),
        holder: t('holder'),
        bank: t('bank'),
        branch: t('branch'),
        account: t(isAlipay ? 'alipay_account' : 'card_number'),
      }}
      hints={{ holder: t('holder_hint'), account: keepHint ?? (isAlipay ? t('alipay_hint') : undefined) }}
    />
  );
}
