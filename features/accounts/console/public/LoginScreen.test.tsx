/** The login screen: the invisible captcha, the second step when required, the wanted page kept. */
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storeConfig } from '#features/platform/console/config.ts';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { readToken } from '#foundation/console/wire/token.ts';
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
    rights: [],
    mustChangePassword: false,
  },
});
const captcha = {
  '/captcha/init': () => envelope({ provider: 'none', gt: '', challenge: '', success: 1, new_captcha: false }),
};
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
  test('sends the account trimmed, keeps the token, and asks the guard again at the same address', async () => {
    const sentCalls = serve({ '/user/login': loggedIn });
    await renderScreen(<Screen />);
    const before = hashAddress.get();
    await fillIn('  ada ');
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(sentCalls.find((call) => call.path === '/user/login')?.body).toEqual({
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

  test('shows a wrong password above the button in the server’s words, keeps what was typed, and hides the message at the next try', async () => {
    let tries = 0;
    serve({
      '/user/login': () => ((tries += 1) === 1 ? { code: 0, msg: 'Wrong password', error: 'login_wrong' } : loggedIn),
    });
    await renderScreen(<Screen />);
    const user = await fillIn();
    const message = await screen.findByRole('alert');
    expect(message.textContent).toBe('Wrong password');
    expect(message.nextElementSibling).toBe(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
    expect(toasts.get()).toEqual([]);
    expect(screen.getByLabelText('Username or mobile number')).toHaveProperty('value', 'ada');
    expect(readToken()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows at the field what can’t be a password, without asking the server', async () => {
    const sentCalls = serve({});
    await renderScreen(<Screen />);
    await fillIn('ada', 'abc');
    await screen.findByText('Enter 6 to 16 characters without spaces');
    expect(sentCalls.some((call) => call.path === '/user/login')).toBe(false);
  });
});

describe('the captcha', () => {
  test('is fetched before it is needed, and another one is solved and sent when the server requires it', async () => {
    let tries = 0;
    const sentCalls = serve({ '/user/login': () => ((tries += 1) === 1 ? { code: -3, msg: '' } : loggedIn) });
    await renderScreen(<Screen />);
    await waitFor(() => expect(sentCalls.map((call) => call.path)).toEqual(['/captcha/init']));
    await fillIn();
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(sentCalls.map((call) => call.path)).toEqual([
      '/captcha/init',
      '/user/login',
      '/captcha/init',
      '/user/login',
    ]);
  });

  test('that is required once more is sent without a message', async () => {
    let tries = 0;
    serve({ '/user/login': () => ((tries += 1) === 1 ? { code: -3, msg: 'Solve the captcha' } : loggedIn) });
    await renderScreen(<Screen />);
    const seen: string[] = [];
    const watching = new MutationObserver(() =>
      seen.push(...screen.queryAllByRole('alert').map(({ textContent }) => textContent)),
    );
    watching.observe(document.body, { childList: true, characterData: true, subtree: true });
    await fillIn();
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    watching.disconnect();
    expect([seen.filter((text) => text !== ''), toasts.get()]).toEqual([[], []]);
  });

  test('that is required twice in a row is reported in the form, not in a toast, and the message stays until the form is changed or sent again', async () => {
    let right = false;
    serve({ '/user/login': () => (right ? loggedIn : { code: -3, msg: '' }) });
    await renderScreen(<Screen />);
    const user = await fillIn();
    const fault = await screen.findByRole('alert');
    expect(fault.textContent).toBe('The security check failed. Please try again.');
    expect(fault.closest('form')).toBe(screen.getByRole('form', { name: 'Log in' }));
    expect(toasts.get()).toEqual([]);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Demo1234');
    await user.type(screen.getByLabelText('Username or mobile number'), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
    right = true;
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
  });

  test.each([
    ['is out of reach', new TypeError('offline'), 'We couldn’t reach the server. Check your connection and try again.'],
    ['is refused', () => Response.json({ code: 0, msg: 'Too many captchas' }, { status: 429 }), 'Too many captchas'],
  ])('that %s when it is needed is reported in the form, not in a toast', async (_, answer, message) => {
    const sentCalls = serve({ '/captcha/init': answer });
    await renderScreen(<Screen />);
    await fillIn();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([toasts.get(), sentCalls.some(({ path }) => path === '/user/login')]).toEqual([[], false]);
  });

  describe('of geetest', () => {
    const page = window as Window & { initGeetest?: unknown };
    const shown: string[] = [];
    afterEach(() => {
      delete page.initGeetest;
      shown.length = 0;
    });

    test('is shown again with another challenge if it is not accepted', async () => {
      let challenges = 0;
      // Replaces geetest's script, which tests must not fetch. Showing the captcha solves it.
      page.initGeetest = ({ challenge }: { challenge: string }, ready: (widget: object) => void) => {
        shown.push(challenge);
        let solved: () => void = () => undefined;
        ready({
          onReady: (open: () => void) => queueMicrotask(open),
          onSuccess: (done: () => void) => (solved = done),
          onError: () => undefined,
          onClose: () => undefined,
          verify: () => solved(),
          getValidate: () => ({ geetest_challenge: challenge, geetest_validate: 'v', geetest_seccode: 's' }),
        });
      };
      const sentCalls = serve({
        '/captcha/init': () =>
          envelope({
            provider: 'geetest',
            gt: 'gt',
            challenge: `challenge-${(challenges += 1)}`,
            success: 1,
            new_captcha: true,
          }),
        '/user/login': ({ geetest_challenge }: { geetest_challenge: string }) =>
          geetest_challenge === 'challenge-1' ? { code: -3, msg: '' } : loggedIn,
      });
      await renderScreen(<Screen />);
      await fillIn();
      await waitFor(() => expect(document.querySelector('script[src^="https://static.geetest.com/"]')).not.toBeNull());
      document.querySelector('script[src^="https://static.geetest.com/"]')?.dispatchEvent(new Event('load'));
      await waitFor(() => expect(readToken()).toBe('fresh-token'));
      expect(shown).toEqual(['challenge-1', 'challenge-2']);
      expect(sentCalls.filter(({ path }) => path === '/user/login')).toHaveLength(2);
      expect(toasts.get()).toEqual([]);
    });
  });

  test('is fetched again when needed if it was unreachable at first', async () => {
    let tries = 0;
    serve({
      '/captcha/init': () => ((tries += 1) === 1 ? new TypeError('offline') : captcha['/captcha/init']()),
      '/user/login': loggedIn,
    });
    await renderScreen(<Screen />);
    await fillIn();
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
  });
});

describe('the second step', () => {
  test('is asked for when the server requires it and sent with the same account', async () => {
    const sentCalls = serve({
      '/user/login': (body: { googlecode: string }) =>
        body.googlecode === ''
          ? { code: -2, msg: '', data: { methods: ['google'] } }
          : body.googlecode === '123456'
            ? loggedIn
            : { code: 0, msg: 'Wrong code', error: 'second_step_wrong' },
    });
    await renderScreen(<Screen />);
    const user = await fillIn();
    const code = await screen.findByLabelText('Code or recovery code');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Enter the code');
    await user.type(code, '000000{Enter}');
    await screen.findByText('Wrong code');
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(sentCalls.at(-1)?.body).toMatchObject({ account: 'ada', password: 'Demo1234', googlecode: '123456' });
  });

  test('is offered when the account is locked, and unlocks it', async () => {
    const sentCalls = serve({
      '/user/login': ({ googlecode }: { googlecode: string }) =>
        googlecode === '' ? { code: 0, msg: 'Too many wrong passwords', error: 'login_locked' } : loggedIn,
    });
    await renderScreen(<Screen />);
    expect(screen.queryByRole('button', { name: 'Log in with a code' })).toBeNull();
    const user = await fillIn();
    await user.click(await screen.findByRole('button', { name: 'Log in with a code' }));
    await user.type(await screen.findByLabelText('Code or recovery code'), '123456{Enter}');
    await waitFor(() => expect(readToken()).toBe('fresh-token'));
    expect(sentCalls.at(-1)?.body).toMatchObject({ account: 'ada', password: 'Demo1234', googlecode: '123456' });
  });
});

test('the link to registration keeps the wanted page, and the forgotten password has its answer', async () => {
  serve({});
  await renderScreen(<Screen />);
  expect(screen.getByRole('link', { name: 'Open an account' }).getAttribute('href')).toBe(
    '#/register?redirect=%2Forder%2Flist',
  );
  expect(screen.getByText('Contact customer support to reset it.')).toBeTruthy();
});

test('while registration is closed no link to it is offered; a change is followed while the page is open', async () => {
  serve({});
  const platform = (registrationOpen: boolean) =>
    act(() => storeConfig({ name: 'Bank', logo: null, registrationOpen } as Parameters<typeof storeConfig>[0]));
  const way = () => screen.queryByRole('link', { name: 'Open an account' });
  platform(false);
  await renderScreen(<Screen />);
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
  expect([way(), screen.queryByText(/No account yet/)]).toEqual([null, null]);
  platform(true);
  expect(way()).not.toBeNull();
  platform(false);
  expect(way()).toBeNull();
});
