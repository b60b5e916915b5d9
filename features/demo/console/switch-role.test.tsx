/** The role switch as a visitor of the demo sees it, and its absence everywhere else. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeConfig } from '#features/platform/console/config.ts';
import { session, sessionEnded, startSession } from '#features/accounts/console/session.ts';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { beginAs, logInAs } from '#foundation/console/testing/saved-input-for-tests.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { saveInput, registerInput, savedInput } from '#foundation/console/form/saved-input.ts';
import { DemoLogins } from './DemoLogins.tsx';
import { useRoleItems } from './role-items.tsx';

const loggedInAs = (username: string, role: 'member' | 'agency' | 'operator') => ({
  userinfo: {
    token: `token-of-${username}`,
    expiretime: Math.floor(Date.now() / 1000) + 3600,
    username,
    nickname: username,
    avatar: null,
    memberNo: role === 'operator' ? null : '10000001',
    roles: [role],
    rights: [],
    mustChangePassword: false,
  },
});
const envelope = (data: unknown) => ({ code: 1, msg: '', time: 1, data });
const platform = (demo?: string[]) =>
  storeConfig({ name: 'Bank', ...(demo ? { demo } : {}) } as Parameters<typeof storeConfig>[0]);

function Items() {
  return useRoleItems().map(({ key, label, onClick }) => (
    <button key={key} type="button" onClick={onClick}>
      {label}
    </button>
  ));
}

beforeEach(() => {
  toasts.set([]);
  goTo('/order/list?status=success', { replace: true });
});

test('without a demo neither the login page nor the menu shows it', async () => {
  platform();
  answerCalls({});
  await renderScreen(
    <>
      <DemoLogins />
      <Items />
    </>,
  );
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('the login page offers the demo’s roles and logs in as the chosen one', async () => {
  platform(['member', 'agency', 'operator']);
  const sentCalls = answerCalls({ '/demo/switchRole': () => envelope(loggedInAs('demo_agent', 'agency')) });
  await renderScreen(<DemoLogins />);
  await screen.findByRole('region', { name: 'Try it as' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Merchant',
    'Agent',
    'Operator',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Agent' }));
  await waitFor(() => expect(readToken()).toBe('token-of-demo_agent'));
  expect(sentCalls.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/demo/switchRole', body: { role: 'agency' } },
  ]);
  expect(session.get()?.roles).toEqual(['agency']);
  expect(hashAddress.get().href).toBe('/');
});

test('the menu switches to another user, and nothing of the previous one stays', async () => {
  platform(['member', 'agency', 'operator']);
  startSession(loggedInAs('demo_shop', 'member'));
  beginAs('demo_shop');
  const withdraw = registerInput('draft', () => ({ amount: '12.00' }));
  saveInput();
  withdraw();
  expect(savedInput('draft')).toEqual({ amount: '12.00' });
  const ends: string[] = [];
  const stop = sessionEnded.listen(() => ends.push(`${readToken()} at ${hashAddress.get().path}`));
  const sentCalls = answerCalls({ '/demo/switchRole': () => envelope(loggedInAs('operator', 'operator')) });
  await renderScreen(<Items />);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to operator' }));
  await waitFor(() => expect(readToken()).toBe('token-of-operator'));
  // The request carries the current session, so that the server can end it.
  expect(sentCalls[0]?.headers.get('x-token')).toBe('token-of-demo_shop');
  expect(ends).toEqual(['undefined at /order/list']);
  expect(session.get()).toMatchObject({ roles: ['operator'], person: { username: 'operator' } });
  logInAs('demo_shop');
  expect(savedInput('draft')).toBeUndefined();
  expect(hashAddress.get().href).toBe('/');
  stop();
});

test('a closed role shows an error, and the session continues', async () => {
  platform(['member', 'agency', 'operator']);
  startSession(loggedInAs('demo_shop', 'member'));
  answerCalls({ '/demo/switchRole': { code: 0, msg: 'The demo account was changed', error: 'demo_role_closed' } });
  await renderScreen(<DemoLogins />);
  await userEvent.click(await screen.findByRole('button', { name: 'Operator' }));
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['The demo account was changed']));
  expect(readToken()).toBe('token-of-demo_shop');
  expect(hashAddress.get().href).toBe('/order/list?status=success');
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Operator' }).disabled).toBe(false));
});
