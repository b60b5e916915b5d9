/** The commission statement: groups, filters, the entries behind a row, what is held. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { CommissionEntry, CommissionRow } from '../../order-contract.ts';
import { answerScreen, cells } from '../agent-screens-for-tests.ts';
import { envelope, refusedNotFound } from '../agents-for-tests.ts';
import { Screen } from './CommissionScreen.tsx';

// The drawn chart needs a canvas, which jsdom does not have. Its text has the same figures.
vi.mock(import('#foundation/console/chart/DayChart.tsx'), () => ({
  DayChart: ({ summary }: { summary: string }) => <img alt={summary} />,
}));

const row = (key: string, changes: Partial<CommissionRow> = {}): CommissionRow => ({
  key,
  name: null,
  orders: 4,
  amount: '1000.00',
  commission: '1.00',
  reversed: '0.00',
  net: '1.00',
  ...changes,
});
const sums = { orders: 8, amount: '2000.00', commission: '2.50', reversed: '0.50', net: '2.00' };
const entry: CommissionEntry = {
  systemNo: '2611201202030000002',
  merchant: { memberNo: '20000001', name: 'Shop 1' },
  channel: { code: 'a', name: 'Channel a' },
  amount: '100.00',
  rateBelow: { percent: '0.6', fixed: '0.00', minFee: null, maxFee: null },
  ownRate: null,
  commission: '-0.10',
  state: 'reversed',
  paidAt: '2026-11-18T04:01:05.000Z',
  bookedAt: '2026-11-20T04:01:05.000Z',
  releasesAt: null,
};

const rows: Readonly<Record<string, CommissionRow[]>> = {
  day: [row('2026-11-20', { commission: '1.50', reversed: '0.50' }), row('2026-11-18')],
  month: [row('2026-11'), row('2026-10')],
  member: [row('20000001', { name: 'Shop 1', net: '-0.25' }), row('20000002', { name: 'North', net: '2.25' })],
  channel: [row('a', { name: 'Channel a' })],
};

function start(answers: FakeAnswers = {}) {
  const state = {
    extend: { ...sums, held: '98.70', nextRelease: { at: '2026-11-26T16:00:00.000Z', amount: '12.30' } },
  };
  const answered = answerScreen({
    '/agent/commission': ({ group }: { group: string }) =>
      envelope({ total: rows[group]?.length, list: rows[group], page: 1, limit: 20, extend: state.extend }),
    '/agent/commission/entries': envelope({ total: 1, list: [entry], page: 1, limit: 20, extend: sums }),
    ...answers,
  });
  /** The table's requests; the chart's have another limit. */
  const tables = () => answered.of('/agent/commission').filter(({ body }) => (body as { limit: number }).limit === 20);
  return { ...answered, state, tables };
}

describe('the statement', () => {
  test('is by day at first, with the sums of the filter, what is held and the next release', async () => {
    const { tables } = start();
    await renderScreen(<Screen />, { address: '/agent/commission' });
    expect((await cells()).map((line) => line.slice(0, 6))).toEqual([
      ['20 Nov 2026', '4', '¥1,000.00', '¥1.50', '−¥0.50', '¥1.00'],
      ['18 Nov 2026', '4', '¥1,000.00', '¥1.00', '–', '¥1.00'],
    ]);
    expect(screen.getByText('2 days').parentElement?.textContent).toBe(
      '2 daysOrders8Paid amount¥2,000.00Earned¥2.50Reversed¥0.50Net¥2.00',
    );
    expect(screen.getByText('On hold').nextElementSibling?.textContent).toBe('¥98.70');
    expect(screen.getByText('Next release').parentElement?.textContent).toBe('Next release¥12.3027 Nov, 00:00');
    expect(tables()[0]?.body).toEqual({ page: 1, limit: 20, sort: 'key', order: 'desc', group: 'day' });
  });

  test.each([
    ['Month', 'month', [['November 2026'], ['October 2026']]],
    ['Member', 'member', [['Shop 120000001'], ['North20000002']]],
    ['Channel', 'channel', [['Channel a']]],
  ])('can be by %s, which the address keeps', async (label, group, names) => {
    const { tables } = start();
    const page = await renderScreen(<Screen />, { address: '/agent/commission?page=3' });
    await screen.findByRole('radiogroup', { name: 'Group by' });
    await userEvent.click(screen.getByRole('radio', { name: label }));
    await waitFor(() => expect(page.address()).toBe(`/agent/commission?group=${group}`));
    await waitFor(async () => expect((await cells()).map((line) => line.slice(0, 1))).toEqual(names));
    expect(tables().at(-1)?.body).toMatchObject({ group, page: 1 });
  });

  test('takes its filters from the address; a month replaces a range and the other way round', async () => {
    const { tables } = start();
    const page = await renderScreen(<Screen />, {
      address: '/agent/commission?range=2026-11-01..2026-11-20&member=20000001&channel=a',
    });
    await cells();
    expect(tables()[0]?.body).toMatchObject({
      range: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' },
      memberNo: '20000001',
      channel: 'a',
    });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Month' }));
    await user.click((await screen.findAllByRole('menuitemradio'))[1] as HTMLElement);
    await waitFor(() =>
      expect(page.address()).toMatch(/^\/agent\/commission\?member=20000001&channel=a&month=\d{4}-\d{2}$/),
    );
    await waitFor(() => expect(tables().at(-1)?.body).toHaveProperty('month'));
    expect(tables().at(-1)?.body).not.toHaveProperty('range');
    await user.click(screen.getByRole('button', { name: 'Booked' }));
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }));
    await waitFor(() => expect(page.address()).toBe('/agent/commission?member=20000001&channel=a&range=yesterday'));
  });

  test('exports exactly what it shows', async () => {
    const { of } = start({ '/user/export': new Response('', { headers: { 'content-type': 'text/csv' } }) });
    await renderScreen(<Screen />, { address: '/agent/commission?group=month&channel=a' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement);
    await waitFor(() => expect(of('/user/export')).toHaveLength(1));
    expect(of('/user/export')[0]?.body).toMatchObject({
      kind: 'commission',
      filter: { sort: 'key', order: 'desc', group: 'month', channel: 'a' },
    });
  });

  test('teaches how commission is earned while there is none, and says that nothing waits', async () => {
    start({
      '/agent/commission': envelope({
        total: 0,
        list: [],
        page: 1,
        limit: 20,
        extend: {
          orders: 0,
          amount: '0.00',
          commission: '0.00',
          reversed: '0.00',
          net: '0.00',
          held: '0.00',
          nextRelease: null,
        },
      }),
    });
    await renderScreen(<Screen />, { address: '/agent/commission' });
    expect(await screen.findByText('No commission yet')).toBeTruthy();
    expect(screen.getByText('nothing pending')).toBeTruthy();
    expect(screen.getByText('No commission in this period.')).toBeTruthy();
  });

  test.each(['commission.changed', 'resumed'] as const)('is refetched after the event %s', async (event) => {
    const { stream, state } = start();
    await renderScreen(<Screen />, { address: '/agent/commission' });
    await cells();
    await stream.open();
    state.extend = { ...state.extend, held: '99.00' };
    await stream.emit(event, {});
    await waitFor(() => expect(screen.getByText('On hold').nextElementSibling?.textContent).toBe('¥99.00'));
    stream.close();
  });
});

