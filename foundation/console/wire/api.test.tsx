/** What the client guarantees about the envelope, the token and the messages it shows. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { words } from '#foundation/core/words.ts';
import { CallFailed, CallRefused, CaptchaNeeded, FieldErrors, LoggedOut, SecondStepNeeded } from './api-errors.ts';
import { callApi, loggedOut, pendingCalls, sendCall } from './api.ts';
import { CALL_TIMEOUT_MS } from './early-calls.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { type SentCall, answerCalls } from '#foundation/console/testing/render-for-tests.tsx';
import { TOAST_MS, toasts } from '#foundation/console/overlay/toasts.ts';
import { storeToken } from './token.ts';

const contract = calls(words({}), {
  '/thing/list': {
    who: 'members',
    summary: '',
    input: z.strictObject({ page: z.int() }),
    output: z.strictObject({ total: z.int() }),
  },
});
const list = () => callApi(contract, '/thing/list', { page: 1 });
const failure = () =>
  list().then(
    () => undefined,
    (error: unknown) => error,
  );
const toastTexts = () => toasts.get().map((toast) => toast.text);

let logouts = 0;
let stop = () => {};
beforeEach(() => {
  logouts = 0;
  stop = loggedOut.listen(() => (logouts += 1));
});
afterEach(() => stop());

describe('a request', () => {
  test('is a POST below /api with token and language in headers, and no token in the address', async () => {
    storeToken('secret-token', new Date(Date.now() + 60_000));
    chooseLanguage('th');
    const sentCalls = answerCalls({ '/thing/list': { code: 1, msg: '', time: 1, data: { total: 3 } } });
    expect(await list()).toEqual({ total: 3 });
    const [call] = sentCalls as [SentCall];
    expect([call.method, call.path, call.body]).toEqual(['POST', '/thing/list', { page: 1 }]);
    expect(call.headers.get('x-token')).toBe('secret-token');
    expect(call.headers.get('accept-language')).toBe('th');
    expect(call.path).not.toContain('secret-token');
  });

  test('has no token header before the login, and a GET has no body', async () => {
    const sentCalls = answerCalls({ '/settings': { code: 1, msg: '', time: 1, data: { name: 'X' } } });
    await sendCall('GET', '/settings', undefined);
    expect(sentCalls[0]).toMatchObject({ method: 'GET', body: undefined });
    expect(sentCalls[0]?.headers.has('x-token')).toBe(false);
  });

  test('counts as pending only while it is in progress, and never if it is quiet', async () => {
    const seen: number[] = [];
    answerCalls({ '/thing/list': () => (seen.push(pendingCalls.get()), { code: 1, data: { total: 1 } }) });
    await list();
    await callApi(contract, '/thing/list', { page: 1 }, { quiet: true });
    expect([...seen, pendingCalls.get()]).toEqual([1, 0, 0]);
  });
});

describe('the envelope', () => {
  test('without a code is success', async () => {
    answerCalls({ '/thing/list': { data: { total: 7 } } });
    expect(await list()).toEqual({ total: 7 });
  });

  test('a refusal keeps the messages of the fields that it is about', async () => {
    const fields = { 'rates.0.percent': 'Too low' };
    answerCalls({ '/thing/list': { code: 0, msg: 'Wrong rates', time: 1, error: 'rate_below_own', fields } });
    expect(await failure()).toMatchObject({ name: 'CallRefused', error: 'rate_below_own', fields });
  });

  test('code 0 throws a refusal and shows the server’s message in a toast for five seconds', async () => {
    answerCalls({ '/thing/list': { code: 0, msg: 'No money', time: 1, error: 'balance_insufficient' } });
    const error = await failure();
    expect(error).toBeInstanceOf(CallRefused);
    expect(error).toMatchObject({ message: 'No money', error: 'balance_insufficient' });
    expect(toastTexts()).toEqual(['No money']);
    expect(TOAST_MS).toBe(5000);
  });

  test('code 0 with field messages hands them on with the refusal', async () => {
    answerCalls({
      '/thing/list': { code: 0, msg: 'Too low', time: 1, error: 'low', fields: { 'rows.0.a': 'Too low' } },
    });
    expect(await failure()).toMatchObject({ error: 'low', fields: { 'rows.0.a': 'Too low' } });
    expect(toastTexts()).toEqual(['Too low']);
  });

  test('code 50008 emits loggedOut, without a toast', async () => {
    answerCalls({ '/thing/list': { code: 50008, msg: 'out', time: 1, error: 'logged_out' } });
    expect(await failure()).toBeInstanceOf(LoggedOut);
    expect([logouts, toastTexts()]).toEqual([1, []]);
  });

  test('code −1 throws the field messages, without a toast', async () => {
    answerCalls({ '/thing/list': { code: -1, msg: 'x', time: 1, fields: { page: 'Enter a number' } } });
    const error = await failure();
    expect(error).toBeInstanceOf(FieldErrors);
    expect(error).toMatchObject({ fields: { page: 'Enter a number' } });
    expect(toastTexts()).toEqual([]);
  });

  test('code −2 throws the known second-step methods, without a toast', async () => {
    answerCalls({ '/thing/list': { code: -2, msg: 'x', time: 1, data: { methods: ['sms', 'google', 'palm'] } } });
    const error = await failure();
    expect(error).toBeInstanceOf(SecondStepNeeded);
    expect(error).toMatchObject({ methods: ['sms', 'google'] });
    expect(toastTexts()).toEqual([]);
  });

  test('code −3 throws CaptchaNeeded, without a toast', async () => {
    answerCalls({ '/thing/list': { code: -3, msg: 'x', time: 1 } });
    expect(await failure()).toBeInstanceOf(CaptchaNeeded);
    expect(toastTexts()).toEqual([]);
  });

  test('any other code throws a refusal with its message, without a toast', async () => {
    answerCalls({ '/thing/list': { code: 77, msg: 'odd', time: 1 } });
    const error = await failure();
    expect(error).toBeInstanceOf(CallRefused);
    expect(error).toMatchObject({ code: 77, message: 'odd' });
    expect([logouts, toastTexts()]).toEqual([0, []]);
  });
});

describe('a failed request', () => {
  test('without a network says so in the user’s language', async () => {
    chooseLanguage('zh');
    answerCalls({ '/thing/list': new TypeError('failed to fetch') });
    const error = await failure();
    expect(error).toBeInstanceOf(CallFailed);
    expect(error).toMatchObject({ status: 0 });
    expect(toastTexts()).toEqual(['无法连接服务器，请检查网络后重试。']);
  });

  test.each([
    [500, '{"code":0,"msg":"Please look first","error":"internal"}', 'Please look first'],
    [503, '<html>busy</html>', 'Something went wrong on our side. Please try again in a moment.'],
    [429, '{"code":0,"msg":"Too many requests"}', 'Too many requests'],
    [500, '{"code":1,"data":{"total":9}}', 'Something went wrong on our side. Please try again in a moment.'],
    [200, 'not json', 'Something went wrong on our side. Please try again in a moment.'],
  ])('HTTP %d with %s shows %s and never counts as success', async (status, text, message) => {
    answerCalls({ '/thing/list': () => new Response(text, { status }) });
    const error = await failure();
    expect(error).toBeInstanceOf(CallFailed);
    expect(error).toMatchObject({ status });
    expect(toastTexts()).toEqual([message]);
  });

  test('that is quiet throws without a toast', async () => {
    answerCalls({ '/thing/list': new TypeError('offline') });
    await expect(callApi(contract, '/thing/list', { page: 1 }, { quiet: true })).rejects.toBeInstanceOf(CallFailed);
    expect(toastTexts()).toEqual([]);
  });

  test('that the caller aborted shows nothing', async () => {
    const off = new AbortController();
    answerCalls({ '/thing/list': () => (off.abort(), new TypeError('aborted')) });
    await expect(callApi(contract, '/thing/list', { page: 1 }, { signal: off.signal })).rejects.not.toBeInstanceOf(
      CallFailed,
    );
    expect(toastTexts()).toEqual([]);
  });

  test('times out after 180 seconds with a message to check the result first', async () => {
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
    answerCalls({ '/thing/list': new Error('timed out') });
    expect(await failure()).toMatchObject({
      name: 'CallFailed',
      message: 'The server took too long to answer. Check the result before you try again.',
    });
    expect(timeout).toHaveBeenCalledWith(CALL_TIMEOUT_MS);
    expect(CALL_TIMEOUT_MS).toBe(180_000);
    timeout.mockRestore();
  });

  test('that happens twice shows one toast', async () => {
    answerCalls({ '/thing/list': new TypeError('offline') });
    await failure();
    await failure();
    expect(toastTexts()).toHaveLength(1);
  });
});
