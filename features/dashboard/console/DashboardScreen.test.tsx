/** The dashboard: its figures, live updates, links and read announcements. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { type SentCall, answerCalls, fakeStream, renderScreen } from '#foundation/console/testing/test-render.tsx';
import type { Chart, Summary } from '../contract.ts';
import { Screen } from './DashboardScreen.tsx';

const summary: Summary = {
  balance: '1284530.75',
  frozen: '386120.40',
  available: '898410.35',
  today: {
    trade: '152340.00',
    successAmount: '140212.50',
    orders: 412,
    successOrders: 379,
    successRate: '92.0',
    income: '139371.20',
  },
  yesterday: { orders: 530, successOrders: 488, amount: '183900.00', income: '182796.60' },
  nextRelease: { at: '2026-11-20T16:00:00.000Z', amount: '86120.40' },
  todo: [
    { what: 'pay_password', count: 1 },
    { what: 'failed_callbacks', count: 12 },
  ],
};
const chart: Chart = {
  days: [
    { date: '2026-11-18', amount: '1000.10', orders: 4 },
    { date: '2026-11-19', amount: '0.00', orders: 0 },
    { date: '2026-11-20', amount: '2500.25', orders: 7 },
  ],
  channels: [
    { code: 'qr', name: 'QR wallet', amount: '2625.00', orders: 9 },
    { code: 'bank', name: 'Bank transfer', amount: '875.35', orders: 2 },
  ],
};
function startFakes(
  changes: { summary?: Partial<Summary>; chart?: Partial<Chart>; answers?: Record<string, unknown> } = {},
) {
  const stream = fakeStream();
  const state = {
    summary: { ...summary, ...changes.summary },
    announcements: [
      {
        id: '7',
        title: 'Holidays',
        body: '**Closed** on [Monday](https://example.com)',
        publishedAt: '2026-11-01T00:00:00.000Z',
        read: false,
      },
    ],
  };
  const requests = answerCalls({
    '/events': stream.answer,
    '/user/info': makeUserInfo({
      username: 'demo_shop',
      nickname: 'Demo Shop',
      loginIp: '203.0.113.57',
      consecutiveDays: 3,
      settlement: { mode: 'T', days: 1, sameDayRatio: '30' },
      level: 2,
    }),
    '/dashboard/summary': () => ({ code: 1, data: state.summary }),
    '/dashboard/chart': ({ channel }: { channel?: string }) => ({
      code: 1,
      data: {
        ...chart,
        ...changes.chart,
        ...(channel === undefined ? {} : { days: chart.days.map((day) => ({ ...day, amount: '1.00', orders: 1 })) }),
      },
    }),
    '/announcement/list': () => ({
      code: 1,
      data: {
        total: 1,
        list: state.announcements,
        page: 1,
        limit: 5,
        extend: { unread: state.announcements.filter(({ read }) => !read).length },
      },
    }),
    '/announcement/read': ({ id }: { id: string }) => {
      state.announcements = state.announcements.map((each) => (each.id === id ? { ...each, read: true } : each));
      return { code: 1 };
    },
    ...changes.answers,
  });
  return { stream, state, of: (path: string): SentCall[] => requests.filter((call) => call.path === path) };
}

const figure = (label: string) => screen.getAllByText(label)[0]?.nextElementSibling?.textContent;
/** The drawn chart needs a real browser; the table has the same figures. */
const TABLE = '/dashboard?view=table';

describe('the figures', () => {
  test('are all shown, with labels that say what they count', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByRole('heading', { name: 'Welcome, Demo Shop' });
    expect(screen.getByText('Settlement').parentElement?.textContent).toBe(
      'SettlementT+1 · 1 working day after payment',
    );
    expect(['Member level', 'Login IP', 'Login streak'].map(figure)).toEqual([
      'Level 2',
      '203.0.113.57',
      '3 days in a row',
    ]);
    await waitFor(() => expect(figure('Balance')).toBe('¥1,284,530.75'));
    expect(['Available', 'Frozen', 'Created today', 'Success rate', 'Paid', 'Orders'].map(figure)).toEqual([
      '¥898,410.35',
      '¥386,120.40',
      '¥152,340.00',
      '92%',
      '¥140,212.50',
      '412',
    ]);
    expect(screen.getByRole('region', { name: 'Yesterday' }).textContent).toBe(
      'YesterdayOrders530Paid488Paid amount¥183,900.00Income¥182,796.60',
    );
    expect(screen.getByText('¥86,120.40 becomes available on 21 Nov 2026, 00:00:00')).toBeTruthy();
  });

  test.each<[settlement: { mode: 'D' | 'T'; days: number; sameDayRatio: string }, text: string]>([
    [{ mode: 'D', days: 0, sameDayRatio: '100' }, 'D+0 · at once'],
    [{ mode: 'T', days: 0, sameDayRatio: '30' }, 'T+0 · 30% right away, the rest at midnight'],
    [{ mode: 'D', days: 0, sameDayRatio: '0' }, 'D+0 · next day at midnight'],
    [{ mode: 'D', days: 3, sameDayRatio: '50' }, 'D+3 · 3 calendar days after payment'],
  ])('include the settlement rule for %o', async (settlement, text) => {
    startFakes({ answers: { '/user/info': makeUserInfo({ settlement }) } });
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByRole('heading', { name: /^Welcome/ });
    expect(screen.getByText('Settlement').parentElement?.textContent).toBe(`Settlement${text}`);
  });

  test('update when an order is paid and the balance changes, with one request for both', async () => {
    const { stream, state, of } = startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    await waitFor(() => expect(figure('Balance')).toBe('¥1,284,530.75'));
    await stream.open();
    state.summary = { ...summary, balance: '1284630.75', today: { ...summary.today, orders: 413 } };
    await stream.emit('order.paid', { systemNo: '1' });
    await stream.emit('balance.changed', {});
    await waitFor(() => expect(figure('Balance')).toBe('¥1,284,630.75'));
    expect(figure('Orders')).toBe('413');
    expect(of('/dashboard/summary')).toHaveLength(2);
    stream.close();
  });

  test('that could not be loaded can be retried, and the rest of the page is shown', async () => {
    const user = userEvent.setup();
    let broken = true;
    startFakes({
      answers: {
        '/dashboard/summary': () =>
          broken ? { code: 0, msg: 'Please try again', error: 'internal' } : { code: 1, data: summary },
      },
    });
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByText('Your figures couldn’t be loaded');
    await screen.findByRole('button', { name: /Holidays/ });
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(figure('Balance')).toBe('¥1,284,530.75'));
  });
});

