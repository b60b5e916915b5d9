/** The screens of both passwords: the required proof, the second step, what follows. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { Screen as PasswordScreen } from './PasswordScreen.tsx';
import { Screen as PayPasswordScreen } from './PayPasswordScreen.tsx';
import { envelope, makeUserInfo, withApp, withPhone } from '../user-info-for-tests.ts';

const serve = (info: Parameters<typeof makeUserInfo>[0], answers: FakeAnswers = {}) =>
  answerCalls({ '/user/info': () => makeUserInfo(info), '/sms/send': envelope({ resendAfter: 60 }), ...answers });
const toastTexts = () => toasts.get().map(({ text }) => text);

async function fill(fields: Readonly<Record<string, string>>) {
  const user = userEvent.setup();
  for (const [label, text] of Object.entries(fields)) await user.type(await screen.findByLabelText(label), text);
  return user;
}
const passwords = { 'Current password': 'Demo1234', 'New password': 'Fresh5678', 'Repeat new password': 'Fresh5678' };
const sent = { oldPassword: 'Demo1234', password: 'Fresh5678', confirmPassword: 'Fresh5678' };

describe('the login password', () => {
  test('is changed with the old one alone if no factor is bound; the form is then empty and the reader refetched', async () => {
    const sentCalls = serve({}, { '/user/changePassword': envelope(undefined) });
    await renderScreen(<PasswordScreen />);
    const user = await fill(passwords);
    expect(screen.queryByText('Confirm it’s you')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Password changed; other devices were logged out']));
    expect(sentCalls.find(({ path }) => path === '/user/changePassword')?.body).toEqual({
      ...sent,
      verifyType: '',
      verifyCode: '',
    });
    expect(sentCalls.filter(({ path }) => path === '/user/info')).toHaveLength(2);
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });

  test.each([
    ['en', 'The two password entries are inconsistent'],
    ['zh', '两次输入的密码不一致'],
    ['es', 'Las dos contraseñas no coinciden'],
    ['th', 'รหัสผ่านที่กรอกทั้งสองครั้งไม่ตรงกัน'],
  ] as const)('typed twice differently is reported in %s before anything is sent', async (spoken, text) => {
    const sentCalls = serve({});
    await renderScreen(<PasswordScreen />);
    const user = await fill({ ...passwords, 'Repeat new password': '!' });
    language.set(spoken);
    await user.click(screen.getAllByRole('button').at(-1) ?? document.body);
    await screen.findByText(text);
    expect(sentCalls.some(({ path }) => path === '/user/changePassword')).toBe(false);
  });

  test('accepts the factor that was picked, and sends a code on request', async () => {
    const sentCalls = serve({ ...withPhone, ...withApp }, { '/user/changePassword': envelope(undefined) });
    await renderScreen(<PasswordScreen />);
    const user = await fill(passwords);
    expect(screen.getByRole('radio', { name: 'Text message' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByText('Code sent to 138****1234');
    expect(sentCalls.find(({ path }) => path === '/sms/send')?.body).toEqual({ event: 'verify' });
    expect(screen.getByRole('button', { name: /^Resend in \d+ s$/ })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: 'Google Authenticator' }));
    await user.type(screen.getByLabelText('Code from the authenticator app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() =>
      expect(sentCalls.find(({ path }) => path === '/user/changePassword')?.body).toEqual({
        ...sent,
        verifyType: 'google',
        verifyCode: '123456',
      }),
    );
  });

  test('is not sent without the code; a wrong code is shown at its field and what was typed is kept', async () => {
    const sentCalls = serve(withApp, {
      '/user/changePassword': { code: 0, msg: 'Wrong code', error: 'second_step_wrong' },
    });
    await renderScreen(<PasswordScreen />);
    const user = await fill(passwords);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Enter the code');
    expect(sentCalls.some(({ path }) => path === '/user/changePassword')).toBe(false);
    await user.type(screen.getByLabelText('Code from the authenticator app'), '000000{Enter}');
    await screen.findByText('Wrong code');
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'Fresh5678');
  });

  test('asks for a factor that was bound elsewhere in the meantime', async () => {
    let asks = 0;
    const sentCalls = serve(
      {},
      {
        '/user/changePassword': () =>
          (asks += 1) === 1
            ? { code: -2, msg: '', error: 'second_step_needed', data: { methods: ['google'] } }
            : envelope(undefined),
      },
    );
    await renderScreen(<PasswordScreen />);
    const user = await fill(passwords);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await user.type(await screen.findByLabelText('Code from the authenticator app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
    expect(sentCalls.findLast(({ path }) => path === '/user/changePassword')?.body).toEqual({
      ...sent,
      verifyType: 'google',
      verifyCode: '123456',
    });
  });

  test("shows the server's message at the old one", async () => {
    serve(
      {},
      { '/user/changePassword': { code: -1, msg: '', fields: { oldPassword: 'The current password is wrong' } } },
    );
    await renderScreen(<PasswordScreen />);
    const user = await fill(passwords);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('The current password is wrong')).toBeTruthy();
  });
});

describe('the payment password', () => {
  test('is set with the login password first; then the form asks for the old one', async () => {
    const info = { hasPayPassword: false };
    const sentCalls = serve(info, {
      '/user/setPayPassword': () => {
        info.hasPayPassword = true;
        return envelope(undefined);
      },
    });
    await renderScreen(<PayPasswordScreen />);
    const user = await fill({
      'Login password': 'Demo1234',
      'New payment password': '246810',
      'Repeat new payment password': '246810',
    });
    await user.click(screen.getByRole('button', { name: 'Set payment password' }));
    await screen.findByLabelText('Current payment password');
    expect(toastTexts()).toEqual(['Payment password set']);
    expect(sentCalls.find(({ path }) => path === '/user/setPayPassword')?.body).toEqual({
      oldPassword: '',
      loginPassword: 'Demo1234',
      password: '246810',
      confirmPassword: '246810',
      verifyType: '',
      verifyCode: '',
    });
    expect(screen.getByRole('button', { name: 'Change payment password' })).toBeTruthy();
  });

  test('has six digits', async () => {
    const sentCalls = serve({ hasPayPassword: true });
    await renderScreen(<PayPasswordScreen />);
    const user = await fill({
      'Current payment password': '246810',
      'New payment password': 'abc',
      'Repeat new payment password': 'abc',
    });
    await user.click(screen.getByRole('button', { name: 'Change payment password' }));
    await screen.findByText('The payment password must be six digits');
    expect(sentCalls.some(({ path }) => path === '/user/setPayPassword')).toBe(false);
  });

  test('does not offer text messages if the app is bound', async () => {
    serve({ ...withPhone, ...withApp });
    await renderScreen(<PayPasswordScreen />);
    await screen.findByLabelText('Code from the authenticator app');
    expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

test('an account that can’t be loaded shows an error and can be loaded again', async () => {
  let asks = 0;
  answerCalls({ '/user/info': () => ((asks += 1) === 1 ? new TypeError('offline') : makeUserInfo()) });
  await renderScreen(<PasswordScreen />);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Current password')).toBeTruthy();
});

test('a payment password sent empty has all three fields marked at once', async () => {
  const sentCalls = serve({ hasPayPassword: true });
  await renderScreen(<PayPasswordScreen />);
  const old = await screen.findByLabelText('Current payment password');
  await userEvent.click(screen.getByRole('button', { name: 'Change payment password' }));
  await waitFor(() => expect(old.getAttribute('aria-invalid')).toBe('true'));
  for (const label of ['New payment password', 'Repeat new payment password'])
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(sentCalls.some(({ path }) => path === '/user/setPayPassword')).toBe(false);
});

test('beside the form stands everything that protects the account, each with its state and one way to change it', async () => {
  const session = { id: '1', device: 'Chrome', ip: '::1', createdAt: '', lastSeenAt: '', current: true };
  serve(
    { ...withPhone, hasPayPassword: false },
    { '/user/sessions': envelope({ list: [session, { ...session, id: '2', current: false }], total: 2 }) },
  );
  await renderScreen(<PasswordScreen />);
  await screen.findByText('2 sessions');
  const lines = screen.getByRole('heading', { name: 'Security' }).closest('section')?.querySelectorAll('li');
  expect([...(lines ?? [])].map((line) => [line.textContent, line.querySelector('a')?.getAttribute('href')])).toEqual([
    ['Login passwordSet', undefined],
    ['Payment passwordNot set yetSet up', '/user/paypassword'],
    ['Google AuthenticatorOffSet up', '/user/bindgoogle'],
    ['Mobile number138****1234Change', '/user/bindphone'],
    ['Sessions2 sessionsManage', '/user/logs?view=sessions'],
  ]);
  expect(lines?.[0]?.getAttribute('aria-current')).toBe('true');
});
