/** Saves the filters of the address under a name. Loaded when it is opened. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { MAX_NAME, type ViewList } from '../rules.ts';
import { saveWords } from '../save-words.ts';
import { viewCalls } from './calls.ts';
import classes from './SaveViewForm.module.css';

export function SaveViewForm({ views, query, onSaved }: { views: ViewList; query: string; onSaved: () => void }) {
  const t = useWords(saveWords);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const save = useAction(viewCalls, '/view/save', { refreshes: ['/view/list'] });
  const submit = async () => {
    try {
      await save.mutateAsync({ list: views, name, query: query.replace(/^\?/, '') });
      onSaved();
    } catch (error) {
      if (error instanceof FieldErrors) setFault(Object.values(error.fields)[0]);
      // The reason is already shown as a toast.
      else if (!(error instanceof CallRefused || error instanceof CallFailed)) throw error;
    }
  };
  return (
    <form
      className={classes.form}
      aria-label={t('title')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        autoFocus
        label={t('name')}
        description={t('hint')}
        value={name}
        maxLength={MAX_NAME}
        error={fault}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" loading={save.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}
