/** Sets the payment password with the login password, or changes it with the old one. */
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { accountTitles } from '../../account-titles.ts';
import { accountWords } from '../../account-words.ts';
import { userCalls } from '../calls.ts';
import { SetPayPassword } from '../../credential-changes.ts';
import { AccountPage, type CurrentUser } from './AccountPage.tsx';
import { GuardedForm } from './GuardedForm.tsx';

function PayPasswordScreen() {
  const t = useWords(accountWords);
  const title = useWords(accountTitles)('pay_password');
  return (
    <AccountPage
      current="pay_password"
      title={title}
      hint={t('pay_password_hint')}
      notes={({ hasPayPassword }) => [
        hasPayPassword ? 'note_pay_forgotten' : 'note_pay_first',
        'note_pay_tries',
        'note_sessions',
      ]}
    >
      {(user) => (
        <Panel>
          <PayPasswordForm key={String(user.hasPayPassword)} user={user} />
        </Panel>
      )}
    </AccountPage>
  );
}

function PayPasswordForm({ user }: { user: CurrentUser }) {
  const t = useWords(accountWords);
  const isFirst = !user.hasPayPassword;
  const set = useAction(userCalls, '/user/setPayPassword', { refreshes: ['/user/info', '/dashboard/summary'] });
  return (
    <GuardedForm
      policy={'strongest' satisfies StepOf<typeof userCalls, '/user/setPayPassword'>}
      user={user}
      schema={SetPayPassword}
      fields={['oldPassword', 'loginPassword', 'password', 'confirmPassword']}
      required={[isFirst ? 'loginPassword' : 'oldPassword']}
      send={(input) => set.mutateAsync(input)}
      act={t(isFirst ? 'set_pay_password' : 'change_pay_password')}
      done={t(isFirst ? 'pay_password_set' : 'pay_password_changed')}
    >
      {isFirst ? (
        <PasswordField
          name="loginPassword"
          label={t('login_password')}
          autoComplete="current-password"
          maxLength={64}
        />
      ) : (
        <PasswordField
          name="oldPassword"
          label={t('old_pay_password')}
          autoComplete="off"
          inputMode="numeric"
          reading="code"
          maxLength={6}
        />
      )}
      <PasswordField
        name="password"
        label={t('new_pay_password')}
        description={t('pay_password_digits')}
        autoComplete="off"
        inputMode="numeric"
        reading="code"
        maxLength={6}
      />
      <PasswordField
        name="confirmPassword"
        label={t('repeat_pay_password')}
        autoComplete="off"
        inputMode="numeric"
        reading="code"
        maxLength={6}
      />
    </GuardedForm>
  );
}

export { PayPasswordScreen as Screen };
