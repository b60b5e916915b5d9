/** Opening an account as a person meets it. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#features/platform/console/config.ts';
import { goTo } from '#foundation/console/hash-address.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/test-render.tsx';
import { readToken } from '#foundation/console/token.ts';
import { Screen } from './RegisterScreen.tsx';

const envelope = (data: unknown) => ({ code: 1, msg: '', time: 1, data });
const serve = (answers: FakeAnswers) =>
  answerCalls({
    '/captcha/init': () => envelope({ provider: 'none', gt: '', challenge: '', success: 1, new_captcha: false }),
    '/user/exists': (body: { field: string }) => envelope(body.field === 'taken'),
    ...answers,
  });

beforeEach(() => goTo('/register?inviteCode=10000003', { replace: true }));

test('a taken username is told while it is typed, a free one too', async () => {
  serve({});
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.type(screen.getByLabelText('Username'), 'taken');
  expect(await screen.findByText('This username is taken')).toBeTruthy();
  await user.type(screen.getByLabelText('Username'), '2');
  expect(await screen.findByText('This username is free')).toBeTruthy();
  expect(screen.queryByText('This username is taken')).toBeNull();
});

test('the code is sent once, says where to, and can be asked for again only after the server’s pause', async () => {
  const asked = serve({ '/sms/send': envelope({ resendAfter: 60 }) });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('This is needed')).toBeTruthy();
  await user.type(screen.getByLabelText('Mobile number'), '13800001111');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('The code is on its way to 13800001111')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Again in \d+ s/ })).toHaveProperty('disabled', true);
  expect(asked.filter((call) => call.path === '/sms/send').map((call) => call.body)).toEqual([
    { event: 'register', mobile: '13800001111', geetest_challenge: '', geetest_validate: '', geetest_seccode: '' },
  ]);
});

test('a number that the server refuses is told beside it', async () => {
  serve({ '/sms/send': { code: -1, msg: '', fields: { mobile: 'Eleven digits' } } });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.type(screen.getByLabelText('Mobile number'), '123');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('Eleven digits')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false);
});

test('everything filled in is sent with the invitation of the link, and logs in; two different passwords are not sent', async () => {
  const asked = serve({
    '/user/register': envelope({
      userinfo: {
        token: 'new-token',
        expiretime: Math.floor(Date.now() / 1000) + 60,
        username: 'ada_1',
        nickname: 'Ada',
        avatar: null,
        memberNo: '1',
        roles: ['member'],
      },
    }),
  });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.type(screen.getByLabelText('Username'), 'ada_1');
  await user.type(screen.getByLabelText('Mobile number'), '13800001111');
  await user.type(screen.getByLabelText('Code from the message'), '123456');
  await user.type(screen.getByLabelText('Password'), 'Blue7#rain');
  await user.type(screen.getByLabelText('Password again'), 'Blue7#rai');
  expect(screen.getByRole('meter', { name: 'Password strength' }).getAttribute('aria-valuetext')).toBe('Strong');
  await user.click(screen.getByRole('button', { name: 'Open account' }));
  expect(await screen.findByText('The two password entries are inconsistent')).toBeTruthy();
  expect(asked.some((call) => call.path === '/user/register')).toBe(false);
  await user.type(screen.getByLabelText('Password again'), 'n');
  await user.click(screen.getByRole('button', { name: 'Open account' }));
  await waitFor(() => expect(readToken()).toBe('new-token'));
  expect(asked.find((call) => call.path === '/user/register')?.body).toMatchObject({
    type: 'merchant',
    username: 'ada_1',
    mobile: '13800001111',
    smsCode: '123456',
    password: 'Blue7#rain',
    confirmPassword: 'Blue7#rain',
    inviteCode: '10000003',
  });
});

test('closed registration says so and leads back to the login', async () => {
  serve({ '/config': envelope({ name: 'Bank', logo: null, registrationOpen: false, agentRegistrationOpen: false }) });
  await loadConfig();
  await renderScreen(<Screen />);
  expect(screen.getByRole('heading', { name: 'Registration is closed' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('#/login?inviteCode=10000003');
  expect(screen.queryByLabelText('Username')).toBeNull();
});
