/** A request that the page's first code sent is not repeated, and only an identical request gets its response. */
import { expect, test, vi } from 'vitest';
import { CallFailed, LoggedOut } from './api-errors.ts';
import { sendCall } from './api.ts';
import { askEarly, headersOf } from './early-calls.ts';
import { answerCalls } from '#foundation/console/testing/test-render.tsx';
import { keepToken } from './token.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000);
const thing = (total: number) => ({ code: 1, msg: '', time: 1, data: { total } });
const early = (input: unknown = { page: 1 }) =>
  askEarly({ method: 'POST', path: '/thing/list', input, headers: headersOf('en', 'mine') });
const ask = (input: unknown = { page: 1 }) => sendCall('POST', '/thing/list', input, { quiet: true });

test('the response is taken over once; the next call is sent', async () => {
  keepToken('mine', tomorrow());
  let count = 0;
  const asked = answerCalls({ '/thing/list': () => thing((count += 1)) });
  expect(await early()).toEqual({ total: 1 });
  expect(await ask()).toEqual({ total: 1 });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.headers.get('x-token')).toBe('mine');
  expect(await ask()).toEqual({ total: 2 });
});

test('a response still in progress is taken over too', async () => {
  keepToken('mine', tomorrow());
  const gate = Promise.withResolvers<void>();
  const asked = answerCalls({ '/thing/list': () => gate.promise.then(() => thing(3)) });
  const [first, second] = [early(), ask()];
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual([{ total: 3 }, { total: 3 }]);
  expect(asked).toHaveLength(1);
});

test('a call with other input, another token or more than ten seconds later is sent', async () => {
  keepToken('mine', tomorrow());
  const asked = answerCalls({ '/thing/list': thing(3) });
  await early();
  await ask({ page: 2 });
  expect(asked).toHaveLength(2);
  keepToken('another', tomorrow());
  await ask();
  expect(asked).toHaveLength(3);
  keepToken('mine', tomorrow());
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  await ask();
  now.mockRestore();
  expect(asked).toHaveLength(4);
});

test('the code that takes the response over gets its error, and only that code', async () => {
  keepToken('mine', tomorrow());
  answerCalls({ '/thing/list': { code: 50008, msg: 'ended', time: 1 } });
  expect(await early()).toBeUndefined();
  await expect(ask()).rejects.toThrow(LoggedOut);
  answerCalls({
    '/thing/list': () => {
      throw new TypeError('no network');
    },
  });
  expect(await early()).toBeUndefined();
  await expect(ask()).rejects.toThrow(CallFailed);
});
