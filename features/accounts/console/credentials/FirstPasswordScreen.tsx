/**
 * Replaces the password that an agent gave to the user. It is all that such a user can do; afterwards the wanted page
 * opens.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { accountWords } from '../../account-words.ts';
import { ChangePassword } from '../../credential-changes.ts';
import { credentialTexts } from '../../credential-words.ts';
import { firstPasswordTitles } from '../../first-password-titles.ts';
import { firstPasswordWords } from '../../first-password-words.ts';
import { userCalls } from '../calls.ts';
import { PublicPageFrame } from '../public/PublicPageFrame.tsx';
import { logOut, session } from '../session.ts';
import { NewPasswordField } from './NewPasswordField.tsx';

function FirstPasswordScreen() {
  const t = useWords(firstPasswordWords);
  const account = useWords(accountWords);
  const title = useWords(firstPasswordTitles)('title');
  const username = useCell(session)?.person.username;
  const navigate = useNavigate();
  const goOn = useGoingOn();
  const form = useForm({
    schema: ChangePassword,
    texts: credentialTexts,
    initial: { oldPassword: '', password: '', confirmPassword: '' },
    onSubmit: async (input) => {
      await callApi(userCalls, '/user/changePassword', input);
      showToast(t('done'), 'good');
      await goOn();
    },
  });
  useEffect(() => watchOtherTabs(goOn), [goOn]);
  return (
    <PublicPageFrame
      title={title}
      hint={t('why')}
      below={
        <Button variant="subtle" size="compact-sm" onClick={() => void logOut().then(() => navigate({ to: '/login' }))}>
          {t('log_out')}
        </Button>
      }
    >
      <Form form={form} label={title}>
        <PasswordField
          name="oldPassword"
          label={t('given_password')}
          autoComplete="current-password"
          maxLength={64}
          autoFocus
        />
        <NewPasswordField label={account('new_password')} username={username} />
        <PasswordField
          name="confirmPassword"
          label={account('repeat_password')}
          autoComplete="new-password"
          maxLength={64}
        />
        <SubmitButton size="md" fullWidth>
          {t('set')}
        </SubmitButton>
      </Form>
    </PublicPageFrame>
  );
}

/** Returns a function that opens the wanted page, once the server no longer asks for a password. */
function useGoingOn(): () => Promise<void> {
  const navigate = useNavigate();
  const { redirect = '/' } = usePageAddress().params;
  return useCallback(async () => {
    const known = session.get();
    if (known) session.set({ ...known, person: { ...known.person, mustChangePassword: false } });
    await navigate({ href: redirect, replace: true });
  }, [navigate, redirect]);
}

/** The password may have been chosen in another tab. Asks when the user comes to this one. */
function watchOtherTabs(goOn: () => Promise<void>): () => void {
  const look = async (): Promise<void> => {
    const token = session.get()?.token;
    if (document.visibilityState !== 'visible' || token === undefined) return;
    const { userinfo } = await callApi(userCalls, '/user/info', { token }, { quiet: true });
    if (!userinfo.mustChangePassword) await goOn();
  };
  // A failure changes nothing: the form is still here.
  const lookQuietly = () => void look().catch(() => undefined);
  document.addEventListener('visibilitychange', lookQuietly);
  return () => document.removeEventListener('visibilitychange', lookQuietly);
}

export { FirstPasswordScreen as Screen };
