/** The members as an agent sees them: filters, walking down the tree, one member's details, remarks. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { answerScreen, cells, north } from '../agent-screens-for-tests.ts';
import { envelope, member, memberPage, refusedNotFound, userRate } from '../agents-for-tests.ts';
import { Screen } from './UserListScreen.tsx';

function start(answers: FakeAnswers = {}) {
  const state = { list: [member(1), north], total: 2 };
  const answered = answerScreen({
    '/user/info': makeUserInfo(),
    '/agent/userrate': envelope({ rates: [userRate('a')] }),
    '/agent/commission': envelope({ total: 0, list: [], page: 1, limit: 31, extend: {} }),
    '/agent/userlist': () => memberPage(state.list, { total: state.total }),
    ...answers,
  });
  return { ...answered, state };
}

describe('the list', () => {
  test('shows each member with its figures, and the sums of the whole filter', async () => {
    start({
      '/agent/userlist': memberPage([
        member(1, {
          remark: 'met in May',
          belowOwn: true,
          successFell: { rateNow: '61.2', rateBefore: '93.0' },
          certification: 'pending',
        }),
        { ...north, state: 'disabled', direct: false },
      ]),
    });
    await renderScreen(<Screen />, { address: '/agent/userlist' });
    expect((await cells()).map((row) => row.slice(0, 8))).toEqual([
      [
        'Shop 1Merchant · 20000001',
        'ActiveIn reviewBelow your rateSuccess rate fell',
        '1 Oct 2026',
        '¥1,000.00',
        '¥200.00',
        '¥5,000.00',
        '¥5.00',
        'met in May',
      ],
      [
        'NorthAgent · 200000023 members (North)',
        'DisabledCertified',
        '1 Oct 2026',
        '¥1,000.00',
        '¥200.00',
        '¥5,000.00',
        '¥5.00',
        '–',
      ],
    ]);
    expect(screen.getAllByText('2 members')[0]?.parentElement?.textContent).toBe(
      '2 membersBalance¥2,000.00Paid out¥400.00Paid, 30 days¥10,000.00Commission, 30 days¥10.00',
    );
    // The remark on a member further down can't be changed.
    expect(screen.getAllByRole('button', { name: /Edit remark/ })).toHaveLength(1);
  });

  test('sends the filters, sort and page of its address', async () => {
    const { of } = start();
    await renderScreen(<Screen />, {
      address:
        '/agent/userlist?q=shop&type=agent&state=disabled&certification=rejected&attention=belowOwn&registered=2026-11-01..2026-11-20&sort=balance&order=asc&page=2&limit=50',
    });
    await waitFor(() => expect(of('/agent/userlist')).toHaveLength(1));
    expect(of('/agent/userlist')[0]?.body).toEqual({
      page: 2,
      limit: 50,
      sort: 'balance',
      order: 'asc',
      q: 'shop',
      type: 'agent',
      state: 'disabled',
      certification: 'rejected',
      attention: 'belowOwn',
      registeredRange: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' },
    });
  });

  test('exports exactly what it shows', async () => {
    const { of } = start({ '/user/export': new Response('', { headers: { 'content-type': 'text/csv' } }) });
    await renderScreen(<Screen />, { address: '/agent/userlist?of=20000002&q=shop' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement);
    await waitFor(() => expect(of('/user/export')).toHaveLength(1));
    expect(of('/user/export')[0]?.body).toMatchObject({
      kind: 'agentUser',
      filter: { sort: 'registeredAt', order: 'desc', memberNo: '20000002', q: 'shop' },
    });
  });

  test('without members it leads to the invitation', async () => {
    start({ '/agent/userlist': memberPage([]) });
    const page = await renderScreen(<Screen />, { address: '/agent/userlist' });
    await screen.findByText('No members yet');
    await userEvent.click(screen.getByRole('button', { name: 'Open invitation' }));
    await waitFor(() => expect(page.address()).toBe('/agent/detail'));
  });

  test('announces new members by a button', async () => {
    const { stream, state } = start();
    await renderScreen(<Screen />, { address: '/agent/userlist' });
    await cells();
    await stream.open();
    Object.assign(state, { list: [member(3), ...state.list], total: 3 });
    await stream.emit('commission.changed', {});
    await userEvent.click(await screen.findByRole('button', { name: '1 new member' }));
    expect((await cells())[0]?.[0]).toContain('Shop 3');
    stream.close();
  });

  test('a failure can be retried', async () => {
    start({ '/agent/userlist': { code: 0, msg: 'Not now', error: 'internal' } });
    await renderScreen(<Screen />, { address: '/agent/userlist' });
    expect(await screen.findByText('This list couldn’t be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('walking down', () => {
  test('a click on an agent’s members lists them, with the path back', async () => {
    const { of } = start({
      '/agent/userlist': ({ memberNo }: { memberNo?: string }) =>
        memberNo === undefined
          ? memberPage([north])
          : memberPage([member(5, { direct: false })], {
              extend: {
                path: [
                  { memberNo: '20000000', name: 'Blue Lotus' },
                  { memberNo: '20000002', name: 'North' },
                ],
              },
            }),
    });
    const page = await renderScreen(<Screen />, { address: '/agent/userlist?type=agent&page=2' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: /^3 members\s*\(North\)$/ }));
    // The filters were for the other list.
    await waitFor(() => expect(page.address()).toBe('/agent/userlist?of=20000002'));
    const path = await screen.findByRole('navigation', { name: 'Path to this agent' });
    expect(within(path).getByText('North').getAttribute('aria-current')).toBe('page');
    expect(of('/agent/userlist').at(-1)?.body).toMatchObject({ memberNo: '20000002', page: 1 });
    await user.click(within(path).getByRole('link', { name: 'Blue Lotus' }));
    await waitFor(() => expect(page.address()).toBe('/agent/userlist'));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Path to this agent' })).toBeNull());
  });

  test('resetting the filters stays at the agent', async () => {
    start();
    const page = await renderScreen(<Screen />, { address: '/agent/userlist?of=20000002&type=merchant' });
    await cells();
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(page.address()).toBe('/agent/userlist?of=20000002'));
  });

  test('a number that is not below the agent is explained, with a way back', async () => {
    start({
      '/agent/userlist': ({ memberNo }: { memberNo?: string }) =>
        memberNo === undefined ? memberPage([member(1)]) : refusedNotFound,
    });
    const page = await renderScreen(<Screen />, { address: '/agent/userlist?of=29999999' });
    await screen.findByText('Member not found');
    await userEvent.click(screen.getByRole('button', { name: 'Show your members' }));
    await waitFor(() => expect(page.address()).toBe('/agent/userlist'));
    expect((await cells())[0]?.[0]).toContain('Shop 1');
  });
});

describe('a member’s details', () => {
  test('open at their own address, with figures, rates and links', async () => {
    const { of } = start();
    const page = await renderScreen(<Screen />, { address: '/agent/userlist' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Open Shop 1' }));
    await waitFor(() => expect(page.address()).toBe('/agent/userlist?open=20000001'));
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByText('Channel a');
    expect(drawer.getByText('Success rate, 30 days').nextElementSibling?.textContent).toBe('96.5%');
    expect(drawer.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/agent/orderList?member=20000001');
    expect(drawer.getByRole('link', { name: 'Commission' }).getAttribute('href')).toBe(
      '/agent/commission?member=20000001',
    );
    expect(await drawer.findByText('This member earned you no commission in this period.')).toBeTruthy();
    expect(of('/agent/commission')[0]?.body).toMatchObject({ memberNo: '20000001', group: 'day', limit: 31 });
    // The member is on the page: it is not requested again.
    expect(of('/agent/userlist')).toHaveLength(1);
  });

  test('lead to the next and the previous member by J and K', async () => {
    start({ '/agent/userlist': memberPage([member(1), member(2)]) });
    const page = await renderScreen(<Screen />, { address: '/agent/userlist?open=20000001' });
    const user = userEvent.setup();
    await within(await screen.findByRole('dialog')).findByRole('heading', { name: 'Shop 1' });
    await user.keyboard('j');
    await within(screen.getByRole('dialog')).findByRole('heading', { name: 'Shop 2' });
    expect(page.address()).toBe('/agent/userlist?open=20000002');
    await user.keyboard('k');
    await within(screen.getByRole('dialog')).findByRole('heading', { name: 'Shop 1' });
  });

  test('of a member on no shown page are found by its number; its rates belong to the agent above it', async () => {
    const deep = member(7, { direct: false, name: 'Deep' });
    const { of } = start({
      '/agent/userlist': ({ q }: { q?: string }) => memberPage(q === '20000007' ? [deep] : [member(1)]),
    });
    await renderScreen(<Screen />, { address: '/agent/userlist?open=20000007' });
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByRole('heading', { name: 'Deep' });
    expect(drawer.getByText('The agent directly above this member sets its rates.')).toBeTruthy();
    expect(of('/agent/userrate')).toEqual([]);
  });

  test('say how far the success rate fell', async () => {
    start({ '/agent/userlist': memberPage([member(1, { successFell: { rateNow: '61.2', rateBefore: '93.0' } })]) });
    await renderScreen(<Screen />, { address: '/agent/userlist?open=20000001' });
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByText('61.2% of orders were paid in the last 7 days, down from 93% in the 23 days before.');
    expect(drawer.getByText('Success rate fell')).toBeTruthy();
  });

  test.each(['29999999', 'x'])('of the unknown number %s say so', async (number) => {
    start({ '/agent/userlist': ({ q }: { q?: string }) => memberPage(q === undefined ? [member(1)] : []) });
    await renderScreen(<Screen />, { address: `/agent/userlist?open=${number}` });
    expect(await within(await screen.findByRole('dialog')).findByText('Member not found')).toBeTruthy();
  });
});

describe('a remark', () => {
  const edit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit remark on Shop 1' }));
    return screen.getByRole('textbox', { name: 'Remark on Shop 1' });
  };

  test('is edited in place and saved by Enter, without opening the row', async () => {
    const { of, state } = start({
      '/agent/changebio': ({ remark }: { remark: string }) => {
        state.list = [member(1, { remark }), north];
        return { code: 1 };
      },
    });
    const page = await renderScreen(<Screen />, { address: '/agent/userlist' });
    await userEvent.type(await edit(), 'met in May{Enter}');
    await screen.findByText('met in May');
    expect(of('/agent/changebio').map(({ body }) => body)).toEqual([{ memberNo: '20000001', remark: 'met in May' }]);
    expect(toasts.get().map(({ text }) => text)).toEqual(['Remark saved']);
    expect(page.address()).toBe('/agent/userlist');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit remark on Shop 1' })),
    );
  });

  test('stays as it was after Escape, and unchanged text sends nothing', async () => {
    const { of } = start();
    await renderScreen(<Screen />, { address: '/agent/userlist' });
    await userEvent.type(await edit(), 'x{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Remark on Shop 1' })).toBeNull());
    await userEvent.type(await edit(), '{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Remark on Shop 1' })).toBeNull());
    expect(of('/agent/changebio')).toEqual([]);
  });

  test('that the server refuses keeps the typed text and shows why', async () => {
    start({ '/agent/changebio': { code: -1, msg: '', fields: { remark: 'Invalid value' } } });
    await renderScreen(<Screen />, { address: '/agent/userlist' });
    const field = await edit();
    await userEvent.type(field, 'odd{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid value');
    expect((field as HTMLInputElement).value).toBe('odd');
  });
});

test('a merchant gets an explanation instead of a list', async () => {
  start({ '/agent/userlist': refusedNotFound });
  const page = await renderScreen(<Screen />, { address: '/agent/userlist' });
  await screen.findByText('This page is for agents');
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Go to Home' }));
  await waitFor(() => expect(page.address()).toBe('/'));
});
