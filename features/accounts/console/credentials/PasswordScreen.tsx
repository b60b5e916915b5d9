/** Changes the login password. */
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { accountTitles } from '../../account-titles.ts';
import { accountWords } from '../../account-words.ts';
import { userCalls } from '../calls.ts';
import { ChangePassword } from '../../credential-changes.ts';
import { AccountPage, type CurrentUser } from './AccountPage.tsx';
import { GuardedForm } from './GuardedForm.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';

function PasswordScreen() {
  const t = useWords(accountWords);
  const title = useWords(accountTitles)('password');
  return (
    <AccountPage
      current="password"
      title={title}
      hint={t('password_hint')}
      notes={() => ['note_password', 'note_sessions']}
    >
      {(user) => (
        <Panel>
          <PasswordForm user={user} />
        </Panel>
      )}
    </AccountPage>
  );
}

function PasswordForm({ user }: { user: CurrentUser }) {
  const t = useWords(accountWords);
  const change = useAction(userCalls, '/user/changePassword', { refreshes: ['/user/info'] });
  return (
    <GuardedForm
      policy={'any' satisfies StepOf<typeof userCalls, '/user/changePassword'>}
      user={user}
      schema={ChangePassword}
      fields={['oldPassword', 'password', 'confirmPassword']}
      send={(input) => change.mutateAsync(input)}
      act={t('change_password')}
      done={t('password_changed')}
    >
      <PasswordField name="oldPassword" label={t('old_password')} autoComplete="current-password" maxLength={64} />
      <NewPasswordField label={t('new_password')} username={user.username} />
      <PasswordField name="confirmPassword" label={t('repeat_password')} autoComplete="new-password" maxLength={64} />
    </GuardedForm>
  );
}

export { PasswordScreen as Screen };
