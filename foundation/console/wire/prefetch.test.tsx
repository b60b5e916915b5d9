import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { prefetchQueries } from './prefetch.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { storeToken } from './token.ts';
import { callRequest } from './typed-calls.ts';
import { useCall } from './use-call.ts';

const thingCalls = calls(
  {},
  {
    '/thing/count': {
      who: 'session',
      summary: 'Counts',
      input: z.strictObject({ of: z.string() }),
      output: z.strictObject({ total: z.int() }),
    },
  },
);
const input = { of: 'tea' };
const answer = (total: number) => ({ code: 1, data: { total } });
const tomorrow = () => new Date(Date.now() + 86_400_000);
let logins = 0;
/** Each test has its own login. */
function logIn(): string {
  logins += 1;
  storeToken(`login ${logins}`, tomorrow());
  return `login ${logins}`;
}

function Count() {
  const { data } = useCall(thingCalls, '/thing/count', input);
  return <p>{data ? `there are ${data.total}` : 'waiting'}</p>;
}

it('a screen does not repeat a prefetched call', async () => {
  const token = logIn();
  const sentCalls = answerCalls({ '/thing/count': answer(3) });
  void prefetchQueries(callRequest(thingCalls, '/thing/count', input));
  await renderScreen(<Count />);
  await screen.findByText('there are 3');
  expect(sentCalls.map(({ path, headers }) => [path, headers.get('X-Token')])).toEqual([['/thing/count', token]]);
});

it('a result that arrives before the screen is in its first render and is not fetched again', async () => {
  logIn();
  const sentCalls = answerCalls({ '/thing/count': answer(3) });
  await prefetchQueries(callRequest(thingCalls, '/thing/count', input));
  const shown: (string | null)[] = [];
  const Watched = () => (
    <div ref={(element) => void (element && shown.push(element.textContent))}>
      <Count />
    </div>
  );
  await renderScreen(<Watched />);
  expect(shown[0]).toBe('there are 3');
  expect(sentCalls).toHaveLength(1);
});

it('a result that arrives after the client and before the screen is not fetched again', async () => {
  logIn();
  const gate = Promise.withResolvers<void>();
  const sentCalls = answerCalls({ '/thing/count': () => gate.promise.then(() => answer(3)) });
  const prefetch = prefetchQueries(callRequest(thingCalls, '/thing/count', input));
  const Later = () => {
    const [shown, setShown] = useState(false);
    return shown ? <Count /> : <button onClick={() => setShown(true)}>Go</button>;
  };
  await renderScreen(<Later />);
  gate.resolve();
  await prefetch;
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  await screen.findByText('there are 3');
  expect(sentCalls).toHaveLength(1);
});

it('a result prefetched for another user is never shown', async () => {
  logIn();
  answerCalls({ '/thing/count': answer(3) });
  void prefetchQueries(callRequest(thingCalls, '/thing/count', input));
  logIn();
  const sentCalls = answerCalls({ '/thing/count': answer(4) });
  await renderScreen(<Count />);
  await screen.findByText('there are 4');
  expect(sentCalls).toHaveLength(1);
});

it('a prefetch that fails is repeated by the screen', async () => {
  logIn();
  answerCalls({ '/thing/count': { code: 0, msg: 'not now', error: 'not_found' } });
  void prefetchQueries(callRequest(thingCalls, '/thing/count', input));
  const sentCalls = answerCalls({ '/thing/count': answer(5) });
  await renderScreen(<Count />);
  await screen.findByText('there are 5');
  expect(sentCalls).toHaveLength(1);
});

it('a prefetch that starts after the screen is rendered does nothing', async () => {
  logIn();
  const sentCalls = answerCalls({ '/thing/count': answer(6) });
  await renderScreen(<Count />);
  await prefetchQueries(callRequest(thingCalls, '/thing/count', input));
  await screen.findByText('there are 6');
  expect(sentCalls).toHaveLength(1);
});
