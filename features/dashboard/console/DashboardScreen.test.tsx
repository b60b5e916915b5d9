/** The dashboard: its figures, live updates, links and read announcements. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { attention, nothingFailed, overview, startFakes, summary, troubled } from './dashboard-for-tests.ts';
import { DashboardScreen } from './DashboardScreen.tsx';

function AgentFigures() {
  return <p>Commission of the agent</p>;
}
const loadAgentFigures = async () => ({ AgentFigures });
const Screen = () => <DashboardScreen loadAgentFigures={loadAgentFigures} />;

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
    expect(['Member level', 'Login IP', 'Login streak'].map(figure)).toEqual(['Level 2', '203.0.113.57', '3 days']);
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
    expect(
      within(screen.getByRole('region', { name: 'Available soon' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Tomorrow, 21 Nov¥86,120.40', '23 Nov¥200,000.00']);
    expect(screen.getByRole('link', { name: '¥200,000.00' }).getAttribute('href')).toBe(
      '/moneylog?releaseAt=2026-11-22T16:00:00.000Z',
    );
    expect(screen.getByRole('link', { name: '¥100,000.00 later' }).getAttribute('href')).toBe(
      '/moneylog?releaseAfter=2026-11-22T16:00:00.000Z',
    );
    expect(screen.getByRole('link', { name: '¥386,120.40' }).getAttribute('href')).toBe(
      '/moneylog?releaseAfter=2026-11-19T07:20:00.000Z',
    );
    expect(screen.queryByText(/held by the platform/)).toBeNull();
  });

  test.each([
    [[], '¥30.00 held by the platform'],
    [
      [{ at: '2026-11-20T16:00:00.000Z', amount: '5.00' }],
      'Available soonTomorrow, 21 Nov¥5.00¥30.00 held by the platform',
    ],
  ])('say what the platform holds, apart from the release dates', async (releases, text) => {
    const data = { ...summary, releases, releasesLater: '0.00', riskHold: '30.00' };
    startFakes({ answers: { '/dashboard/summary': { code: 1, data } } });
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByText('¥30.00 held by the platform');
    expect(screen.getByRole('region', { name: 'Available soon' }).textContent).toBe(text);
    expect(screen.queryByRole('link', { name: '¥386,120.40' }) === null).toBe(releases.length === 0);
  });

  test.each<[settlement: { mode: 'D' | 'T'; days: number; sameDayRatio: string }, text: string]>([
    [{ mode: 'D', days: 0, sameDayRatio: '100' }, 'D+0 · same day'],
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

describe('every figure', () => {
  const hrefOf = (label: string, at = 0) =>
    screen.getAllByText(label)[at]?.nextElementSibling?.querySelector('a')?.getAttribute('href');

  test('leads to its rows, with the filter that adds up to it', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    await waitFor(() => expect(hrefOf('Balance')).toBe('/moneylog'));
    await screen.findByRole('link', { name: '9 paid' });
    const [today, yesterday, range] = ['2026-11-20..2026-11-20', '2026-11-19..2026-11-19', '2026-11-18..2026-11-20'];
    const list = (name: string, days: string) => `/order/list?${new URLSearchParams({ [name]: days })}`;
    expect([
      hrefOf('Available'),
      hrefOf('Created today'),
      hrefOf('Success rate'),
      hrefOf('Paid'),
      hrefOf('Orders'),
      hrefOf('Orders', 1),
      hrefOf('Paid', 1),
      hrefOf('Paid amount'),
      hrefOf('Income'),
      hrefOf('Paid', 2),
      hrefOf('Created'),
      hrefOf('Success rate', 1),
    ]).toEqual([
      '/repay/apply',
      list('created', today),
      list('created', today),
      list('paid', today),
      list('created', today),
      list('created', yesterday),
      list('paid', yesterday),
      list('paid', yesterday),
      list('paid', yesterday),
      list('paid', range),
      list('created', range),
      list('created', range),
    ]);
    expect(screen.getByRole('link', { name: '20 Nov 2026' }).getAttribute('href')).toBe(list('paid', today));
    expect(screen.getByRole('link', { name: '9 paid' }).getAttribute('href')).toBe(
      `/order/list?${new URLSearchParams({ paid: range, channel: 'qr' })}`,
    );
  });

  test('is compared with the time before, in words, an arrow and a sign', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    expect(await screen.findByText('Compared with yesterday by 15:20')).toBeTruthy();
    expect(await screen.findByText('Compared with 15 Nov to 17 Nov, by 15:20')).toBeTruthy();
    const changes = screen.getAllByTitle(/^Compared with/).map((change) => change.textContent);
    expect(changes).toEqual(['↑+12%', '↑+1.4 pp', '↓−3.5%', '↑+33.3%', '↑+33.2%', '→0%', '↓−2.5 pp']);
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
      'DayAmountPaid ordersPrevious period',
      '20 Nov 2026¥2,500.257¥1,725.00',
      '19 Nov 2026¥0.000¥0.00',
      '18 Nov 2026¥1,000.104¥900.00',
      'Total¥3,500.3511',
    ]);
  });

  test('its period and channel are in the address and in the requests', async () => {
    const user = userEvent.setup();
    const { of } = startFakes();
    const page = await renderScreen(<Screen />, { address: TABLE });
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: /^Period/ }));
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }));
    await user.click(await screen.findByRole('button', { name: /Bank transfer/ }));
    await waitFor(() => expect(page.address()).toBe('/dashboard?view=table&range=yesterday&channel=bank'));
    await screen.findByRole('heading', { name: 'Successful payments: Bank transfer' });
    await waitFor(() => expect(screen.getByRole('table').textContent).toContain('Total¥3.003'));
    expect(of('/dashboard/overview').map(({ body }) => body)).toEqual([
      { period: 'last7' },
      { period: 'yesterday' },
      { period: 'yesterday', channel: 'bank' },
    ]);
    await user.click(screen.getByRole('button', { name: 'All channels' }));
    await waitFor(() => expect(page.address()).toBe('/dashboard?view=table&range=yesterday'));
  });

  test('takes any days, and one day if an edited address has only one end', async () => {
    const { of } = startFakes();
    await renderScreen(<Screen />, { address: '/dashboard?view=table&range=2026-11-02..2026-11-04' });
    await screen.findByRole('table');
    await renderScreen(<Screen />, { address: '/dashboard?view=table&range=2026-11-02..' });
    await waitFor(() =>
      expect(of('/dashboard/overview').map(({ body }) => body)).toEqual([
        { period: { from: '2026-11-02', to: '2026-11-04' } },
        { period: { from: '2026-11-02', to: '2026-11-02' } },
      ]),
    );
  });

  test('shows each channel with its share and its success rate', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByRole('table');
    const split = within(screen.getByRole('region', { name: 'By channel' }));
    expect(split.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'QR wallet¥2,625.0074.9%9 paid90% ↑+5.0 pp',
      'Bank transfer¥875.3525%2 paid50% ',
    ]);
  });

  test('says so if nothing was paid', async () => {
    startFakes({
      overview: {
        points: overview.points.map((one) => ({ ...one, amount: '0.00', orders: 0, before: null })),
        channels: [],
      },
    });
    await renderScreen(<Screen />, { address: '/dashboard' });
    expect(await screen.findByText('Nothing was paid in this period.')).toBeTruthy();
  });
});

describe('what needs attention', () => {
  const lines = async () =>
    (await screen.findAllByRole('link', { name: /(Pay again|View|Submit)/ })).map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);

  test('keeps its place while it is asked, as high as at the last visit', async () => {
    const changes = { attention: { failedPayouts: { ...nothingFailed, count: 3, setAside: '730.32' } } };
    startFakes(changes);
    const first = await renderScreen(<Screen />, { address: TABLE });
    expect(await lines()).toHaveLength(1);
    first.unmount();
    startFakes({ ...changes, answers: { '/dashboard/attention': () => new Promise(() => undefined) } });
    await renderScreen(<Screen />, { address: TABLE });
    expect(document.querySelectorAll('[aria-busy] > ul > li')).toHaveLength(1);
  });

  test('does not look calm when it could not be asked, and is asked again', async () => {
    let asked = 0;
    startFakes({
      answers: {
        '/dashboard/attention': () =>
          (asked += 1) === 1 ? { code: 0, msg: 'Busy', error: 'unavailable' } : { code: 1, data: attention },
      },
    });
    await renderScreen(<Screen />, { address: TABLE });
    const strip = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(strip.getByRole('alert').textContent).toContain('We couldn’t check what needs your attention');
    await userEvent.click(strip.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull());
    expect(asked).toBe(2);
  });

  test('is on top, with counts, amounts and what can be done', async () => {
    startFakes({
      attention: {
        failedPayouts: { ...nothingFailed, count: 3, setAside: '730.32' },
        failedWithdrawals: { ...nothingFailed, count: 999, capped: true, setAside: '5000.00' },
        callbacksRefused: true,
        retryingCallbacks: {
          ...troubled,
          count: 6,
          amount: '420.00',
          error: 'http_status',
          status: 503,
          since: new Date(Date.now() - 5 * 60_000).toISOString(),
        },
        certification: { status: 'rejected', submittedAt: null, remark: 'Blurred photo' },
        cards: { approved: 0, pending: 0, rejected: 1 },
      },
    });
    await renderScreen(<Screen />, { address: TABLE });
    expect(await lines()).toEqual([
      [
        '3 payouts failed ¥730.32 set aside until you decidePay again or take back',
        '/repay/index?tab=payouts&status=failed',
      ],
      [
        '999+ withdrawals failed ¥5,000.00 set aside until you decidePay again or take back',
        '/repay/index?status=failed',
      ],
      [
        expect.stringMatching(
          /^Your server isn’t taking 6 callbacks ¥420.00 · HTTP 503, since (\d\d? Nov, )?\d\d:\d\dView and resend$/,
        ),
        '/order/list?notify=retrying',
      ],
      ['Your certification was rejected Blurred photoSubmit again', '/user/auth'],
      ['1 card was rejected View', '/repay/index?tab=cards'],
    ]);
  });

  test('says since when a certification is being checked', async () => {
    startFakes({
      attention: { certification: { status: 'pending', submittedAt: '2026-11-20T07:32:00.000Z', remark: '' } },
    });
    await renderScreen(<Screen />, { address: TABLE });
    expect(await screen.findByText('We’ve been reviewing your certification since 20 Nov 2026, 15:32:00')).toBeTruthy();
    expect(screen.getByText('Usually done within a day')).toBeTruthy();
  });

  test('is not there when nothing does', async () => {
    startFakes();
    await renderScreen(<Screen />, { address: TABLE });
    await waitFor(() => expect(figure('Balance')).toBe('¥1,284,530.75'));
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
  });
});

describe('a new member', () => {
  const setup = { payPassword: true, certification: 'pending', card: 'none', firstPayment: false } as const;

  test('sees the first steps with their progress instead of zeros', async () => {
    startFakes({
      summary: { setup },
      attention: { certification: { status: 'pending', submittedAt: '2026-11-20T07:32:00.000Z', remark: '' } },
    });
    await renderScreen(<Screen />, { address: TABLE });
    expect(await screen.findByText('1 of 4 done')).toBeTruthy();
    const guide = within(screen.getByRole('heading', { name: 'Get started' }).closest('section') as HTMLElement);
    expect(guide.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Set a payment passwordDone', '/user/paypassword'],
      ['2Get certifiedIn review since 20 Nov 2026, 15:32:00; usually done within a day', '/user/auth'],
      ['3Add a card for withdrawalsYour own bank card or Alipay account.', '/repay/index?tab=cards'],
      [
        '4Make your first test paymentCreate an order with your key on the API page and pay it in the sandbox.',
        '/channel/api?tab=try',
      ],
    ]);
    expect(screen.getByText('Balance')).toBeTruthy();
    expect(screen.queryByText('Created today')).toBeNull();
  });

  test('sees figures once all is done, or once something was paid', async () => {
    startFakes({ summary: { setup: { ...setup, firstPayment: true } } });
    await renderScreen(<Screen />, { address: TABLE });
    expect(await screen.findByText('Created today')).toBeTruthy();
    expect(screen.queryByText('Get started')).toBeNull();
  });
});

describe('an agent', () => {
  test('sees what its members bring in place of its own figures', async () => {
    startFakes({
      summary: {
        today: { ...summary.today, orders: 0 },
        yesterday: { ...summary.yesterday, orders: 0 },
        setup: { payPassword: true, certification: 'approved', card: 'approved', firstPayment: null },
      },
      answers: { '/user/info': { code: 1, data: { ...(makeUserInfo({}).data as object), roles: ['agency'] } } },
    });
    await renderScreen(<Screen />, { address: TABLE });
    expect(await screen.findByText('Commission of the agent')).toBeTruthy();
    expect(screen.queryByText('Created today')).toBeNull();
    await waitFor(() => expect(figure('Balance')).toBe('¥1,284,530.75'));
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
    expect((await screen.findByRole('link', { name: /2 callback hosts need attention/ })).getAttribute('href')).toBe(
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
      { id: '8', title: 'New rates', body: '', publishedAt: '2026-11-20T00:00:00.000Z', pinned: false, read: false },
      ...state.announcements,
    ];
    await stream.emit('announcement.new', {});
    expect(await screen.findByRole('button', { name: /New rates/ })).toBeTruthy();
    stream.close();
  });
});
