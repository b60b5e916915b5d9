/** The form of a user who must choose a password. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { readToken } from '#foundation/console/wire/token.ts';
import { session, startSession } from '../session.ts';
import { envelope, makeUserInfo } from '../user-info-for-tests.ts';
import { Screen } from './FirstPasswordScreen.tsx';

beforeEach(() => {
  toasts.set([]);
  startSession({
    userinfo: {
      token: 'token-of-ada',
      expiretime: Date.now() / 1000 + 600,
      username: 'ada',
      nickname: 'Ada',
      avatar: null,
      memberNo: '10000001',
      roles: ['member'],
      rights: [],
      mustChangePassword: true,
    },
  });
});

const open = (answers: FakeAnswers = {}, address = '/first-password?redirect=%2Forder%2Flist%3Fpage%3D2') => ({
  sentCalls: answerCalls({
    '/user/changePassword': envelope(undefined),
    '/user/logout': envelope(undefined),
    ...answers,
  }),
  page: renderScreen(<Screen />, { address }),
});

async function fill(given: string, chosen: string, repeated = chosen) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('The password you were given'), given);
  await user.type(screen.getByLabelText('New password'), chosen);
  await user.type(screen.getByLabelText('Repeat new password'), repeated);
  await user.click(screen.getByRole('button', { name: 'Set password and continue' }));
  return user;
}

test('says why, sends the password, and opens the wanted page', async () => {
  const { sentCalls, page } = open();
  const rendered = await page;
  expect(await screen.findByText(/knows its first password/)).toBeTruthy();
  await fill('Given1234', 'Fresh5678');
  await waitFor(() => expect(rendered.address()).toBe('/order/list?page=2'));
  expect(sentCalls.filter(({ path }) => path === '/user/changePassword').map(({ body }) => body)).toEqual([
    { oldPassword: 'Given1234', password: 'Fresh5678', confirmPassword: 'Fresh5678', verifyType: '', verifyCode: '' },
  ]);
  expect(session.get()?.person.mustChangePassword).toBe(false);
  expect(toasts.get().map(({ text }) => text)).toEqual(['Password set']);
});

test.each([
  ['the given one again', 'Given1234', 'Given1234', 'The new password must be different from the current one'],
  ['two that differ', 'Fresh5678', 'Fresh5679', 'The two password entries are inconsistent'],
  ['a short one', 'abc', 'abc', 'Enter 6 to 16 characters without spaces'],
])('does not send %s', async (_, chosen, repeated, message) => {
  const { sentCalls } = open();
  await fill('Given1234', chosen, repeated);
  await screen.findByText(message);
  expect(sentCalls.map(({ path }) => path)).not.toContain('/user/changePassword');
});

test('shows at its field that the given password is wrong, and the user stays', async () => {
  const wrong = { code: -1, msg: '', error: 'fields_wrong', fields: { oldPassword: 'The current password is wrong' } };
  const { page } = open({ '/user/changePassword': wrong });
  await fill('Wrong1234', 'Fresh5678');
  await screen.findByText('The current password is wrong');
  expect((await page).address()).toContain('/first-password');
  expect(session.get()?.person.mustChangePassword).toBe(true);
});

test('can be left by logging out', async () => {
  const { sentCalls, page } = open();
  const rendered = await page;
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(rendered.address()).toBe('/login'));
  expect(sentCalls.map(({ path }) => path)).toContain('/user/logout');
  expect(readToken()).toBeUndefined();
});

test('goes on by itself when the password was chosen in another tab', async () => {
  let mustChangePassword = true;
  const { page } = open({ '/user/info': () => makeUserInfo({ mustChangePassword }) });
  const rendered = await page;
  await screen.findByLabelText('New password');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(rendered.address()).toContain('/first-password');
  mustChangePassword = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(rendered.address()).toBe('/order/list?page=2'));
});

test.each([
  ['zh', '设置您的密码'],
  ['es', 'Elija su contraseña'],
  ['th', 'ตั้งรหัสผ่านของคุณ'],
] as const)('is titled in %s', async (spoken, title) => {
  open();
  language.set(spoken);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});
