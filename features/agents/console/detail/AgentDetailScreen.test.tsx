/** The agency overview: figures, chart, ranking, own rates, invitation, members that need care. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { answerScreen } from '../agent-screens-for-tests.ts';
import { detail, envelope, member, memberPage, refusedNotFound } from '../agents-for-tests.ts';
import { Screen } from './AgentDetailScreen.tsx';

/** The drawn chart needs a real browser; the table has the same figures. */
const TABLE = '/agent/detail?view=table';

function start(answers: FakeAnswers = {}) {
  const state = { detail };
  const answered = answerScreen({
    '/agent/detail': () => envelope(state.detail),
    '/agent/userlist': memberPage([]),
    ...answers,
  });
  return { ...answered, state };
}

const figure = (label: string) => screen.getAllByText(label).at(-1)?.nextElementSibling?.textContent;
const panel = (name: string) => screen.getByRole('heading', { name }).closest('section') as HTMLElement;
const rowsOf = (name: string) =>
  within(panel(name))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the figures', () => {
  test('show what was earned and how many members there are, and lead to the lists', async () => {
    start();
    await renderScreen(<Screen />, { address: TABLE });
    await waitFor(() => expect(figure('Today')).toBe('¥12.30'));
    expect(['Yesterday', 'This month', 'Last month', 'All time', 'On hold'].map(figure)).toEqual([
      '¥45.60',
      '¥789.00',
      '¥1,011.12',
      '¥13,140.00',
      '¥98.70',
    ]);
    expect(['Direct merchants', 'Direct agents', 'Paid today'].map(figure)).toEqual(['12', '2', '¥15,000.00']);
    expect(panel('Members').textContent).toContain('40 in the whole tree');
    expect(panel('Members').textContent).toContain('31 orders');
    expect(screen.getByRole('link', { name: 'Commission statement' }).getAttribute('href')).toBe('/agent/commission');
    expect(screen.getByRole('link', { name: 'All members' }).getAttribute('href')).toBe('/agent/userlist');
    expect(screen.getByRole('link', { name: 'Add member' }).getAttribute('href')).toBe('/agent/adduser');
  });

  test('can be loaded again after a failure', async () => {
    let broken = true;
    start({ '/agent/detail': () => (broken ? { code: 0, msg: 'Not now', error: 'internal' } : envelope(detail)) });
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByText('Your figures couldn’t be loaded');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(figure('Today')).toBe('¥12.30'));
  });

  test.each(['commission.changed', 'resumed'] as const)('are refetched after the event %s', async (event) => {
    const { stream, state } = start();
    await renderScreen(<Screen />, { address: TABLE });
    await waitFor(() => expect(figure('Today')).toBe('¥12.30'));
    await stream.open();
    state.detail = { ...detail, commission: { ...detail.commission, today: '13.00' } };
    await stream.emit(event, {});
    await waitFor(() => expect(figure('Today')).toBe('¥13.00'));
    stream.close();
  });
});

describe('the chart', () => {
  test('as a table has the same days, newest first, and their totals, also with a day of reversals', async () => {
    start();
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByText('20 Nov 2026');
    expect(rowsOf('Paid by your members')).toEqual([
      ['Day', 'Paid amount', 'Commission', 'Paid orders'],
      ['20 Nov 2026', '¥2,500.00', '¥2.25', '7'],
      ['19 Nov 2026', '¥0.00', '−¥0.50', '0'],
      ['18 Nov 2026', '¥1,000.00', '¥1.00', '4'],
      ['Total', '¥3,500.00', '¥2.75', '11'],
    ]);
  });

  test('its period is in the address and in the request, and names the ranking', async () => {
    const { of } = start();
    const page = await renderScreen(<Screen />, { address: TABLE });
    await screen.findByRole('heading', { name: 'Top members, 30 days' });
    await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
    await waitFor(() => expect(page.address()).toBe('/agent/detail?view=table&days=90'));
    await waitFor(() => expect(of('/agent/detail').map(({ body }) => body)).toEqual([{ days: 30 }, { days: 90 }]));
    expect(screen.getByRole('heading', { name: 'Top members, 90 days' })).toBeTruthy();
  });

  test('says so if nothing was paid', async () => {
    start({
      '/agent/detail': envelope({
        ...detail,
        trend: detail.trend.map((day) => ({ ...day, amount: '0.00', commission: '0.00', orders: 0 })),
        ranking: [],
        ownRates: [],
      }),
    });
    await renderScreen(<Screen />, { address: '/agent/detail' });
    expect(await screen.findByText('Nothing was paid in this period.')).toBeTruthy();
    expect(screen.getByText('No member collected a payment in this period.')).toBeTruthy();
    expect(screen.getByText('No channels are open to you yet.')).toBeTruthy();
  });
});