describe('the chart', () => {
  test('by day has every day, also those without an order', async () => {
    start();
    await renderScreen(<Screen />, { address: '/agent/commission' });
    expect(
      await screen.findByRole('img', {
        name: '18 Nov 2026 to 20 Nov 2026: ¥2.00 commission on ¥2,000.00. Highest day 18 Nov 2026: ¥1,000.00.',
      }),
    ).toBeTruthy();
  });

  test('by member shows the largest first', async () => {
    start();
    await renderScreen(<Screen />, { address: '/agent/commission?group=member' });
    const chart = await screen.findByRole('heading', { name: 'Commission by member' });
    const shares = await within(chart.closest('section') as HTMLElement).findAllByRole('listitem');
    expect(shares.map(({ textContent }) => textContent)).toEqual(['North¥2.25', 'Shop 1−¥0.25']);
  });

  test('says so if there are more members than it can compare', async () => {
    start({
      '/agent/commission': ({ group }: { group: string }) =>
        envelope({
          total: 250,
          list: rows[group],
          page: 1,
          limit: 20,
          extend: { ...sums, held: '0.00', nextRelease: null },
        }),
    });
    await renderScreen(<Screen />, { address: '/agent/commission?group=member' });
    expect(await screen.findByText('More than 100 rows: narrow the filter to see the chart.')).toBeTruthy();
  });
});

describe('the entries behind a row', () => {
  test('have their own address, and a way back that keeps group and filters', async () => {
    const { of } = start();
    const page = await renderScreen(<Screen />, {
      address: '/agent/commission?channel=a&page=1',
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Open 20 Nov 2026' }));
    await waitFor(() => expect(page.address()).toBe('/agent/commission?channel=a&open=2026-11-20'));
    await screen.findByRole('heading', { name: '20 Nov 2026' });
    expect((await cells())[0]).toEqual([
      '2611201202030000002',
      'Shop 120000001',
      'Channel a',
      '¥100.00',
      '0.6%',
      '–',
      '−¥0.10',
      'Reversed',
      expect.stringMatching(/^20 Nov(?: 2026)?, 12:01$/),
    ]);
    expect(of('/agent/commission/entries').map(({ body }) => body)).toEqual([
      {
        page: 1,
        limit: 20,
        sort: 'bookedAt',
        order: 'desc',
        channel: 'a',
        range: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' },
      },
    ]);
    expect(screen.getByRole('link', { name: '2611201202030000002' }).getAttribute('href')).toBe(
      '/agent/orderList?open=20000001.2611201202030000002',
    );
    await user.click(screen.getByRole('button', { name: 'All days' }));
    await waitFor(() => expect(page.address()).toBe('/agent/commission?channel=a'));
  });

  test('are exported with the filter of the row', async () => {
    const { of } = start({ '/user/export': new Response('', { headers: { 'content-type': 'text/csv' } }) });
    await renderScreen(<Screen />, { address: '/agent/commission?group=member&open=20000001&channel=a' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement);
    await waitFor(() => expect(of('/user/export')).toHaveLength(1));
    expect(of('/user/export')[0]?.body).toMatchObject({
      kind: 'commissionEntry',
      filter: { sort: 'bookedAt', order: 'desc', memberNo: '20000001', channel: 'a' },
    });
  });

  test('of a member are named after it', async () => {
    const { of } = start();
    await renderScreen(<Screen />, { address: '/agent/commission?group=member&open=20000001' });
    await screen.findByRole('heading', { name: 'Shop 1' });
    expect(of('/agent/commission/entries')[0]?.body).toMatchObject({ memberNo: '20000001' });
  });

  test('of an address that names no row are empty, and nothing is requested', async () => {
    const { of } = start();
    await renderScreen(<Screen />, { address: '/agent/commission?open=2026-13-40' });
    expect(await screen.findByText('No entries')).toBeTruthy();
    expect(of('/agent/commission/entries')).toEqual([]);
  });
});

test('a user who is no agent gets an explanation', async () => {
  start({ '/agent/commission': refusedNotFound });
  await renderScreen(<Screen />, { address: '/agent/commission' });
  expect(await screen.findByText('This page is for agents')).toBeTruthy();
});
