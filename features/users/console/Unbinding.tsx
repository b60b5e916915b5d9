/** What is bound, and the form that removes it. */
import type { ReactNode } from 'react';
import { Form, type FormState, SubmitButton } from '#foundation/console/form/form.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { accountWords } from '../account-words.ts';
import classes from './AccountPage.module.css';

export interface UnbindingProps {
  /** What is bound, and what it is for. */
  bound: ReactNode;
  use: string;
  /** What to do so that it is removed. */
  lead: string;
  form: FormState;
  /** The act: it names the form and its button. */
  act: string;
  children: ReactNode;
}

export function Unbinding({ bound, use, lead, form, act, children }: UnbindingProps) {
  const t = useWords(accountWords);
  return (
    <>
      <div className={classes.bound}>
        <div>
          {bound}
          <span>{use}</span>
        </div>
        <StatusBadge tone="good">{t('bound')}</StatusBadge>
      </div>
      <p className={classes.lead}>{lead}</p>
      <Form form={form} label={act}>
        {children}
        <div>
          <SubmitButton color="red" variant="outline">
            {act}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}
