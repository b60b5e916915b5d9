/**
 * The dialog around the last question before an act: what will happen, its fields, and the second step. What is wrong
 * stays in the dialog, and closing it loses nothing that was typed.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, type FormState, type FormValues, SubmitButton, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused, SecondStepNeeded } from '#foundation/console/wire/api-errors.ts';
import { reportError } from '#foundation/console/wire/api.ts';
import classes from './StepDialog.module.css';
import type { SecondStepState } from './use-second-step.ts';

export interface StepDialogProps {
  opened: boolean;
  title: string;
  /** What will happen, and further fields. */
  children: ReactNode;
  /** The action, as the button's text: "Withdraw ¥1,200.00". */
  act: string;
  dangerous?: boolean;
  /** Called when the user closes the dialog, and after the act. */
  onClose: () => void;
}

export function StepDialog<Values extends FormValues>({
  form,
  proof,
  opened,
  title,
  children,
  act,
  dangerous = false,
  onClose,
}: StepDialogProps & {
  form: FormState<Values>;
  /** The last fields: the reason, a password, the second step. */ proof: ReactNode;
}) {
  const t = useWords(kitWords);
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
        {proof}
        <div className={classes.buttons}>
          <SubmitButton {...(dangerous ? { color: 'red', variant: 'light' } : {})}>{act}</SubmitButton>
          <Button variant="default" disabled={form.sending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Sends the dialog's call, by a quiet action: shows its error in the dialog, or empties and closes it. */
export async function sendFromDialog<Values extends FormValues>(
  { form, step, onClose }: { form: FormState<Values>; step: SecondStepState; onClose: () => void },
  given: { verifyCode: string },
  work: () => Promise<unknown>,
): Promise<void> {
  let isDone: boolean;
  try {
    isDone = await step.send(form, given, work);
  } catch (error) {
    const hasPlace = error instanceof CallRefused && error.error === 'second_step_wrong';
    if (!hasPlace && (error instanceof CallRefused || error instanceof CallFailed))
      form.setError(WHOLE_FORM, error.message);
    else if (!(error instanceof SecondStepNeeded)) reportError(error);
    throw error;
  }
  if (!isDone) return;
  form.reset();
  onClose();
}