describe('the chart', () => {
  test('as a table has the same days, newest first, and their total', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'DayAmountPaid orders',
      '20 Nov 2026¥2,500.257',
      '19 Nov 2026¥0.000',
      '18 Nov 2026¥1,000.104',
      'Total¥3,500.3511',
    ]);
  });

  test('its period and channel are in the address and in the requests', async () => {
    const user = userEvent.setup();
    const { of } = startFakes();
    const page = await renderScreen(<Screen />, { address: TABLE });
    await user.click(await screen.findByRole('radio', { name: '30 days' }));
    await user.click(await screen.findByRole('button', { name: /Bank transfer/ }));
    await waitFor(() => expect(page.address()).toBe('/dashboard?view=table&days=30&channel=bank'));
    await screen.findByRole('heading', { name: 'Successful payments: Bank transfer' });
    await waitFor(() => expect(screen.getByRole('table').textContent).toContain('Total¥3.003'));
    expect(of('/dashboard/chart').map(({ body }) => body)).toEqual([
      { days: 7 },
      { days: 30 },
      { days: 30, channel: 'bank' },
    ]);
    await user.click(screen.getByRole('button', { name: 'All channels' }));
    await waitFor(() => expect(page.address()).toBe('/dashboard?view=table&days=30'));
  });

  test('shows each channel with its share', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    const split = within(screen.getByRole('region', { name: 'By channel' }));
    expect((await split.findAllByRole('button')).map((button) => button.textContent)).toEqual([
      'QR wallet¥2,625.0074.9%9 orders',
      'Bank transfer¥875.3525%2 orders',
    ]);
  });

  test('says so if nothing was paid', async () => {
    startFakes({ chart: { days: chart.days.map((day) => ({ ...day, amount: '0.00', orders: 0 })), channels: [] } });
    await renderScreen(<Screen />, { address: '/dashboard' });
    expect(await screen.findByText('Nothing was paid in this period.')).toBeTruthy();
  });
});

describe('things to do', () => {
  test('link to the screens for them', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    expect((await screen.findByRole('link', { name: /12 callbacks failed in 24 hours/ })).getAttribute('href')).toBe(
      '/order/list?notify=failed',
    );
    expect(screen.getByRole('link', { name: /Set a payment password/ }).getAttribute('href')).toBe('/user/paypassword');
  });

  test('lead to the receivers of callbacks that fail', async () => {
    startFakes({ summary: { todo: [{ what: 'receivers', count: 2 }] } });
    await renderScreen(<Screen />, { address: TABLE });
    expect((await screen.findByRole('link', { name: /2 callback addresses need you/ })).getAttribute('href')).toBe(
      '/channel/api?tab=callbacks',
    );
  });

  test('can be empty', async () => {
    startFakes({ summary: { todo: [] } });
    await renderScreen(<Screen />, { address: TABLE });
    expect(await screen.findByText('All set. Nothing needs your attention.')).toBeTruthy();
  });
});

describe('announcements', () => {
  test('are unread until opened, and then read', async () => {
    const user = userEvent.setup();
    const { of } = startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByText('1 unread');
    const head = screen.getByRole('button', { name: /Holidays/ });
    expect(head.textContent).toContain('Unread');
    await user.click(head);
    expect(screen.getByText('Closed').tagName).toBe('STRONG');
    expect(screen.getByRole('link', { name: 'Monday' }).getAttribute('href')).toBe('https://example.com/');
    await waitFor(() => expect(screen.queryByText('1 unread')).toBeNull());
    await user.click(head);
    await user.click(head);
    expect(of('/announcement/read').map(({ body }) => body)).toEqual([{ id: '7' }]);
  });

  test('appear without a reload', async () => {
    const { stream, state } = startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByRole('button', { name: /Holidays/ });
    await stream.open();
    state.announcements = [
      { id: '8', title: 'New rates', body: '', publishedAt: '2026-11-20T00:00:00.000Z', read: false },
      ...state.announcements,
    ];
    await stream.emit('announcement.new', {});
    expect(await screen.findByRole('button', { name: /New rates/ })).toBeTruthy();
    stream.close();
  });
});
