/**
 * Resets a forgotten password with a link that an operator made. Does not log in: the user does, with the new password.
 */
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { callApi } from '#foundation/console/wire/api.ts';
import { userCalls } from '../calls.ts';
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { resetWords } from '../../reset-words.ts';
import { userTexts } from '../../words.ts';
import { PublicPageFrame } from './PublicPageFrame.tsx';
import { NewPasswordField } from '../credentials/NewPasswordField.tsx';

const resetSchema = () => import('../../contract.ts').then(({ ResetPassword }) => ResetPassword);

function ResetPasswordScreen() {
  const t = useWords(resetWords);
  const { token = '' } = useCell(hashAddress).params;
  return (
    <PublicPageFrame
      title={t('reset_title')}
      hint={<SupportText text={t(token === '' ? 'reset_incomplete' : 'reset_hint')} />}
      below={<a href="#/login">{t('to_login')}</a>}
    >
      {token !== '' && <ResetForm key={token} token={token} />}
    </PublicPageFrame>
  );
}

function ResetForm({ token }: { token: string }) {
  const t = useWords(resetWords);
  const form = useForm({
    schema: resetSchema,
    texts: userTexts,
    initial: { token, password: '', confirmPassword: '' },
    onSubmit: async (input) => {
      await callApi(userCalls, '/user/resetPassword', input);
      showToast(t('password_set'), 'good');
      // The link is used up: remove it from the browser's history too.
      goTo('/login', { replace: true });
    },
  });
  return (
    <Form form={form} label={t('reset_title')}>
      <NewPasswordField label={t('new_password')} />
      <PasswordField name="confirmPassword" label={t('repeat_password')} autoComplete="new-password" maxLength={64} />
      <SubmitButton size="md" fullWidth>
        {t('set_password')}
      </SubmitButton>
    </Form>
  );
}

export { ResetPasswordScreen as Screen };
