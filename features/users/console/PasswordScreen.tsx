/** Changing the login password. */
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { PasswordField } from '#foundation/console/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form.tsx';
import { Panel } from '#foundation/console/layout.tsx';
import { showToast } from '#foundation/console/toasts.ts';
import { useAct } from '#foundation/console/use-call.ts';
import { useWords } from '#foundation/console/words.tsx';
import { accountTitles } from '../account-titles.ts';
import { accountWords } from '../account-words.ts';
import { userCalls } from '../contract.ts';
import { credentialTexts } from '../credential-words.ts';
import { ChangePassword } from '../credentials.ts';
import { AccountPage, type Reader } from './AccountPage.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';
import { useSecondStep } from './use-second-step.ts';

function PasswordScreen() {
  const t = useWords(accountWords);
  const title = useWords(accountTitles)('password');
  return (
    <AccountPage title={title} hint={t('password_hint')} notes={() => ['note_password', 'note_sessions']}>
      {(reader) => (
        <Panel>
          <PasswordForm reader={reader} />
        </Panel>
      )}
    </AccountPage>
  );
}

const EMPTY = { oldPassword: '', password: '', confirmPassword: '', verifyType: '', verifyCode: '' };

function PasswordForm({ reader }: { reader: Reader }) {
  const t = useWords(accountWords);
  const change = useAct(userCalls, '/user/changePassword', { refreshes: ['/user/info'] });
  const step = useSecondStep('/user/changePassword', reader);
  const form = useForm({
    schema: ChangePassword,
    texts: credentialTexts,
    initial: EMPTY,
    input: step.input,
    onSubmit: async (input) => {
      if (!(await step.send(form, input, () => change.mutateAsync(input)))) return;
      form.reset();
      showToast(t('password_changed'), 'good');
    },
  });
  return (
    <Form form={form} label={t('change_password')}>
      <PasswordField name="oldPassword" label={t('old_password')} autoComplete="current-password" maxLength={64} />
      <div>
        <PasswordField name="password" label={t('new_password')} autoComplete="new-password" maxLength={64} />
        <PasswordStrength password={form.values.password} username={reader.username} />
      </div>
      <PasswordField name="confirmPassword" label={t('repeat_password')} autoComplete="new-password" maxLength={64} />
      <SecondStep methods={step.methods} mobile={reader.mobile} />
      <div>
        <SubmitButton>{t('change_password')}</SubmitButton>
      </div>
    </Form>
  );
}

export { PasswordScreen as Screen };
