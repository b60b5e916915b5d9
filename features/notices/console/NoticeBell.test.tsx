/** The bell as a user sees it: the count, the list, marking as read, and new notices. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answerCalls, fakeStream, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { NoticeRow } from '../contract.ts';
import { NoticeBell } from './NoticeBell.tsx';

function notice(number: number, changes: Partial<NoticeRow> = {}): NoticeRow {
  return {
    id: String(number),
    kind: 'phone_bound',
    text: `Notice ${number}`,
    createdAt: '2026-11-20T04:00:00.000Z',
    read: false,
    subject: null,
    count: 1,
    ...changes,
  };
}

function world(rows: NoticeRow[]) {
  const stream = fakeStream();
  const state = { rows };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/notice/list': ({ limit }: { limit: number }) => ({
      code: 1,
      data: {
        total: state.rows.length,
        list: state.rows.slice(0, limit),
        page: 1,
        limit,
        extend: { unread: state.rows.filter(({ read }) => !read).length },
      },
    }),
    '/notice/read': ({ id }: { id: string }) => {
      state.rows = state.rows.map((row) => (id === 'all' || row.id === id ? { ...row, read: true } : row));
      return { code: 1 };
    },
  });
  return {
    stream,
    state,
    reads: () => sentCalls.filter(({ path }) => path === '/notice/read').map(({ body }) => body),
  };
}

async function openBell() {
  await userEvent.click(await screen.findByRole('button', { name: /^Notices/ }));
  return screen.findByRole('dialog', { name: 'Notices' });
}

describe('the bell', () => {
  test('counts unread notices, and opens the list', async () => {
    world([notice(2), notice(1, { read: true })]);
    await renderScreen(<NoticeBell />);
    await screen.findByRole('button', { name: 'Notices: 1 unread' });
    const dialog = await openBell();
    const items = within(dialog).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^UnreadNotice 2/),
      expect.stringMatching(/^Notice 1/),
    ]);
  });

  test('shortens a large number, and gives it in full to screen readers', async () => {
    world(Array.from({ length: 120 }, (_, index) => notice(index)));
    await renderScreen(<NoticeBell />);
    expect((await screen.findByRole('button', { name: 'Notices: 120 unread' })).textContent).toBe('99+');
  });

  test('marks one as read, or all of them', async () => {
    const { reads } = world([notice(3), notice(2), notice(1)]);
    await renderScreen(<NoticeBell />);
    const dialog = await openBell();
    await userEvent.click((await within(dialog).findAllByRole('button', { name: 'Mark as read' }))[1] ?? dialog);
    await waitFor(() => expect(within(dialog).getAllByRole('button', { name: 'Mark as read' })).toHaveLength(2));
    expect(reads()).toEqual([{ id: '2' }]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: /Mark/ })).toBeNull());
    expect(reads()[1]).toEqual({ id: 'all' });
    expect(screen.getByRole('button', { name: 'Notices' }).textContent).toBe('');
  });

  test('leads to the files from a notice about one, which counts as read then', async () => {
    const { reads } = world([notice(2, { kind: 'download_ready', text: 'Your file is ready' }), notice(1)]);
    const page = await renderScreen(<NoticeBell />);
    const dialog = await openBell();
    await userEvent.click(await within(dialog).findByRole('link', { name: 'Your file is ready' }));
    await waitFor(() => expect(page.address()).toBe('/user/downloads'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(reads()).toEqual([{ id: '2' }]);
  });

  test('leads to what a notice is about', async () => {
    world([
      notice(3, { kind: 'payout_failed', subject: '2611201202030000002' }),
      notice(2, { kind: 'batch_ended', subject: '2611201202030000001' }),
      notice(1, { kind: 'payouts_failed' }),
    ]);
    await renderScreen(<NoticeBell />);
    const links = await within(await openBell()).findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/repay/index?tab=payouts&open=2611201202030000002',
      '/repay/batch?no=2611201202030000001',
      '/repay/index?tab=payouts&status=failed',
      '/notices',
    ]);
  });

  test('asks whether it was the user, and leads who it was not to a new password', async () => {
    const { reads } = world([notice(2, { kind: 'new_device' }), notice(1, { kind: 'pay_password_changed' })]);
    const page = await renderScreen(<NoticeBell />);
    const dialog = await openBell();
    const [wasMe] = await within(dialog).findAllByRole('button', { name: 'It was me' });
    if (!wasMe) throw new Error('not asked');
    await userEvent.click(wasMe);
    await waitFor(() => expect(within(dialog).getAllByRole('button', { name: 'It was me' })).toHaveLength(1));
    await userEvent.click(within(dialog).getByRole('link', { name: 'Secure my account' }));
    await waitFor(() => expect(page.address()).toBe('/user/password'));
    expect(reads()).toEqual([{ id: '2' }, { id: '1' }]);
  });

  test('shows notices of a kind in a row as one, which is read as one', async () => {
    const { reads } = world([notice(12, { kind: 'new_device', count: 12 })]);
    await renderScreen(<NoticeBell />);
    const dialog = await openBell();
    expect((await within(dialog).findByRole('listitem')).textContent).toContain('×12');
    await userEvent.click(within(dialog).getByRole('button', { name: 'It was me' }));
    await waitFor(() => expect(reads()).toEqual([{ id: '12', group: true }]));
  });

  test('updates when there is a new notice', async () => {
    const { stream, state } = world([]);
    await renderScreen(<NoticeBell />);
    await stream.open();
    await screen.findByRole('button', { name: 'Notices' });
    state.rows = [notice(1)];
    await stream.emit('notice.new', {});
    expect(await screen.findByRole('button', { name: 'Notices: 1 unread' })).toBeTruthy();
    stream.close();
  });

  test('shows older ones on request, and says so when there are none', async () => {
    const { state } = world(Array.from({ length: 12 }, (_, index) => notice(index, { read: true })));
    const { unmount } = await renderScreen(<NoticeBell />);
    const dialog = await openBell();
    expect(await within(dialog).findAllByRole('listitem')).toHaveLength(10);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Older (2)' }));
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(12));
    unmount();
    state.rows = [];
    await renderScreen(<NoticeBell />);
    await within(await openBell()).findByText('You’re all caught up');
  });

  test('shows an error, and tries again', async () => {
    let fails = true;
    answerCalls({
      '/notice/list': () =>
        fails
          ? { code: 0, error: 'unavailable', msg: 'Later, please' }
          : { code: 1, data: { total: 1, list: [notice(1)], page: 1, limit: 10, extend: { unread: 1 } } },
    });
    await renderScreen(<NoticeBell />);
    const dialog = await openBell();
    await within(dialog).findByText('Later, please');
    fails = false;
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByText('Notice 1')).toBeTruthy();
  });
});
