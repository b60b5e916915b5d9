/** The operation log and the sessions: filters in the address, signing out after a confirmation. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { LogRow } from '#features/audit/contract.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { SessionRow } from '../contract.ts';
import { Screen } from './UserLogsScreen.tsx';

function row(number: number, changes: Partial<LogRow> = {}): LogRow {
  return {
    id: String(number),
    action: 'login',
    actionText: 'Logged in',
    object: '',
    ip: '203.0.113.1',
    device: 'Chrome on Windows',
    result: 'done',
    createdAt: '2026-11-20T04:00:00.000Z',
    ...changes,
  };
}

function session(id: string, changes: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    device: `Device ${id}`,
    ip: '203.0.113.1',
    createdAt: '2026-11-20T03:00:00.000Z',
    lastSeenAt: '2026-11-20T04:00:00.000Z',
    current: false,
    ...changes,
  };
}

function world(changes: { logs?: LogRow[]; sessions?: SessionRow[]; endFails?: boolean } = {}) {
  const state = { sessions: changes.sessions ?? [session('here', { current: true }), session('lost'), session('old')] };
  const logs = changes.logs ?? [
    row(2, { action: 'phone_bound', actionText: 'Mobile number added', object: '138****1234' }),
    row(1, { result: 'refused' }),
  ];
  const sentCalls = answerCalls({
    '/user/logs': ({ page, limit }: { page: number; limit: number }) => ({
      code: 1,
      data: { total: logs.length, list: logs, page, limit, extend: {} },
    }),
    '/user/sessions': () => ({ code: 1, data: { total: state.sessions.length, list: state.sessions } }),
    '/user/sessions/end': ({ id }: { id: string }) => {
      if (changes.endFails) return { code: 0, error: 'not_found', msg: 'Not found' };
      state.sessions = state.sessions.filter((each) => (id === 'others' ? each.current : each.id !== id));
      return { code: 1 };
    },
  });
  return { of: (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body) };
}

const cells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const sessionRows = () => screen.getAllByRole('row').slice(1);

describe('the operation log', () => {
  test('shows time, action, object, address, device and result', async () => {
    world();
    await renderScreen(<Screen />);
    await screen.findByRole('row', { name: /Mobile number added/ });
    expect(cells(/Mobile number added/)).toEqual([
      expect.stringMatching(/^20 Nov(?: 2026)?, 12:00$/),
      'Mobile number added',
      '138****1234',
      '203.0.113.1',
      'Chrome on Windows',
      'Done',
    ]);
    expect(cells(/Refused/).slice(1, 3)).toEqual(['Logged in', '–']);
  });

  test('is filtered by action and days, in the address, and requests only that from the server', async () => {
    const { of } = world();
    const { address } = await renderScreen(<Screen />, { address: '/user/logs?range=2026-11-01..2026-11-20' });
    await screen.findByRole('row', { name: /Mobile number added/ });
    expect(of('/user/logs').at(-1)).toEqual({
      page: 1,
      limit: 20,
      sort: 'createdAt',
      order: 'desc',
      range: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Action' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Login failed' }));
    await waitFor(() => expect(of('/user/logs').at(-1)).toMatchObject({ action: 'login_failed' }));
    expect(address()).toContain('action=login_failed');
  });

  test('is exported with the filters and the order that are shown', async () => {
    const { of } = world();
    await renderScreen(<Screen />, { address: '/user/logs?action=login&sort=createdAt&order=asc' });
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() => expect(of('/user/export')).toHaveLength(1));
    const { page: _, limit: __, ...filter } = of('/user/logs').at(-1) as { page: number; limit: number };
    expect(of('/user/export')).toEqual([{ kind: 'logs', format: 'csv', filter }]);
    expect(filter).toEqual({ sort: 'createdAt', order: 'asc', action: 'login' });
  });

  test('explains what it will contain while it is empty', async () => {
    world({ logs: [] });
    await renderScreen(<Screen />);
    expect(await screen.findByText('Logins and changes to your account appear here.')).toBeTruthy();
  });
});

describe('the sessions', () => {
  async function opened() {
    const rendered = await renderScreen(<Screen />, { address: '/user/logs?action=login' });
    await userEvent.click(await screen.findByRole('radio', { name: 'Sessions' }));
    await screen.findByText('Device here');
    return rendered;
  }

  test('have an address of their own, which keeps no filter of the log', async () => {
    world();
    const { address } = await opened();
    expect(address()).toBe('/user/logs?view=sessions');
    await userEvent.click(screen.getByRole('radio', { name: 'Operation log' }));
    await screen.findByRole('row', { name: /Mobile number added/ });
    expect(address()).toBe('/user/logs');
  });

  test("mark the current one, which can't be signed out here", async () => {
    world();
    await opened();
    expect(within(screen.getByRole('row', { name: /Device here/ })).getByText('This session')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Log out Device/ })).toHaveLength(2);
  });

  test('are signed out one by one, after a confirmation that names the device', async () => {
    const { of } = world();
    await opened();
    await userEvent.click(screen.getByRole('button', { name: 'Log out Device lost, 203.0.113.1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out this session?' });
    expect(within(dialog).getByText('Device lost at 203.0.113.1 will need to log in again.')).toBeTruthy();
    expect(of('/user/sessions/end')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(sessionRows()).toHaveLength(2));
    expect(of('/user/sessions/end')).toEqual([{ id: 'lost' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are signed out all but this one, and then there is no other to sign out', async () => {
    const { of } = world();
    await opened();
    await userEvent.click(screen.getByRole('button', { name: 'Log out all others' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out all other sessions?' });
    expect(within(dialog).getByText('2 sessions will need to log in again. This one stays logged in.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Log out all others' }));
    await waitFor(() => expect(sessionRows()).toHaveLength(1));
    expect(of('/user/sessions/end')).toEqual([{ id: 'others' }]);
    expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull();
  });

  test('stay when the confirmation is declined or closed', async () => {
    const { of } = world({ endFails: true });
    await opened();
    await userEvent.click(screen.getByRole('button', { name: 'Log out Device old, 203.0.113.1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out this session?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(of('/user/sessions/end')).toHaveLength(1));
    expect(sessionRows()).toHaveLength(3);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(of('/user/sessions/end')).toHaveLength(1);
  });
});
