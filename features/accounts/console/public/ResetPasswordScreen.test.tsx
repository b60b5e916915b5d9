/** The password reset screen, as opened from a link. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { Screen } from './ResetPasswordScreen.tsx';

const TOKEN = 'Ab-9_'.repeat(8);

async function fillIn(password: string, confirmPassword = password) {
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Repeat new password'), confirmPassword);
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
}

test('sends the link’s token with the new password, and goes to the login with the link gone from the address', async () => {
  const sentCalls = answerCalls({ '/user/resetPassword': { code: 1 } });
  goTo(`/reset-password?token=${TOKEN}`, { replace: true });
  await renderScreen(<Screen />);
  await fillIn('Fresh123');
  await waitFor(() => expect(hashAddress.get().href).toBe('/login'));
  expect(sentCalls.map(({ path, body }) => [path, body])).toEqual([
    ['/user/resetPassword', { token: TOKEN, password: 'Fresh123', confirmPassword: 'Fresh123' }],
  ]);
  expect(toasts.get().map(({ text }) => text)).toContain('Your new password is set. Log in with it.');
  expect(readToken()).toBeUndefined();
});

test('two different passwords are reported at the field and not sent', async () => {
  const sentCalls = answerCalls({});
  goTo(`/reset-password?token=${TOKEN}`, { replace: true });
  await renderScreen(<Screen />);
  await fillIn('Fresh123', 'Fresh124');
  await screen.findByText('The two password entries are inconsistent');
  expect(sentCalls).toEqual([]);
});

test('a used link is reported, and what was typed is kept', async () => {
  answerCalls({ '/user/resetPassword': { code: 0, error: 'reset_link_over', msg: 'This link was used' } });
  goTo(`/reset-password?token=${TOKEN}`, { replace: true });
  await renderScreen(<Screen />);
  await fillIn('Fresh123');
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toContain('This link was used'));
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'Fresh123');
  expect(hashAddress.get().path).toBe('/reset-password');
});

test('an incomplete link is reported, without a form to fill in for nothing', async () => {
  answerCalls({});
  goTo('/reset-password', { replace: true });
  await renderScreen(<Screen />);
  expect(screen.getByText(/^This link is incomplete/)).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
});
