/**
 * An invited person chooses a username and a password. Does not log in: the new operator does, and sees at once whether
 * the password was typed as meant.
 */
import { NewPasswordField } from '#features/accounts/console/credentials/NewPasswordField.tsx';
import { PublicPageFrame } from '#features/accounts/console/public/PublicPageFrame.tsx';
import { UsernameField } from '#features/accounts/console/public/UsernameField.tsx';
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { callApi } from '#foundation/console/wire/api.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { joinWords } from '../join-words.ts';
import { joinTexts } from '../join-error-words.ts';
import { joinCalls } from './calls.ts';

const joinSchema = () => import('../join-contract.ts').then(({ JoinStaff }) => JoinStaff);

function JoinScreen() {
  const t = useWords(joinWords);
  const { token = '' } = useCell(hashAddress).params;
  return (
    <PublicPageFrame
      title={t('join_heading')}
      hint={t(token === '' ? 'join_incomplete' : 'join_hint')}
      below={<a href="#/login">{t('join_to_login')}</a>}
    >
      {token !== '' && <JoinForm key={token} token={token} />}
    </PublicPageFrame>
  );
}

function JoinForm({ token }: { token: string }) {
  const t = useWords(joinWords);
  const form = useForm({
    schema: joinSchema,
    texts: joinTexts,
    initial: { token, username: '', password: '', confirmPassword: '' },
    onSubmit: async (input) => {
      await callApi(joinCalls, '/staff/join', input);
      showToast(t('joined'), 'good');
      // The link is used up: remove it from the browser's history too.
      goTo('/login', { replace: true });
    },
  });
  return (
    <Form form={form} label={t('join_heading')}>
      <UsernameField />
      <NewPasswordField label={t('join_password')} />
      <PasswordField name="confirmPassword" label={t('join_repeat')} autoComplete="new-password" maxLength={64} />
      <SubmitButton size="md" fullWidth>
        {t('join_act')}
      </SubmitButton>
    </Form>
  );
}

export { JoinScreen as Screen };
