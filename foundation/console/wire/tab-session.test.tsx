/** A tab acts only for the user whose data it shows. */
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LoggedOut, OtherSession } from './api-errors.ts';
import { loggedOut, sendCall } from './api.ts';
import { downloadFile, uploadFile } from './file-calls.ts';
import { stayConnected } from './live.ts';
import { otherLogin, ownTab, sessionAdopted, watchTab } from './tab-session.ts';
import { takeFile } from './take-file.ts';
import { type SentCall, answerCalls, fakeStream } from '#foundation/console/testing/render-for-tests.tsx';
import { holdUploads } from '#foundation/console/testing/uploads-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { browserToken, dropToken, storeToken, readToken } from './token.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000);
const good = { code: 1, msg: '', time: 1, data: { total: 1 } };
const over = { code: 50008, msg: 'out', time: 1, error: 'logged_out' };
const pay = () => sendCall('POST', '/batch/submit', { rows: [] });
const tokensOf = (sentCalls: readonly SentCall[]) => sentCalls.map(({ headers }) => headers.get('x-token'));

let ends = 0;
let stop = () => {};
beforeEach(() => {
  ends = 0;
  stop = loggedOut.listen(() => (ends += 1));
  storeToken('token-of-ada', tomorrow());
  ownTab('ada');
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

/** Sets what a login in another tab of this browser leaves behind. */
async function logInElsewhere(username: string | undefined, token = 'token-of-mei'): Promise<void> {
  document.cookie = `Admin-Token=${token}; Path=/`;
  if (username === undefined) localStorage.removeItem('login');
  else localStorage.setItem('login', JSON.stringify({ mark: token.slice(0, 12), username }));
  await Promise.resolve();
}

async function logOutElsewhere(): Promise<void> {
  document.cookie = 'Admin-Token=; Path=/; Max-Age=0';
  localStorage.removeItem('login');
  await Promise.resolve();
}

describe('while another user is logged in in this browser', () => {
  const aborted = new AbortController();
  test.each([
    ['a call', pay],
    ['a quiet call', () => sendCall('POST', '/order/list', {}, { quiet: true })],
    ['an upload', () => uploadFile('/batch/validate', new Blob(['x']))],
    ['a download', () => downloadFile('/file/1', aborted.signal)],
    ['an export', () => takeFile('/order/export', { input: {}, signal: aborted.signal, onProgress: () => undefined })],
  ])('%s is not sent, and the page shows the other user’s name', async (_what, createInTab) => {
    const sentCalls = answerCalls({});
    const uploads = holdUploads();
    await logInElsewhere('mei');
    await expect(createInTab()).rejects.toBeInstanceOf(OtherSession);
    expect([sentCalls, uploads]).toEqual([[], []]);
    expect(otherLogin.get()).toEqual({ username: 'mei' });
    // The page reports the other user and does not ask to log in again.
    expect([ends, toasts.get()]).toEqual([0, []]);
  });

  test('the event stream is not opened', async () => {
    const sentCalls = answerCalls({});
    await logInElsewhere('mei');
    const close = stayConnected();
    await waitFor(() => expect(otherLogin.get()).toEqual({ username: 'mei' }));
    close();
    expect(sentCalls).toEqual([]);
  });

  test('nothing is sent if that user’s name is unknown either', async () => {
    const sentCalls = answerCalls({});
    await logInElsewhere(undefined);
    await expect(pay()).rejects.toBeInstanceOf(OtherSession);
    expect(sentCalls).toEqual([]);
    expect(otherLogin.get()).toEqual({ username: undefined });
  });

  test('a stored name that belongs to another token is not trusted', async () => {
    localStorage.setItem('login', JSON.stringify({ mark: 'token-of-ada', username: 'ada' }));
    document.cookie = 'Admin-Token=stolen-name-1; Path=/';
    await Promise.resolve();
    await expect(pay()).rejects.toBeInstanceOf(OtherSession);
  });

  test('a call in progress is refused by the server, and loggedOut is not emitted', async () => {
    answerCalls({ '/batch/submit': () => logInElsewhere('mei').then(() => over) });
    await expect(pay()).rejects.toBeInstanceOf(LoggedOut);
    expect([otherLogin.get(), ends]).toEqual([{ username: 'mei' }, 0]);
  });

  test('the end of this tab’s session does not end the other one', async () => {
    await logInElsewhere('mei');
    dropToken();
    expect([readToken(), browserToken()]).toEqual([undefined, 'token-of-mei']);
  });
});

describe('another login of the same user', () => {
  test('is adopted silently, and calls use its token', async () => {
    const sentCalls = answerCalls({ '/batch/submit': good });
    const adopted: string[] = [];
    const end = sessionAdopted.listen((token) => adopted.push(token));
    await logInElsewhere('ada', 'second-token-of-ada');
    await expect(pay()).resolves.toEqual({ total: 1 });
    end();
    expect(tokensOf(sentCalls)).toEqual(['second-token-of-ada']);
    expect([adopted, otherLogin.get(), ends]).toEqual([['second-token-of-ada'], undefined, 0]);
  });

  test('during a call makes the client repeat it once with the new token', async () => {
    const answers = [() => logInElsewhere('ada', 'second-token-of-ada').then(() => over), () => good];
    const sentCalls = answerCalls({ '/batch/submit': () => answers.shift()?.() });
    await expect(pay()).resolves.toEqual({ total: 1 });
    expect(tokensOf(sentCalls)).toEqual(['token-of-ada', 'second-token-of-ada']);
    expect(ends).toBe(0);
  });

  test('reopens the event stream', async () => {
    const stream = fakeStream();
    const streams = [over, stream.answer];
    const sentCalls = answerCalls({
      '/events': () => {
        const next = streams.shift();
        return typeof next === 'function' ? next() : next;
      },
    });
    const close = stayConnected();
    await waitFor(() => expect(ends).toBe(1));
    await logInElsewhere('ada', 'second-token-of-ada');
    const leave = watchTab(() => undefined);
    await waitFor(() => expect(tokensOf(sentCalls)).toEqual(['token-of-ada', 'second-token-of-ada']));
    leave();
    close();
  });
});

test('after a logout in another tab, nothing is sent and loggedOut is emitted', async () => {
  const sentCalls = answerCalls({});
  await logOutElsewhere();
  await expect(pay()).rejects.toBeInstanceOf(LoggedOut);
  expect([sentCalls, ends, otherLogin.get()]).toEqual([[], 1, undefined]);
});

test('a tab that does not know its user yet adopts the browser’s session', async () => {
  dropToken();
  storeToken('token-of-ada', tomorrow());
  const { disownTab } = await import('./tab-session.ts');
  disownTab();
  const sentCalls = answerCalls({ '/batch/submit': good });
  await logInElsewhere('mei');
  await pay();
  expect(tokensOf(sentCalls)).toEqual(['token-of-mei']);
});

test('a tab without a session sends no token', async () => {
  dropToken();
  await logInElsewhere('mei');
  const sentCalls = answerCalls({ '/user/login': good });
  await sendCall('POST', '/user/login', {});
  expect(tokensOf(sentCalls)).toEqual([null]);
});

describe('without a click, watchTab notices', () => {
  const storage = () => act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'login' })));
  test.each([
    ['a storage event', storage],
    ['getting the focus', () => act(async () => void window.dispatchEvent(new Event('focus')))],
    ['becoming visible', () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))],
    ['being restored from the cache', () => act(async () => void window.dispatchEvent(new Event('pageshow')))],
  ])('another login on %s', async (_what, happens) => {
    const leave = watchTab(() => undefined);
    await logInElsewhere('mei');
    expect(otherLogin.get()).toBeUndefined();
    await happens();
    expect(otherLogin.get()).toEqual({ username: 'mei' });
    await logInElsewhere('ada', 'second-token-of-ada');
    await happens();
    expect([otherLogin.get(), readToken()]).toEqual([undefined, 'second-token-of-ada']);
    leave();
  });

  test('a logout elsewhere once', async () => {
    let reports = 0;
    const leave = watchTab(() => (reports += 1));
    await logOutElsewhere();
    await storage();
    await act(async () => void window.dispatchEvent(new Event('focus')));
    expect(reports).toBe(1);
    leave();
  });
});
