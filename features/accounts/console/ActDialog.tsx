/** Asks why, and for the second step, before an act of an operator. */
import type { z } from 'zod';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import type { FieldFault } from '#foundation/console/form/field-fault.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { type FormValues, useForm } from '#foundation/console/form/form.tsx';
import type { Words } from '#foundation/core/words.ts';
import type { CurrentUser } from './credentials/AccountPage.tsx';
import { sendFromDialog, StepDialog, type StepDialogProps } from './StepDialog.tsx';
import { useMe } from './use-me.ts';
import { useSecondStep } from './use-second-step.ts';

export interface ActDialogProps<Input extends { verifyCode: string }> extends StepDialogProps {
  schema: z.ZodType<Input>;
  /** The texts of the call's field errors. */
  texts: Words;
  /** Further values of the form, as they are at first. */
  initial?: FormValues;
  /** Maps the typed values to the schema's input, and adds what is not typed. Default: unchanged. */
  input?: (typed: FormValues) => object;
  /** Finds what the schema can't know. */
  check?: (values: FormValues) => readonly FieldFault[];
  /** The field that says why, and its label, if the call takes a reason. */
  why?: { name: 'reason' | 'remark'; label: string; hint?: string };
  /** Sends the call, by a quiet action: the dialog shows its errors. */
  onSend: (input: Input) => Promise<unknown>;
}

export function ActDialog<Input extends { verifyCode: string }>(props: ActDialogProps<Input>) {
  const user = useMe().data?.userinfo;
  return user && <ActForm {...props} user={user} />;
}

const NOTHING: FormValues = {};
const unchanged = (typed: FormValues): object => typed;

function ActForm<Input extends { verifyCode: string }>({
  schema,
  texts,
  initial = NOTHING,
  input = unchanged,
  check,
  why,
  onSend,
  user,
  children,
  ...dialog
}: ActDialogProps<Input> & { user: CurrentUser }) {
  const step = useSecondStep('strongest', user);
  const form = useForm<FormValues, Input>({
    schema,
    texts,
    initial: { ...initial, ...(why && { [why.name]: '' }), verifyType: '', verifyCode: '' },
    input: (values) => {
      const typed = step.input(values);
      return { ...input(typed), verifyType: typed['verifyType'] };
    },
    ...(check ? { check } : {}),
    onSubmit: async (sent) => {
      await sendFromDialog({ form, step, onClose: dialog.onClose }, sent, () => onSend(sent));
    },
  });
  return (
    <StepDialog
      {...dialog}
      form={form}
      proof={
        <>
          {why && (
            <TextField name={why.name} label={why.label} description={why.hint} maxLength={200} autoComplete="off" />
          )}
          <SecondStep methods={step.methods} mobile={user.mobile} />
        </>
      }
    >
      {children}
    </StepDialog>
  );
}