test('the ranking shows the best members with links to their details', async () => {
  start();
  await renderScreen(<Screen />, { address: TABLE });
  await screen.findByRole('link', { name: 'Shop 1' });
  expect(rowsOf('Top members, 30 days').slice(1)).toEqual([
    ['Shop 120000001', '¥2,500.00', '¥2.25', '7', '87.5%'],
    ['North20000002Agent', '¥1,000.00', '−¥0.50', '4', '–'],
  ]);
  expect(screen.getByRole('link', { name: 'Shop 1' }).getAttribute('href')).toBe('/agent/userlist?open=20000001');
});

test('the own rates are listed by channel', async () => {
  start();
  await renderScreen(<Screen />, { address: TABLE });
  await screen.findByText('QR wallet');
  expect(panel('Your rates').textContent).toContain('QR wallet0.5%');
  expect(panel('Your rates').textContent).toContain('Bank transfer0.3% + ¥1.00¥1.50 to ¥25.00');
});

test('the invitation has the link as text and QR code; the link and the code can be copied', async () => {
  start();
  await renderScreen(<Screen />, { address: TABLE });
  const picture = await screen.findByRole('img', { name: 'QR code of the invitation link' });
  expect(picture.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000);
  expect(screen.getByText(detail.inviteUrl)).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(detail.inviteUrl);
  await user.click(screen.getByRole('button', { name: 'Copy 20000000' }));
  expect(await navigator.clipboard.readText()).toBe('20000000');
});

describe('what needs attention', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 3_600_000).toISOString();

  test('is a rate below the own one, and a member that has not been certified for a week', async () => {
    start({
      '/agent/userlist': memberPage([
        member(1, { belowOwn: true }),
        member(2, { certification: 'none', registeredAt: daysAgo(9) }),
        member(3, { certification: 'pending', registeredAt: daysAgo(3) }),
      ]),
    });
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByRole('link', { name: /earn nothing/ });
    const links = within(panel('Needs attention')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Shop 1Pays less than your rate, so you earn nothing', '/agent/userlist?open=20000001'],
      ['Shop 2Not certified for 9 days', '/agent/userlist?open=20000002'],
    ]);
  });

  test('is a success rate that fell, of any direct member', async () => {
    const { of } = start({
      '/agent/userlist': ({ attention }: { attention?: string }) =>
        memberPage(
          attention === 'successFell' ? [member(7, { successFell: { rateNow: '61.2', rateBefore: '93.0' } })] : [],
        ),
    });
    await renderScreen(<Screen />, { address: TABLE });
    const link = await screen.findByRole('link', { name: /Shop 7/ });
    expect([link.textContent, link.getAttribute('href')]).toEqual([
      'Shop 7Success rate fell from 93% to 61.2% in 7 days',
      '/agent/userlist?open=20000007',
    ]);
    expect(of('/agent/userlist').map(({ body }) => body)).toContainEqual({
      attention: 'successFell',
      sort: 'amount30d',
      order: 'desc',
      limit: 100,
    });
  });

  test('says so if there is nothing, and how many members were looked at if not all', async () => {
    const { of } = start({ '/agent/userlist': memberPage([member(1)], { total: 250 }) });
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByText('Nothing needs your attention.');
    expect(screen.getByText('Checked the newest 100 of your 250 direct members.')).toBeTruthy();
    expect(of('/agent/userlist').map(({ body }) => body)).toContainEqual({
      sort: 'registeredAt',
      order: 'desc',
      limit: 100,
    });
  });

  test('does not fail the page when it can’t be loaded', async () => {
    start({ '/agent/userlist': { code: 0, msg: 'Not now', error: 'internal' } });
    await renderScreen(<Screen />, { address: TABLE });
    await screen.findByText('Couldn’t be loaded');
    await waitFor(() => expect(figure('Today')).toBe('¥12.30'));
  });
});

test('a user who is no agent gets an explanation', async () => {
  start({ '/agent/detail': refusedNotFound });
  await renderScreen(<Screen />, { address: TABLE });
  expect(await screen.findByText('This page is for agents')).toBeTruthy();
});
