/**
 * Asks why, and for the second step, before an act of an operator. What is wrong stays in the dialog, and closing it loses
 * nothing that was typed.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import type { FieldFault } from '#foundation/console/form/field-fault.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused, SecondStepNeeded } from '#foundation/console/wire/api-errors.ts';
import { reportError } from '#foundation/console/wire/api.ts';
import type { Words } from '#foundation/core/words.ts';
import { staffTexts } from '../words.ts';
import classes from './Staff.module.css';

export interface ActDialogProps<Input extends { verifyCode: string }> {
  opened: boolean;
  title: string;
  /** What will happen, and further fields. */
  children: ReactNode;
  /** The action, as the button's text. */
  act: string;
  dangerous?: boolean;
  schema: z.ZodType<Input>;
  /** The texts of the call's field errors; those of staff by default. */
  texts?: Words;
  /** Of the schema's input, what is not typed. */
  more?: object;
  /** Finds what the schema can't know. */
  check?: (values: FormValues) => readonly FieldFault[];
  /** Further values of the form, as they are at first. */
  initial?: FormValues;
  /** Maps the typed values to the schema's input. Default: unchanged. */
  input?: (values: FormValues) => Readonly<Record<string, unknown>>;
  /** The field that says why, and its label, if the call takes a reason. */
  why?: { name: 'reason' | 'remark'; label: string };
  /** Sends the call, by a quiet action: the dialog shows its errors. Return false to keep the dialog open. */
  onSend: (input: Input) => Promise<unknown>;
  onClose: () => void;
}

export function ActDialog<Input extends { verifyCode: string }>(props: ActDialogProps<Input>) {
  const user = useMe().data?.userinfo;
  return user && <ActForm {...props} user={user} />;
}

const NOTHING: FormValues = {};

function ActForm<Input extends { verifyCode: string }>({
  opened,
  title,
  children,
  act,
  dangerous = false,
  schema,
  texts = staffTexts,
  more,
  check,
  initial = NOTHING,
  input,
  why,
  onSend,
  onClose,
  user,
}: ActDialogProps<Input> & { user: CurrentUser }) {
  const t = useWords(kitWords);
  const step = useSecondStep('strongest', user);
  const form = useForm<FormValues, Input>({
    schema,
    texts,
    initial: { ...initial, ...(why && { [why.name]: '' }), verifyType: '', verifyCode: '' },
    input: (values) => {
      const stepped = step.input(values);
      return { ...(input ? { ...input(stepped), verifyType: stepped['verifyType'] } : stepped), ...more };
    },
    ...(check ? { check } : {}),
    onSubmit: async (sent) => {
      const isDone = await step
        .send(form, sent, () => onSend(sent))
        .catch((error: unknown) => {
          const hasPlace = error instanceof CallRefused && error.error === 'second_step_wrong';
          if (!hasPlace && (error instanceof CallRefused || error instanceof CallFailed))
            form.setError(WHOLE_FORM, error.message);
          else if (!(error instanceof SecondStepNeeded)) reportError(error);
          throw error;
        });
      if (!isDone) return;
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
        {why && <TextField name={why.name} label={why.label} maxLength={200} autoComplete="off" />}
        <SecondStep methods={step.methods} mobile={user.mobile} />
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
