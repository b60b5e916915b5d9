/** A request that the page's first code sent is not repeated, and only an identical request gets its response. */
import { expect, test, vi } from 'vitest';
import { CallFailed, LoggedOut } from './api-errors.ts';
import { sendCall } from './api.ts';
import { sendEarly, headersOf } from './early-calls.ts';
import { answerCalls } from '#foundation/console/testing/render-for-tests.tsx';
import { storeToken } from './token.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000);
const thing = (total: number) => ({ code: 1, msg: '', time: 1, data: { total } });
const early = (input: unknown = { page: 1 }) =>
  sendEarly({ method: 'POST', path: '/thing/list', input, headers: headersOf('en', 'mine') });
const request = (input: unknown = { page: 1 }) => sendCall('POST', '/thing/list', input, { quiet: true });

test('the response is taken over once; the next call is sent', async () => {
  storeToken('mine', tomorrow());
  let count = 0;
  const sentCalls = answerCalls({ '/thing/list': () => thing((count += 1)) });
  expect(await early()).toEqual({ total: 1 });
  expect(await request()).toEqual({ total: 1 });
  expect(sentCalls).toHaveLength(1);
  expect(sentCalls[0]?.headers.get('x-token')).toBe('mine');
  expect(await request()).toEqual({ total: 2 });
});

test('a response still in progress is taken over too', async () => {
  storeToken('mine', tomorrow());
  const gate = Promise.withResolvers<void>();
  const sentCalls = answerCalls({ '/thing/list': () => gate.promise.then(() => thing(3)) });
  const [first, second] = [early(), request()];
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual([{ total: 3 }, { total: 3 }]);
  expect(sentCalls).toHaveLength(1);
});

test('a call with other input, another token or more than ten seconds later is sent', async () => {
  storeToken('mine', tomorrow());
  const sentCalls = answerCalls({ '/thing/list': thing(3) });
  await early();
  await request({ page: 2 });
  expect(sentCalls).toHaveLength(2);
  storeToken('another', tomorrow());
  await request();
  expect(sentCalls).toHaveLength(3);
  storeToken('mine', tomorrow());
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  await request();
  now.mockRestore();
  expect(sentCalls).toHaveLength(4);
});

test('the code that takes the response over gets its error, and only that code', async () => {
  storeToken('mine', tomorrow());
  answerCalls({ '/thing/list': { code: 50008, msg: 'ended', time: 1 } });
  expect(await early()).toBeUndefined();
  await expect(request()).rejects.toThrow(LoggedOut);
  answerCalls({
    '/thing/list': () => {
      throw new TypeError('no network');
    },
  });
  expect(await early()).toBeUndefined();
  await expect(request()).rejects.toThrow(CallFailed);
});
