/** The register screen. */
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storeConfig } from '#features/platform/console/config.ts';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { Screen } from './RegisterScreen.tsx';

const envelope = (data: unknown) => ({ code: 1, msg: '', time: 1, data });
const serve = (answers: FakeAnswers) =>
  answerCalls({
    '/captcha/init': () => envelope({ provider: 'none', gt: '', challenge: '', success: 1, new_captcha: false }),
    '/user/exists': (body: { field: string }) => envelope(body.field === 'taken'),
    ...answers,
  });

beforeEach(() => goTo('/register?inviteCode=10000003', { replace: true }));

test('a username is reported as taken or free while it is typed', async () => {
  serve({});
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.type(screen.getByLabelText('Username'), 'taken');
  await screen.findByText('This username is taken');
  await user.type(screen.getByLabelText('Username'), '2');
  await screen.findByText('This username is available');
  expect(screen.queryByText('This username is taken')).toBeNull();
});

test('the code is sent once, the form shows where to, and it can be requested again only after the server’s pause', async () => {
  const sentCalls = serve({ '/sms/send': envelope({ resendAfter: 60 }) });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Required');
  await user.type(screen.getByLabelText('Mobile number'), '13800001111');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Code sent to 13800001111');
  expect(screen.getByRole('button', { name: /Resend in \d+ s/ })).toHaveProperty('disabled', true);
  expect(sentCalls.filter((call) => call.path === '/sms/send').map((call) => call.body)).toEqual([
    { event: 'register', mobile: '13800001111', geetest_challenge: '', geetest_validate: '', geetest_seccode: '' },
  ]);
});

test('a number that the server refuses is reported at its field', async () => {
  serve({ '/sms/send': { code: -1, msg: '', fields: { mobile: 'Eleven digits' } } });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.type(screen.getByLabelText('Mobile number'), '123');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Eleven digits');
  expect(screen.getByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false);
});

test("the complete form is sent with the link's invitation and logs in; two different passwords are not sent", async () => {
  const sentCalls = serve({
    '/user/register': envelope({
      userinfo: {
        token: 'new-token',
        expiretime: Math.floor(Date.now() / 1000) + 60,
        username: 'ada_1',
        nickname: 'Ada',
        avatar: null,
        memberNo: '1',
        roles: ['member'],
        rights: [],
      },
    }),
  });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await user.type(screen.getByLabelText('Username'), 'ada_1');
  await user.type(screen.getByLabelText('Mobile number'), '13800001111');
  await user.type(screen.getByLabelText('Code from the text message'), '123456');
  await user.type(screen.getByLabelText('Password'), 'Blue7#rain');
  await user.type(screen.getByLabelText('Repeat password'), 'Blue7#rai');
  expect(screen.getByRole('meter', { name: 'Password strength' }).getAttribute('aria-valuetext')).toBe('Strong');
  await user.click(screen.getByRole('button', { name: 'Open account' }));
  await screen.findByText('The two password entries are inconsistent');
  expect(sentCalls.some((call) => call.path === '/user/register')).toBe(false);
  await user.type(screen.getByLabelText('Repeat password'), 'n');
  await user.click(screen.getByRole('button', { name: 'Open account' }));
  await waitFor(() => expect(readToken()).toBe('new-token'));
  expect(sentCalls.find((call) => call.path === '/user/register')?.body).toMatchObject({
    type: 'merchant',
    username: 'ada_1',
    mobile: '13800001111',
    smsCode: '123456',
    password: 'Blue7#rain',
    confirmPassword: 'Blue7#rain',
    inviteCode: '10000003',
  });
});

describe('closed registration', () => {
  const open = { name: 'Bank', logo: null, registrationOpen: true, agentRegistrationOpen: true };
  const keep = (changes: Partial<typeof open>) =>
    act(() => storeConfig({ ...open, ...changes } as Parameters<typeof storeConfig>[0]));
  afterEach(() => {
    vi.useRealTimers();
    keep({});
  });
  const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

  test('is reported, and after two seconds the login appears, with the wanted page and the invitation kept', async () => {
    serve({});
    keep({ registrationOpen: false });
    await renderScreen(<Screen />);
    vi.useFakeTimers();
    // The clock is stopped from here on.
    keep({ registrationOpen: true });
    keep({ registrationOpen: false });
    expect(screen.getByRole('heading', { name: 'Registration is closed' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('New accounts can’t be opened here');
    expect(screen.getByText('Taking you to the login page.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe(
      '#/login?inviteCode=10000003',
    );
    expect(screen.queryByLabelText('Username')).toBeNull();
    wait(1_999);
    expect(hashAddress.get().path).toBe('/register');
    wait(1);
    expect(hashAddress.get().href).toBe('/login?inviteCode=10000003');
  });

  test('replaces the open form; if registration reopens within the two seconds, the page stays', async () => {
    serve({});
    keep({});
    await renderScreen(<Screen />);
    expect(screen.getByLabelText('Username')).toBeTruthy();
    vi.useFakeTimers();
    keep({ registrationOpen: false });
    expect(screen.queryByLabelText('Username')).toBeNull();
    wait(1_000);
    keep({});
    expect(screen.getByLabelText('Username')).toBeTruthy();
    wait(5_000);
    expect(hashAddress.get().path).toBe('/register');
  });

  test.each([
    ['/sms/send', 'Send code'],
    ['/user/register', 'Open account'],
  ])('reported by %s is what the page shows from then on', async (path, button) => {
    serve({
      [path]: { code: 0, msg: 'Registration is closed', error: 'registration_closed' },
      '/config': envelope({ ...open, registrationOpen: false }),
    });
    keep({});
    await renderScreen(<Screen />);
    await fillIn();
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeTruthy();
  });

  test('for agents alone removes the choice, even if it was made: a merchant is sent', async () => {
    const sentCalls = serve({ '/user/register': { code: 0, msg: 'Later', error: 'too_many_tries' } });
    keep({});
    await renderScreen(<Screen />);
    await userEvent.click(screen.getByRole('radio', { name: /Agent/ }));
    await fillIn();
    keep({ agentRegistrationOpen: false });
    expect(screen.queryByRole('radio')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open account' }));
    await waitFor(() =>
      expect(sentCalls.find((call) => call.path === '/user/register')?.body).toMatchObject({ type: 'merchant' }),
    );
  });
});

describe('a captcha that is not accepted', () => {
  test.each([
    ['/sms/send', 'Send code'],
    ['/user/register', 'Open account'],
  ])(
    'by %s is replaced by another one, solved unseen; the second time it is reported in the form, not in a toast',
    async (path, button) => {
      let tries = 0;
      const sentCalls = serve({ [path]: () => ((tries += 1), { code: -3, msg: '' }) });
      await renderScreen(<Screen />);
      await fillIn();
      await userEvent.click(screen.getByRole('button', { name: button }));
      const fault = await screen.findByText('The security check failed. Please try again.');
      expect(fault.closest('form')).toBe(screen.getByRole('form'));
      expect([tries, toasts.get()]).toEqual([2, []]);
      expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada_1');
      expect(sentCalls.filter((call) => call.path === path)).toHaveLength(2);
    },
  );
});

async function fillIn(): Promise<void> {
  const user = userEvent.setup();
  for (const [label, text] of [
    ['Username', 'ada_1'],
    ['Mobile number', '13800001111'],
    ['Code from the text message', '123456'],
    ['Password', 'Blue7#rain'],
    ['Repeat password', 'Blue7#rain'],
  ] as const)
    await user.type(screen.getByLabelText(label), text);
}
