/** Schedules: the list, a new one with its bounds and refusals, a change, and the removal. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { session } from '#features/accounts/console/session.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { Role } from '#foundation/core/session.ts';
import { downloadWorld, schedule } from './downloads-for-tests.ts';
import { ScheduleList } from './ScheduleList.tsx';

function logIn(roles: readonly Role[], memberNo: string | null) {
  session.set({
    token: 'token',
    roles,
    rights: [],
    person: { username: 'someone', nickname: '', avatar: '', memberNo, mustChangePassword: false },
  });
}

beforeEach(() => {
  logIn(['member'], '20000001');
  toasts.set([]);
});

const cells = () =>
  within(screen.getAllByRole('row')[1] ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

async function openForm(name = 'Add schedule') {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('form'));
}

describe('the list of schedules', () => {
  test('says what comes, when and where', async () => {
    downloadWorld([], [schedule(1, { notifyUrl: 'https://shop.example/reports' })]);
    await renderScreen(<ScheduleList />);
    await screen.findByText('up to 20');
    expect(cells()).toEqual([
      'Orders',
      'Status: success',
      'Every Monday at 08:30https://shop.example/reports',
      'CSV (.csv)',
      expect.stringMatching(/^(?:23 Nov(?: 2026)?, )?\d\d:\d\d$/),
      '–',
      'EditRemove',
    ]);
  });

  test('says what a schedule is for while there is none, and can be asked for again', async () => {
    downloadWorld([], [], { '/schedule/list': { code: 0, msg: 'Not now', error: 'unavailable' } });
    await renderScreen(<ScheduleList />);
    await screen.findByText('Not now');
    downloadWorld([]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No schedules yet')).toBeTruthy();
  });

  test('loses one after a question', async () => {
    const { of } = downloadWorld([], [schedule(1)]);
    await renderScreen(<ScheduleList />);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Orders' }));
    const question = await screen.findByRole('dialog', { name: 'Remove this schedule?' });
    expect(question.textContent).toContain('Orders, Every Monday at 08:30: no more files will be created');
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await screen.findByText('No schedules yet');
    expect(of('/schedule/remove')).toEqual([{ id: schedule(1).id }]);
  });
});

describe('the form of a schedule', () => {
  test('of a list that leads here takes its filter along, in words, and leaves the address when it is closed', async () => {
    const { of } = downloadWorld([]);
    const filter = { status: 'success', sort: 'createdAt' };
    const { address } = await renderScreen(<ScheduleList />, {
      address: `/?${new URLSearchParams({ tab: 'schedules', add: 'payout', filter: JSON.stringify(filter) }).toString()}`,
    });
    const form = within(await screen.findByRole('form'));
    expect(form.getByLabelText<HTMLSelectElement>('Content').value).toBe('payout');
    expect(form.getByText('Status: Payment success')).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(of('/schedule/save')).toMatchObject([{ kind: 'payout', filter, every: 'day' }]));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(address()).toBe('/?tab=schedules');
  });

  test('does not open for a list that does not exist', async () => {
    downloadWorld([]);
    await renderScreen(<ScheduleList />, { address: '/?add=nothing&filter={}' });
    await screen.findByText('No schedules yet');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('has no filter where the address has none that can be read', async () => {
    downloadWorld([]);
    await renderScreen(<ScheduleList />, { address: '/?add=order&filter=[1' });
    expect(within(await screen.findByRole('form')).queryByText('Filter')).toBeNull();
  });

  test('adds one: what, how, how often, at what time and where to', async () => {
    const { of } = downloadWorld([]);
    await renderScreen(<ScheduleList />);
    const form = await openForm();
    await userEvent.selectOptions(form.getByLabelText('Content'), 'Money log');
    await userEvent.click(form.getByRole('radio', { name: 'CSV (.csv)' }));
    await userEvent.click(form.getByRole('radio', { name: 'Monthly' }));
    fireEvent.change(form.getByLabelText('Time'), { target: { value: '06:15' } });
    expect(form.getByText('On the 1st of each month at 06:15')).toBeTruthy();
    await userEvent.type(form.getByLabelText('Send a report to this URL'), 'https://shop.example/reports');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(of('/schedule/save')).toEqual([
        {
          kind: 'moneylog',
          filter: {},
          format: 'csv',
          every: 'month',
          at: '06:15',
          notifyUrl: 'https://shop.example/reports',
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  test('changes one, and keeps its filter as long as it is of the same list', async () => {
    const { of } = downloadWorld([], [schedule(1)]);
    await renderScreen(<ScheduleList />);
    const form = await openForm('Edit Orders');
    expect(form.getByText('Status: success')).toBeTruthy();
    await userEvent.click(form.getByRole('radio', { name: 'Daily' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(of('/schedule/save')[0]).toMatchObject({
        id: schedule(1).id,
        filter: { status: 'success' },
        every: 'day',
        notifyUrl: null,
      }),
    );
    const again = await openForm('Edit Orders');
    await userEvent.selectOptions(again.getByLabelText('Content'), 'Money log');
    expect(again.queryByText('Status: success')).toBeNull();
    await userEvent.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(of('/schedule/save')[1]).toMatchObject({ kind: 'moneylog', filter: {} }));
  });

  test('asks for a time before anything is sent', async () => {
    const { of } = downloadWorld([]);
    await renderScreen(<ScheduleList />);
    const form = await openForm();
    fireEvent.change(form.getByLabelText('Time'), { target: { value: '' } });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Enter a time from 00:00 to 23:59')).toBeTruthy();
    expect(of('/schedule/save')).toEqual([]);
  });

  test.each([
    [
      'at its field',
      {
        code: -1,
        msg: '',
        fields: {
          notifyUrl: 'Reports go only to hosts on your list of allowed callback hosts; see API',
        },
      },
      'Reports go only to hosts on your list of allowed callback hosts; see API',
    ],
    [
      'of a filter above the button',
      { code: -1, msg: '', fields: { 'filter.status': 'Unknown status' } },
      'Unknown status',
    ],
    [
      'of all above the button',
      { code: 0, msg: 'You already have 20 schedules; remove one first', error: 'schedules_full' },
      'You already have 20 schedules; remove one first',
    ],
  ])('shows a refusal %s, and loses nothing', async (_, answer, text) => {
    downloadWorld([], [], { '/schedule/save': answer });
    await renderScreen(<ScheduleList />);
    const form = await openForm();
    await userEvent.type(form.getByLabelText('Send a report to this URL'), 'https://shop.example/reports');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(text)).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>('Send a report to this URL').value).toBe(
      'https://shop.example/reports',
    );
    expect(toasts.get()).toEqual([]);
  });

  test.each([
    [
      'a member',
      ['member'],
      '20000001',
      ['Statement', 'Statement, all entries', 'Money log', 'Orders', 'Withdrawals', 'Payouts', 'Operation log'],
    ],
    ['an operator', ['operator'], null, ['Operation log']],
  ] as const)('offers %s their own lists, and an address only to members', async (_, roles, memberNo, lists) => {
    logIn(roles, memberNo);
    downloadWorld([]);
    await renderScreen(<ScheduleList />);
    const form = await openForm();
    expect(
      within(form.getByLabelText('Content'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(lists);
    expect(form.queryByLabelText('Send a report to this URL') !== null).toBe(memberNo !== null);
  });
});
