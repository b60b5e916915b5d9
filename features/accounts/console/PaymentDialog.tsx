/**
 * The last question before money moves: what will happen, in figures, then the payment password and the second step.
 * What is wrong stays in the dialog, and closing it loses nothing that was typed. A code is typed only now, so it does
 * not expire while the figures are read.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { Form, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused, SecondStepNeeded } from '#foundation/console/wire/api-errors.ts';
import { reportError } from '#foundation/console/wire/api.ts';
import type { StepPolicy } from '#foundation/core/calls.ts';
import type { Words } from '#foundation/core/words.ts';
import { paymentProofFields } from '../payment-proof.ts';
import type { CurrentUser } from './credentials/AccountPage.tsx';
import classes from './PaymentDialog.module.css';
import { NO_PAYMENT_PROOF, PaymentProof } from './PaymentProof.tsx';
import { useSecondStep } from './use-second-step.ts';

const Proof = z.object(paymentProofFields);
export type Proof = z.output<typeof Proof>;

export interface PaymentDialogProps {
  opened: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The action, as the button's text: "Withdraw ¥1,200.00". */
  act: string;
  /** The messages of the call. */
  texts: Words;
  policy: StepPolicy;
  user: CurrentUser;
  /** Sends the call with the proof, by a quiet action: the dialog shows its errors. */
  onPay: (proof: Proof) => Promise<unknown>;
  /** Called when the user closes the dialog, and after a payment. */
  onClose: () => void;
}

/** Render it closed too: it keeps what was typed. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { opened, title, children, act, texts, policy, user, onPay, onClose } = props;
  const t = useWords(kitWords);
  const step = useSecondStep(policy, user);
  const form = useForm({
    schema: Proof,
    texts,
    initial: NO_PAYMENT_PROOF,
    input: step.input,
    onSubmit: async (proof) => {
      const isPaid = await step
        .send(form, proof, () => onPay(proof))
        .catch((error: unknown) => {
          const hasPlace = error instanceof CallRefused && error.error === 'second_step_wrong';
          if (!hasPlace && (error instanceof CallRefused || error instanceof CallFailed))
            form.setError(WHOLE_FORM, error.message);
          else if (!(error instanceof SecondStepNeeded)) reportError(error);
          throw error;
        });
      if (!isPaid) return;
      form.reset();
      onClose();
    },
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeOnClickOutside={!form.sending}
      closeOnEscape={!form.sending}
      withCloseButton={false}
      padding="md"
    >
      <Form form={form} label={title}>
        <div className={classes.body}>{children}</div>
        <PaymentProof step={step} user={user} />
        <div className={classes.buttons}>
          <SubmitButton>{act}</SubmitButton>
          <Button variant="default" disabled={form.sending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
