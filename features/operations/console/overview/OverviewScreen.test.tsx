/** The operators' overview: its figures, what waits with links where there is a screen, and the platform's state. */
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ownPaths } from '#foundation/console/page/own-paths.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { OperatorHealth, OperatorOverview, Queue } from '../../overview-contract.ts';
import { Screen } from './OverviewScreen.tsx';

const earned = { fees: '10.50', commission: '1.25', cost: '12.00', margin: '-2.75' };
const overview: OperatorOverview = {
  days: { from: '2026-11-20', to: '2026-11-20' },
  asOf: '2026-11-20T06:00:00.000Z',
  figures: { orders: 14, trade: '4000.00', successRate: '78.6', paidOrders: 11, volume: '3500.35', ...earned },
  before: { days: { from: '2026-11-19', to: '2026-11-19' }, until: '2026-11-19T06:00:00.000Z' },
  changes: {
    orders: '0.0',
    trade: '0.0',
    successRate: '-2.5',
    paidOrders: '10.0',
    volume: '33.3',
    fees: null,
    commission: null,
    cost: '20.0',
    margin: '-150.0',
  },
  payouts: { count: 1, amount: '500.00', fees: '2.00' },
  unit: 'hour',
  points: [
    { at: '2026-11-20T04:00:00.000Z', date: '2026-11-20', amount: '1000.10', orders: 4, before: null },
    {
      at: '2026-11-20T05:00:00.000Z',
      date: '2026-11-20',
      amount: '2500.25',
      orders: 7,
      before: { date: '2026-11-19', amount: '900.00', orders: 2 },
    },
  ],
  channels: [
    { code: 'qr', name: 'QR wallet', amount: '3500.35', orders: 11, created: 14, successRate: '78.6', ...earned },
  ],
  members: [
    {
      memberNo: '20000001',
      name: '<b>‮Shop',
      kind: 'merchant',
      amount: '3500.35',
      orders: 11,
      created: 12,
      successRate: '91.7',
      ...earned,
      commission: null,
      cost: null,
      margin: null,
    },
  ],
  paidByUpstream: [
    {
      id: 1,
      name: 'Harbour <i>Bank',
      amount: '3500.35',
      orders: 11,
      created: 16,
      successRate: '68.8',
      ...earned,
      channels: [
        {
          code: 'tap',
          name: 'Tap to pay',
          amount: '3000.00',
          orders: 10,
          created: 12,
          successRate: '83.3',
          ...earned,
          cost: '11.00',
          margin: '-1.75',
        },
        {
          code: 'card',
          name: '',
          amount: '500.35',
          orders: 1,
          created: 4,
          successRate: '25.0',
          ...earned,
          cost: '1.00',
          margin: '8.25',
        },
      ],
    },
  ],
  upstreams: [],
  upstreamsUntil: '2026-11-19',
};
const health: OperatorHealth = {
  books: { checkedAt: '2026-11-20T06:00:00.000Z', wrong: null },
  jobs: { count: 24, late: [] },
  callbacks: { due: 0, capped: false, oldestAt: null },
  upstreams: [{ id: 1, name: 'Sandbox', state: 'open' }],
  processes: [
    {
      host: 'one',
      version: '0.1.0',
      roles: ['web'],
      startedAt: '2026-11-20T01:00:00.000Z',
      seenAt: '2026-11-20T06:00:00.000Z',
    },
  ],
};
const waiting = (name: Queue['name'], changes: Partial<Queue> = {}): Queue => ({
  name,
  count: 0,
  capped: false,
  oldestAt: null,
  amount: null,
  ...changes,
});

async function open({
  queues = [],
  answers = {},
  address = '/operator/overview?view=table',
}: { queues?: readonly Queue[]; answers?: Record<string, unknown>; address?: string } = {}) {
  const sent = answerCalls({
    '/operator/overview/figures': { code: 1, data: overview },
    '/operator/overview/queues': { code: 1, data: { queues } },
    '/operator/overview/health': { code: 1, data: health },
    ...answers,
  });
  ownPaths.set(new Set(['/operator/cards', '/operator/disbursements']));
  await renderScreen(<Screen />, { address });
  return sent;
}
const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

