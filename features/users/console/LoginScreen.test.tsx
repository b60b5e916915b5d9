/** Logging in as a person meets it: the captcha unseen, the second step when it is wanted, the wanted page kept. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { goTo, hashAddress } from '#foundation/console/hash-address.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/test-render.tsx';
import { toasts } from '#foundation/console/toasts.ts';
import { readToken } from '#foundation/console/token.ts';
import { Screen } from './LoginScreen.tsx';

const envelope = (data: unknown) => ({ code: 1, msg: '', time: 1, data });
const loggedIn = envelope({
  userinfo: {
    token: 'fresh-token',
    expiretime: Math.floor(Date.now() / 1000) + 3600,
    username: 'ada',
    nickname: 'Ada',
    avatar: null,
    memberNo: '10000001',
    roles: ['member'],
  },
});
const captcha = { '/captcha/init': () => envelope({ provider: 'none', gt: '', challenge: '', success: 1, new_captcha: false }) };
const serve = (answers: FakeAnswers) => answerCalls({ ...captcha, ...answers });

async function fillIn(account = 'ada', password = 'Demo1234') {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username or mobile number'), account);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  return user;
}

beforeEach(() => goTo('/login?redirect=%2Forder%2Flist', { replace: true }));

describe('the login', () => {
  test('sends the account without spaces around it, keeps the token, and asks the guard again at the same address', async () => {
    const asked = serve({ '/user/login': loggedIn });
    await renderScreen(<Screen />);
    const before = hashAddress.get();
    await fillIn('  ada ');
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(asked.find((call) => call.path === '/user/login')?.body).toEqual({
      account: 'ada',
      password: 'Demo1234',
      googlecode: '',
      geetest_challenge: '',
      geetest_validate: '',
      geetest_seccode: '',
    });
    await waitFor(() => expect(hashAddress.get()).not.toBe(before));
    expect(hashAddress.get().params.redirect).toBe('/order/list');
  });

  test('tells a wrong password in the server’s words, keeps what was typed, and takes the words away with the next try', async () => {
    let tries = 0;
    serve({ '/user/login': () => ((tries += 1) === 1 ? { code: 0, msg: 'Wrong password', error: 'login_wrong' } : loggedIn) });
    await renderScreen(<Screen />);
    const user = await fillIn();
    await waitFor(() => expect(toasts.get().map((toast) => toast.text)).toEqual(['Wrong password']));
    expect(screen.getByLabelText('Username or mobile number')).toHaveProperty('value', 'ada');
    expect(readToken()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(toasts.get()).toEqual([]);
  });

  test('says beside the field what can’t be a password, without asking the server', async () => {
    const asked = serve({});
    await renderScreen(<Screen />);
    await fillIn('ada', 'abc');
    expect(await screen.findByText('Enter 6 to 16 characters without spaces')).toBeTruthy();
    expect(asked.some((call) => call.path === '/user/login')).toBe(false);
  });
});

describe('the captcha', () => {
  test('is fetched before it is needed, and another one is worked out and sent when the server wants it', async () => {
    let tries = 0;
    const asked = serve({ '/user/login': () => ((tries += 1) === 1 ? { code: -3, msg: '' } : loggedIn) });
    await renderScreen(<Screen />);
    await waitFor(() => expect(asked.map((call) => call.path)).toEqual(['/captcha/init']));
    await fillIn();
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(asked.map((call) => call.path)).toEqual(['/captcha/init', '/user/login', '/captcha/init', '/user/login']);
  });

  test('wanted twice in a row is told, and the form stays', async () => {
    serve({ '/user/login': { code: -3, msg: '' } });
    await renderScreen(<Screen />);
    await fillIn();
    await waitFor(() => expect(toasts.get().map((toast) => toast.text)).toEqual(['The security check did not succeed. Please try again.']));
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Demo1234');
  });

  test('out of reach at first is fetched again when it is needed', async () => {
    let tries = 0;
    serve({ '/captcha/init': () => ((tries += 1) === 1 ? new TypeError('offline') : captcha['/captcha/init']()), '/user/login': loggedIn });
    await renderScreen(<Screen />);
    await fillIn();
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
  });
});

describe('the second step', () => {
  test('is asked for when the server wants it and sent with the same account', async () => {
    const asked = serve({
      '/user/login': (body: { googlecode: string }) =>
        body.googlecode === ''
          ? { code: -2, msg: '', data: { methods: ['google'] } }
          : body.googlecode === '123456'
            ? loggedIn
            : { code: 0, msg: 'Wrong code', error: 'second_step_wrong' },
    });
    await renderScreen(<Screen />);
    const user = await fillIn();
    const code = await screen.findByLabelText('Code');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Enter the code')).toBeTruthy();
    await user.type(code, '000000{Enter}');
    expect(await screen.findByText('Wrong code')).toBeTruthy();
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(asked.at(-1)?.body).toMatchObject({ account: 'ada', password: 'Demo1234', googlecode: '123456' });
  });

  test('is offered when the account is locked, and opens it', async () => {
    const asked = serve({
      '/user/login': ({ googlecode }: { googlecode: string }) =>
        googlecode === '' ? { code: 0, msg: 'Too many wrong passwords', error: 'login_locked' } : loggedIn,
    });
    await renderScreen(<Screen />);
    expect(screen.queryByRole('button', { name: 'Log in with a code' })).toBeNull();
    const user = await fillIn();
    await user.click(await screen.findByRole('button', { name: 'Log in with a code' }));
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(asked.at(-1)?.body).toMatchObject({ account: 'ada', password: 'Demo1234', googlecode: '123456' });
  });
});

test('the way to registering keeps the wanted page, and the forgotten password has its answer', async () => {
  serve({});
  await renderScreen(<Screen />);
  expect(screen.getByRole('link', { name: 'Open an account' }).getAttribute('href')).toBe('#/register?redirect=%2Forder%2Flist');
  expect(screen.getByText('Please contact business customer service to reset it.')).toBeTruthy();
});
