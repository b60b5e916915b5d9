/**
 * An operator's decision about something of a member: what it means, a remark from a list or in own words, the second
 * step, and a button that names the act.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { ChoiceCards } from '#foundation/console/form/ChoiceCards.tsx';
import { Form, type FormSchema, type FormValues, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Words } from '#foundation/core/words.ts';
import type { CurrentUser } from '../credentials/AccountPage.tsx';
import { useSecondStep } from '../use-second-step.ts';
import classes from './DecisionForm.module.css';

export interface RemarkField {
  name: string;
  label: string;
  description?: string;
  maxLength: number;
}

export interface RemarkTemplates {
  /** The name of the call's field. */
  name: string;
  label: string;
  /** By name. */
  texts: Words;
}

export interface DecisionFormProps<Output extends { verifyCode: string }> {
  user: CurrentUser;
  schema: FormSchema<Output>;
  texts: Words;
  /** What is decided, and how. */
  fixed: Readonly<Record<string, string>>;
  templates?: RemarkTemplates | undefined;
  remark?: RemarkField | undefined;
  act: string;
  dangerous?: boolean;
  /** What will happen. */
  children?: ReactNode;
  send: (output: Output) => Promise<unknown>;
  onDone: () => void;
  onLeave: () => void;
}

export function DecisionForm<Output extends { verifyCode: string }>(props: DecisionFormProps<Output>) {
  const {
    user,
    schema,
    texts,
    fixed,
    templates,
    remark,
    act,
    dangerous = false,
    children,
    send,
    onDone,
    onLeave,
  } = props;
  const kit = useWords(kitWords);
  const step = useSecondStep('strongest', user);
  const stepInput = step.input;
  const templateName = templates?.name;
  const input = useCallback(
    (values: FormValues) => {
      const given = Object.entries(stepInput(values)).filter(([name, value]) => name !== templateName || value !== '');
      return { ...Object.fromEntries(given), ...fixed };
    },
    [stepInput, fixed, templateName],
  );
  const names = [templateName, remark?.name, 'verifyType', 'verifyCode'].filter((name) => name !== undefined);
  const form = useForm({
    schema,
    texts,
    initial: Object.fromEntries(names.map((name) => [name, ''])) as FormValues,
    input,
    onSubmit: async (output) => {
      if (await step.send(form, output, () => send(output))) onDone();
    },
  });
  return (
    <Form form={form} label={act}>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {templates && (
        <ChoiceCards
          name={templates.name}
          label={templates.label}
          options={Object.keys(templates.texts).map((value) => ({
            value,
            facts: <TemplateText texts={templates.texts} name={value} />,
          }))}
        />
      )}
      {remark && <TextAreaField rows={2} {...remark} />}
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onLeave}>
          {kit('cancel')}
        </Button>
        <SubmitButton {...(dangerous ? { color: 'red' as const, variant: 'light' } : {})}>{act}</SubmitButton>
      </div>
    </Form>
  );
}

function TemplateText({ texts, name }: { texts: Words; name: string }) {
  return <span>{useWords(texts)(name)}</span>;
}
