/**
 * The last question before money moves: what will happen, in figures, then the payment password and the second step. A
 * code is typed only now, so it does not expire while the figures are read. Render it closed too: it keeps what was typed.
 */
import { z } from 'zod';
import { useForm } from '#foundation/console/form/form.tsx';
import type { StepPolicy } from '#foundation/core/calls.ts';
import type { Words } from '#foundation/core/words.ts';
import { paymentProofFields } from '../payment-proof.ts';
import type { CurrentUser } from './credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from './PaymentProof.tsx';
import { sendFromDialog, StepDialog, type StepDialogProps } from './StepDialog.tsx';
import { useSecondStep } from './use-second-step.ts';

const Proof = z.object(paymentProofFields);
export type Proof = z.output<typeof Proof>;

export interface PaymentDialogProps extends Omit<StepDialogProps, 'dangerous'> {
  /** The messages of the call. */
  texts: Words;
  policy: StepPolicy;
  user: CurrentUser;
  /** Sends the call with the proof, by a quiet action: the dialog shows its errors. */
  onPay: (proof: Proof) => Promise<unknown>;
}

export function PaymentDialog({ texts, policy, user, onPay, ...dialog }: PaymentDialogProps) {
  const step = useSecondStep(policy, user);
  const form = useForm({
    schema: Proof,
    texts,
    initial: NO_PAYMENT_PROOF,
    input: step.input,
    onSubmit: async (proof) => {
      await sendFromDialog({ form, step, onClose: dialog.onClose }, proof, () => onPay(proof));
    },
  });
  return <StepDialog {...dialog} form={form} proof={<PaymentProof step={step} user={user} />} />;
}
