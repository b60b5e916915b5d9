/** Shows what is bound, with the form that removes it. */
import type { ReactNode } from 'react';
import { Form, type FormState, SubmitButton } from '#foundation/console/form/form.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { accountWords } from '../../account-words.ts';
import classes from './AccountPage.module.css';

export interface UnbindingProps {
  /** What is bound; `use` says what it is for. */
  bound: ReactNode;
  use: string;
  /** How to remove it. */
  lead: string;
  form: FormState;
  /** The label of the form and its button. */
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
