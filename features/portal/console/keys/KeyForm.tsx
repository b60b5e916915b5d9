/** What every act on a key takes: the payment proof, and for a replacement how long the old key stays valid. */
import { Button } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import type { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from '#features/accounts/console/PaymentProof.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { withPlainDigits } from '#foundation/core/typed-text.ts';
import { apiSettingsTexts } from '../../settings-words.ts';
import { settingsWords } from '../../settings-screen-words.ts';
import classes from '../Portal.module.css';

export interface KeyFormProps<Typed extends { verifyCode: string }> {
  user: CurrentUser;
  /** The action, as the button's text. */
  act: string;
  schema: z.ZodType<Typed>;
  /** Asks for the hours of the overlap. */
  hours?: boolean;
  dangerous?: boolean;
  onSend: (typed: Typed) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

const USUAL_HOURS = '24';

export function KeyForm<Typed extends { verifyCode: string }>({
  user,
  act,
  schema,
  hours = false,
  dangerous = false,
  onSend,
  onClose,
  children,
}: KeyFormProps<Typed>) {
  const t = useWords(settingsWords);
  const kit = useWords(kitWords);
  const step = useSecondStep('strongest', user);
  const stepInput = step.input;
  const input = useCallback(
    (values: FormValues) => {
      const { overlapHours = '', ...proof } = stepInput(values);
      const text = withPlainDigits(overlapHours).trim();
      return hours ? { ...proof, overlapHours: /^\d+$/.test(text) ? Number(text) : text } : proof;
    },
    [stepInput, hours],
  );
  const form = useForm({
    schema,
    texts: apiSettingsTexts,
    initial: { overlapHours: USUAL_HOURS, ...NO_PAYMENT_PROOF },
    input,
    onSubmit: async (typed) => void (await step.send(form, typed, () => onSend(typed))),
  });
  return (
    <Form form={form} label={act}>
      {children}
      {hours && (
        <TextField
          name="overlapHours"
          label={t('overlap_hours')}
          description={t('overlap_hint')}
          inputMode="numeric"
          autoComplete="off"
          reading="number"
          maxLength={3}
        />
      )}
      <PaymentProof step={step} user={user} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton {...(dangerous ? { color: 'red' } : {})}>{act}</SubmitButton>
      </div>
    </Form>
  );
}
