/** Checks whether a signature was made by the private key of a public key, before the public key is saved. */
import { useState } from 'react';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { Form, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { TestKey } from '../../settings-contract.ts';
import { apiSettingsTexts } from '../../settings-words.ts';
import { settingsWords } from '../../settings-screen-words.ts';
import { apiSettingsCalls } from '../calls.ts';
import classes from '../Portal.module.css';

const MAX_CHARACTERS = 20_000;

export function TestKeyForm() {
  const t = useWords(settingsWords);
  const test = useAction(apiSettingsCalls, '/apisettings/testKey', { quiet: true });
  const [valid, setValid] = useState<boolean>();
  const form = useForm({
    schema: TestKey,
    texts: apiSettingsTexts,
    initial: { merchantPublicKey: '', text: '', signature: '' },
    onSubmit: async (typed) => {
      setValid(undefined);
      try {
        setValid((await test.mutateAsync(typed)).valid);
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        form.setError('merchantPublicKey' in error.fields ? 'merchantPublicKey' : WHOLE_FORM, error.message);
      }
    },
  });
  return (
    <Form form={form} label={t('test')}>
      <p className={classes.quiet}>{t('test_hint')}</p>
      <TextAreaField name="merchantPublicKey" label={t('public_key')} maxLength={MAX_CHARACTERS} rows={4} />
      <TextAreaField name="text" label={t('text')} maxLength={MAX_CHARACTERS} />
      <TextAreaField name="signature" label={t('signature')} maxLength={MAX_CHARACTERS} />
      <div className={classes.buttons}>
        <SubmitButton>{t('test_act')}</SubmitButton>
      </div>
      {valid !== undefined && (
        <p className={classes.text} role="status">
          <StatusBadge tone={valid ? 'good' : 'bad'}>{t(valid ? 'test_valid' : 'test_invalid')}</StatusBadge>
        </p>
      )}
    </Form>
  );
}
