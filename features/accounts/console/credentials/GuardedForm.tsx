/** A form that changes credentials: its fields, the second step that its call requires, and the submit button. */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { fieldFault } from '#foundation/console/form/field-fault.ts';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import type { StepPolicy } from '#foundation/core/calls.ts';
import { credentialTexts } from '../../credential-words.ts';
import type { CurrentUser } from './AccountPage.tsx';
import { useSecondStep } from '../use-second-step.ts';

const NONE: readonly string[] = [];

export interface GuardedFormProps<Input extends { verifyCode: string }> {
  /** The call's second-step policy. */
  policy: StepPolicy;
  user: CurrentUser;
  schema: z.ZodType<Input>;
  /** The names of the form's own fields. They start empty and are emptied again on success. */
  fields: readonly string[];
  /** Those of them that are shown and that the schema leaves to the server, which knows which of them it needs. */
  required?: readonly string[];
  send: (input: Input) => Promise<unknown>;
  /** The label of the form and its button. */
  act: string;
  done: string;
  children: ReactNode;
}

export function GuardedForm<Input extends { verifyCode: string }>({
  policy,
  user,
  schema,
  fields,
  required = NONE,
  send,
  act,
  done,
  children,
}: GuardedFormProps<Input>) {
  const step = useSecondStep(policy, user);
  const form = useForm({
    schema,
    texts: credentialTexts,
    initial: Object.fromEntries([...fields, 'verifyType', 'verifyCode'].map((name) => [name, ''])),
    input: step.input,
    check: (values) => required.filter((name) => !values[name]).map((name) => fieldFault(name, 'required')),
    onSubmit: async (input) => {
      if (!(await step.send(form, input, () => send(input)))) return;
      form.reset();
      showToast(done, 'good');
    },
  });
  return (
    <Form form={form} label={act}>
      {children}
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div>
        <SubmitButton>{act}</SubmitButton>
      </div>
    </Form>
  );
}
