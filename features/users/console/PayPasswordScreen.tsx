/** Setting the payment password by the login password, or changing it by the old one. */
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
import { SetPayPassword } from '../credentials.ts';
import { AccountPage, type Reader } from './AccountPage.tsx';
import { useSecondStep } from './use-second-step.ts';

function PayPasswordScreen() {
  const t = useWords(accountWords);
  const title = useWords(accountTitles)('pay_password');
  return (
    <AccountPage
      title={title}
      hint={t('pay_password_hint')}
      notes={({ hasPayPassword }) => [hasPayPassword ? 'note_pay_forgotten' : 'note_pay_first', 'note_pay_tries', 'note_sessions']}
    >
      {(reader) => (
        <Panel>
          <PayPasswordForm key={String(reader.hasPayPassword)} reader={reader} />
        </Panel>
      )}
    </AccountPage>
  );
}

const EMPTY = { oldPassword: '', loginPassword: '', password: '', confirmPassword: '', verifyType: '', verifyCode: '' };

function PayPasswordForm({ reader }: { reader: Reader }) {
  const t = useWords(accountWords);
  const isFirst = !reader.hasPayPassword;
  const set = useAct(userCalls, '/user/setPayPassword', { refreshes: ['/user/info', '/dashboard/summary'] });
  const step = useSecondStep('/user/setPayPassword', reader);
  const form = useForm({
    schema: SetPayPassword,
    texts: credentialTexts,
    initial: EMPTY,
    input: step.input,
    onSubmit: async (input) => {
      if (!(await step.send(form, input, () => set.mutateAsync(input)))) return;
      form.reset();
      showToast(t(isFirst ? 'pay_password_set' : 'pay_password_changed'), 'good');
    },
  });
  const act = t(isFirst ? 'set_pay_password' : 'change_pay_password');
  return (
    <Form form={form} label={act}>
      {isFirst ? (
        <PasswordField name="loginPassword" label={t('login_password')} autoComplete="current-password" maxLength={64} />
      ) : (
        <PasswordField name="oldPassword" label={t('old_pay_password')} autoComplete="off" inputMode="numeric" maxLength={6} />
      )}
      <PasswordField
        name="password"
        label={t('new_pay_password')}
        description={t('pay_password_digits')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={6}
      />
      <PasswordField name="confirmPassword" label={t('repeat_pay_password')} autoComplete="off" inputMode="numeric" maxLength={6} />
      <SecondStep methods={step.methods} mobile={reader.mobile} />
      <div>
        <SubmitButton>{act}</SubmitButton>
      </div>
    </Form>
  );
}

export { PayPasswordScreen as Screen };