test('shows each figure with its change, the hours, the channels and the largest members', async () => {
  await open();
  const volume = await screen.findByText('¥3,500.35', { selector: 'dd *' });
  expect(volume.closest('div')?.textContent).toBe('Volume¥3,500.35↑+33.3%11 orders paid');
  const rate = screen.getByText('78.6%', { selector: 'dd' }).closest('div');
  expect(rate?.textContent).toMatch(/^Success rate78\.6%↓−2\.5 pp/);
  expect(screen.getByText('¥10.50', { selector: 'dd *' }).closest('div')?.textContent).toMatch(
    /^Fees[^↑↓→]*¥10\.50[^↑↓→]*$/,
  );
  expect(screen.getByText('¥500.00').closest('div')?.textContent).toBe('Paid out¥500.001 payout or withdrawal');
  expect(screen.getByText(/^Up to .*, compared with .* up to the same hour$/)).toBeTruthy();
  expect(rowsOf('Volume over time').slice(1)).toEqual([
    expect.stringMatching(/¥2,500\.257¥900\.00$/),
    expect.stringMatching(/¥1,000\.104–$/),
  ]);
  expect(rowsOf('By channel')[1]).toBe('QR wallet¥3,500.35141178.6%¥10.50¥1.25¥12.00−¥2.75');
  expect(rowsOf('By upstream').slice(1)).toEqual([
    'Harbour <i>Bank¥3,500.35161168.8%¥10.50¥1.25¥12.00−¥2.75',
    'Tap to pay¥3,000.00121083.3%¥10.50¥1.25¥11.00−¥1.75',
    'card¥500.354125%¥10.50¥1.25¥1.00¥8.25',
  ]);
  expect(rowsOf('Top members')[1]).toBe('<b>‮Shop 20000001¥3,500.35121191.7%¥10.50–––');
});

test('what waits leads to its screen where there is one, and an empty queue is not shown', async () => {
  await open({
    queues: [
      waiting('cards', { count: 3, oldestAt: '2026-11-01T00:00:00.000Z' }),
      waiting('unknown', { count: 999, capped: true, oldestAt: '2026-11-01T00:00:00.000Z', amount: '7000.00' }),
      waiting('certifications', { count: 1, oldestAt: '2026-11-01T00:00:00.000Z' }),
      waiting('frozen', { amount: '0.00' }),
    ],
  });
  const cards = await screen.findByRole('link', { name: /^Bank cards/ });
  expect(cards.getAttribute('href')).toContain('/operator/cards');
  const unknown = screen.getByRole('link', { name: /^Payouts of unknown result/ });
  expect(unknown.getAttribute('href')).toContain('/operator/disbursements?attention=unknown');
  expect(unknown.textContent).toMatch(/999\+¥7,000\.00\+$/);
  expect(screen.queryByRole('link', { name: /^Certifications/ })).toBeNull();
  expect(screen.getByText('Certifications')).toBeTruthy();
  expect(screen.queryByText('Frozen payouts')).toBeNull();
});

test('the state says what is wrong', async () => {
  await open({
    answers: {
      '/operator/overview/health': {
        code: 1,
        data: {
          ...health,
          books: {
            checkedAt: null,
            wrong: { foundAt: '2026-11-20T05:00:00.000Z', check: 'x', promise: 'wallets sum to zero' },
          },
          jobs: {
            count: 2,
            late: [{ name: 'end batches', failed: true, endedAt: '2026-11-20T05:00:00.000Z', lateSeconds: 0 }],
          },
          callbacks: { due: 999, capped: true, oldestAt: '2026-11-20T05:00:00.000Z' },
          upstreams: [{ id: 1, name: 'Sandbox', state: 'closed' }],
        },
      },
    },
  });
  expect(await screen.findByText('Out of balance: payouts are stopped')).toBeTruthy();
  expect(screen.getByText('wallets sum to zero')).toBeTruthy();
  expect(screen.getByText('1 late or failed')).toBeTruthy();
  expect(screen.getByText(/^end batches · failed/)).toBeTruthy();
  expect(screen.getByText('999+ due')).toBeTruthy();
  expect(screen.getByText('Closed')).toBeTruthy();
  expect(screen.getByText('Nothing is waiting.')).toBeTruthy();
});

test('until orders are summed by upstream, no figures are shown for a part of them', async () => {
  await open({ answers: { '/operator/overview/figures': { code: 1, data: { ...overview, paidByUpstream: null } } } });
  expect((await screen.findByText('still being added up')).closest('section')?.textContent).toMatch(/^By upstream/);
  expect(screen.queryByText('Tap to pay')).toBeNull();
});

test('until the orders created are counted by upstream, only what was paid is shown', async () => {
  const paidByUpstream = overview.paidByUpstream?.map((one) => ({ ...one, created: null, successRate: null }));
  await open({ answers: { '/operator/overview/figures': { code: 1, data: { ...overview, paidByUpstream } } } });
  await screen.findByText('Tap to pay');
  expect(rowsOf('By upstream')[1]).toBe('Harbour <i>Bank¥3,500.35–11–¥10.50¥1.25¥12.00−¥2.75');
});

test('a part that can’t be loaded says so in its place, and is loaded again', async () => {
  let fails = true;
  await open({
    answers: {
      '/operator/overview/figures': () =>
        fails ? { code: 0, error: 'internal', msg: 'Broken' } : { code: 1, data: overview },
    },
  });
  expect(await screen.findByText('The figures couldn’t be loaded')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('QR wallet')).toBeTruthy();
});
