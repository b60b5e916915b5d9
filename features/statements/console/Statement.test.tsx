/** The statement's screen: periods, folded days, a day, the rows behind figures, and what other features add. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answerCalls,
  type FakeAnswers,
  fakeStream,
  renderScreen,
} from '#foundation/console/testing/render-for-tests.tsx';
import type { StatementRow } from '../contract.ts';
import { day, entry, moved, NOTHING, row } from './statements-for-tests.ts';
import { Statement } from './Statement.tsx';

// The drawn chart needs a canvas, which jsdom does not have. Its text has the same figures.
vi.mock(import('#foundation/console/chart/DayChart.tsx'), () => ({
  DayChart: ({ summary }: { summary: string }) => <img alt={summary} />,
}));

const PATH = '/order/reconciliation';
const envelope = (data: unknown) => ({ code: 1, msg: '', data });

const days: StatementRow[] = [
  row('2026-11-01'),
  row('2026-11-02'),
  row('2026-11-03', { ...moved, opening: '0.00', closing: '1000.00', version: 2 }),
  row('2026-11-04', { opening: '1000.00', closing: '1000.00' }),
  row('2026-11-05', { ...moved, state: 'open', version: 0 }),
];
const months = [
  row('2026-01'),
  row('2026-02', { opening: '0.00', closing: '0.00' }),
  row('2026-11', { ...moved, state: 'open' }),
];
const totals = { ...NOTHING, ...moved, opening: '0.00' };
const sums = { opening: '1000.00', closing: '1298.20', in: '300.00', out: '0.00', fees: '1.80' };

function start(answers: FakeAnswers = {}) {
  const stream = fakeStream();
  const state = { closing: '1167.80' };
  const requests = answerCalls({
    '/events': stream.answer,
    '/reconciliation/list': ({ year }: { year?: string }) => {
      const list = year === undefined ? days : months;
      return envelope({
        total: list.length,
        page: 1,
        limit: list.length,
        list,
        extend: { ...totals, closing: state.closing },
      });
    },
    '/reconciliation/day': envelope(day()),
    '/reconciliation/entries': ({ page, limit }: { page: number; limit: number }) =>
      envelope({ total: 2, page, limit, list: [entry(1), entry(2)], extend: sums }),
    ...answers,
  });
  return { stream, state, of: (path: string) => requests.filter((call) => call.path === path).map(({ body }) => body) };
}

const open = (address: string, parts = <Statement />) => renderScreen(parts, { address: PATH + address });
const anyFlow = () => screen.findByRole('list', { name: 'From opening to closing balance' });
/** With its figures. */
async function flow() {
  await waitFor(async () => expect((await anyFlow()).getAttribute('aria-busy')).toBeNull());
  return anyFlow();
}
const figure = async (name: string) =>
  within(await flow())
    .getByText(name)
    .parentElement?.textContent?.replace(name, '');
const cells = (line: number) =>
  within(screen.getAllByRole('row')[line] as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.trim());

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: new Date('2026-11-05T04:00:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

describe('a month', () => {
  test('has its figures as a flow, and every figure leads to its rows', async () => {
    const { of } = start();
    await open('');
    expect(await figure('Collections')).toBe('3¥300.00');
    expect(await figure('Refunded fees')).toBe('¥1.00');
    expect(await figure('Reversals')).toBe('−¥99.40');
    expect(await figure('Closing')).toBe('=¥1,167.80');
    expect(of('/reconciliation/list')).toEqual([{ month: '2026-11' }]);
    const links = within(await flow()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href')?.replace(`${PATH}?month=2026-11&rows=`, ''))).toEqual([
      'opening',
      'collections',
      'recharges',
      'refunds',
      'refundFees',
      'collectionFees',
      'rechargeFees',
      'withdrawals',
      'payouts',
      'disbursementFees',
      'commission',
      'adjustments',
      'reversals',
      'closing',
    ]);
  });

  test('has a line for each day, days without movement folded, open days and versions marked', async () => {
    start();
    await open('');
    await screen.findByText('5 days');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent.trim())).toEqual([
      'Day',
      'Closing',
      'Collections',
      'Collection fees',
      'Withdrawals',
      'Withdrawal and payout fees',
      'Refunds',
      'Refunded fees',
      'Reversals',
      'Open',
    ]);
    expect(cells(1).slice(0, 3)).toEqual(['1 Nov 2026 – 2 Nov 2026 no movement', '¥0.00', '–']);
    expect(cells(2).slice(0, 9)).toEqual([
      '3 Nov 2026 Version 2',
      '¥1,000.00',
      '¥300.00',
      '−¥1.80',
      '−¥50.00',
      '−¥2.00',
      '¥20.00',
      '¥1.00',
      '−¥99.40',
    ]);
    expect(cells(3)[0]).toBe('4 Nov 2026 no movement');
    expect(cells(4)[0]).toBe('5 Nov 2026 Open');
  });

  test('a folded line opens into its days, another line opens its day', async () => {
    start();
    const page = await open('');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Open 1 Nov 2026 – 2 Nov 2026' }));
    await screen.findByRole('button', { name: 'Open 2 Nov 2026' });
    expect(cells(2).slice(0, 2)).toEqual(['2 Nov 2026', '¥0.00']);
    await user.click(screen.getByRole('button', { name: 'Open 3 Nov 2026' }));
    await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-11&open=2026-11-03`));
  });

  test('has a chart of the closing balance', async () => {
    start();
    await open('');
    expect(
      await screen.findByRole('img', {
        name: '1 Nov 2026 to 5 Nov 2026: from ¥0.00 to ¥1,167.80. Highest on 5 Nov 2026: ¥1,167.80.',
      }),
    ).toBeTruthy();
  });

  test('can be changed to the one before, another one, or a year', async () => {
    const { of } = start();
    const page = await open('');
    const user = userEvent.setup();
    expect(screen.getByRole('button', { name: 'Next month' }).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-10`));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'August 2026');
    await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-08`));
    await user.click(screen.getByRole('radio', { name: 'Year' }));
    await waitFor(() => expect(page.address()).toBe(`${PATH}?year=2026`));
    await user.click(screen.getByRole('radio', { name: 'Month' }));
    await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-11`));
    expect(of('/reconciliation/list')).toContainEqual({ month: '2026-08' });
  });

  test('is exported as it is shown', async () => {
    const { of } = start({ '/user/export': new Response('', { headers: { 'content-type': 'text/csv' } }) });
    await open('?year=2026');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() =>
      expect(of('/user/export')).toEqual([{ kind: 'statement', format: 'csv', filter: { year: '2026' } }]),
    );
  });

  test.each(['balance.changed', 'resumed'] as const)('is refetched after the event %s', async (event) => {
    const { stream, state } = start();
    await open('');
    await flow();
    await stream.open();
    state.closing = '2000.00';
    await stream.emit(event, {});
    await waitFor(async () => expect(await figure('Closing')).toBe('=¥2,000.00'));
    stream.close();
  });

  test('without movement is one folded line, and has no chart', async () => {
    start({
      '/reconciliation/list': envelope({
        total: 2,
        page: 1,
        limit: 2,
        list: [row('2026-10-01'), row('2026-10-02')],
        extend: NOTHING,
      }),
    });
    await open('?month=2026-10');
    await screen.findByText('2 days');
    expect(cells(1)[0]).toBe('1 Oct 2026 – 2 Oct 2026 no movement');
    expect(screen.queryByRole('heading', { name: 'Closing balance' })).toBeNull();
  });

  test('that cannot be loaded says so and can be tried again', async () => {
    const { of } = start({ '/reconciliation/list': { code: 0, msg: 'Come back later', error: 'busy' } });
    await open('');
    expect((await screen.findByRole('alert')).textContent).toContain('Come back later');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(of('/reconciliation/list')).toHaveLength(2));
  });

  test('shows that it is loading', async () => {
    start({ '/reconciliation/list': new Promise(() => undefined) });
    await open('');
    expect((await anyFlow()).getAttribute('aria-busy')).toBe('true');
  });
});

test('a year has its months, and a month leads to its days', async () => {
  const { of } = start();
  const page = await open('?year=2026');
  await screen.findByText('3 months');
  expect(of('/reconciliation/list')).toEqual([{ year: '2026' }]);
  expect(cells(1)[0]).toBe('January 2026 – February 2026 no movement');
  await userEvent.click(screen.getByRole('button', { name: 'Open November 2026' }));
  await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-11`));
});

describe('a day', () => {
  test('has its figures, channels, types, versions and hash', async () => {
    const { of } = start();
    vi.setSystemTime(new Date('2026-11-22T04:00:00Z'));
    await open('?open=2026-11-20');
    expect(await figure('Withdrawals')).toBe('1¥50.00');
    expect(of('/reconciliation/day')).toEqual([{ date: '2026-11-20' }]);
    const table = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('row')
        .slice(1)
        .map((line) =>
          within(line)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        );
    expect(table('By channel')).toEqual([['QR code', 'Pay-in', '4', '3', '75%', '¥300.00', '¥1.80', '¥298.20']]);
    expect(table('By type')).toEqual([
      ['Pay-in', '3', '+¥300.00', '¥1.80'],
      ['Withdrawal', '1', '−¥50.00', '¥2.00'],
      ['Refund', '1', '+¥20.00', '−¥1.00'],
      ['Reversal', '1', '−¥100.00', '−¥0.60'],
    ]);
    const hrefs = within(screen.getByRole('table', { name: 'By channel' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([
      '/order/list?channel=qr&created=2026-11-20..2026-11-20',
      ...['payin.in', 'payin.in', 'payin.fees', 'payin.net'].map(
        (rows) => `${PATH}?month=2026-11&open=2026-11-20&rows=${rows}&channel=qr`,
      ),
    ]);
    expect(screen.getByText('Version 1').nextElementSibling?.textContent).toBe('21 Nov 2026, 00:01:00');
    expect(screen.getByText('ab'.repeat(32))).toBeTruthy();
    expect(screen.getByText('This day is closed: its figures won’t change.')).toBeTruthy();
  });

  test('that is open says that its figures change', async () => {
    start({ '/reconciliation/day': envelope(day({ state: 'open', version: 0, versions: [], hash: null })) });
    await open('?open=2026-11-05');
    expect(await screen.findByText(/^This day is still open: figures change until it ends/)).toBeTruthy();
    expect(screen.queryByText('Hash')).toBeNull();
  });

  test('that was corrected has every version with its reason', async () => {
    start({
      '/reconciliation/day': envelope(
        day({
          version: 2,
          versions: [
            { version: 1, at: '2026-11-03T16:01:00.000Z', reason: null },
            { version: 2, at: '2026-11-04T02:00:00.000Z', reason: 'An entry was restored' },
          ],
        }),
      ),
    });
    await open('?open=2026-11-03');
    expect(await screen.findByText('An entry was restored')).toBeTruthy();
    expect(screen.getAllByText('Version 2')).toHaveLength(2);
  });

  test('leads to the day before and after, up to today', async () => {
    start();
    const page = await open('?open=2026-11-01');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Previous day' }));
    await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-10&open=2026-10-31`));
    await page.goTo(`${PATH}?open=2026-11-05`);
    expect((await screen.findByRole('button', { name: 'Next day' })).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('link', { name: 'November 2026' }));
    await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-11`));
  });

  test.each(['2026-11-06', '2026-02-30', 'x'])('%s is unknown', async (text) => {
    const { of } = start();
    await open(`?open=${text}`);
    expect(await screen.findByText('Day not found')).toBeTruthy();
    expect(of('/reconciliation/day')).toEqual([]);
  });

  test('that cannot be loaded says so', async () => {
    start({ '/reconciliation/day': { code: 0, msg: 'Come back later', error: 'busy' } });
    await open('?open=2026-11-05');
    expect((await screen.findByRole('alert')).textContent).toContain('This day couldn’t be loaded');
  });
});

describe('the rows behind a figure', () => {
  test('have their sum, the channel of their order, and links to it', async () => {
    const { of } = start();
    await open('?month=2026-11&rows=collections');
    await screen.findByText('2 entries');
    expect(screen.getByText('Sum of these rows').nextElementSibling?.textContent).toBe('¥300.00');
    expect(screen.getByRole('heading', { name: 'Collections' })).toBeTruthy();
    expect(of('/reconciliation/entries')).toEqual([
      {
        page: 1,
        limit: 20,
        sort: 'createdAt',
        order: 'desc',
        range: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-30T16:00:00.000Z' },
        type: ['payin'],
      },
    ]);
    expect(cells(1).slice(0, 5)).toEqual(['SHOP1', 'QR code', 'Pay-in', '+¥100.00', '−¥0.60']);
    expect(screen.getByRole('link', { name: 'SHOP1' }).getAttribute('href')).toBe(
      '/order/list?open=2611201202030000001',
    );
  });

  test.each([
    ['opening', 'Balance after these rows', '¥1,298.20', { range: { to: '2026-11-02T16:00:00.000Z' } }],
    ['collectionFees', 'Sum of these rows', '¥1.80', { date: '2026-11-03', type: ['payin'] }],
    ['refundFees', 'Sum of these rows', '−¥1.80', { date: '2026-11-03', type: ['refund'] }],
    ['reversals', 'Sum of these rows', '¥298.20', { date: '2026-11-03', type: ['reversal'] }],
    ['payin.net&channel=qr', 'Sum of these rows', '¥298.20', { date: '2026-11-03', type: ['payin'], channel: 'qr' }],
  ])('of a day: %s', async (figureName, label, sum, filter) => {
    const { of } = start();
    await open(`?open=2026-11-03&rows=${figureName}`);
    await screen.findByText('2 entries');
    expect(screen.getByText(label).nextElementSibling?.textContent).toBe(sum);
    expect(of('/reconciliation/entries')[0]).toMatchObject(filter);
    expect(screen.getByRole('link', { name: '3 Nov 2026' }).getAttribute('href')).toBe(
      `${PATH}?month=2026-11&open=2026-11-03`,
    );
  });

  test('are exported with the same filter', async () => {
    const { of } = start({ '/user/export': new Response('', { headers: { 'content-type': 'text/csv' } }) });
    await open('?open=2026-11-03&rows=withdrawals');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() =>
      expect(of('/user/export')).toEqual([
        {
          kind: 'statementEntries',
          format: 'csv',
          filter: { sort: 'createdAt', order: 'desc', date: '2026-11-03', type: ['withdrawal'] },
        },
      ]),
    );
  });

  test('say so if there are none', async () => {
    start({
      '/reconciliation/entries': envelope({
        total: 0,
        page: 1,
        limit: 20,
        list: [],
        extend: { opening: '0.00', closing: '0.00', in: '0.00', out: '0.00', fees: '0.00' },
      }),
    });
    await open('?rows=payouts');
    expect(await screen.findByText('No entries')).toBeTruthy();
    expect(screen.getByText('Sum of these rows').nextElementSibling?.textContent).toBe('¥0.00');
  });

  test('of an unknown figure are the period itself', async () => {
    start();
    await open('?rows=x');
    expect(await figure('Collections')).toBe('3¥300.00');
  });
});

test('amounts of twenty digits are shown whole', async () => {
  const huge = '92233720368547758.07';
  start({
    '/reconciliation/list': envelope({
      total: 1,
      page: 1,
      limit: 1,
      list: [row('2026-11-05', { ...moved, closing: huge })],
      extend: { ...totals, closing: huge },
    }),
  });
  await open('');
  expect(await figure('Closing')).toBe('=¥92,233,720,368,547,758.07');
  expect((await screen.findAllByText('¥92,233,720,368,547,758.07')).length).toBeGreaterThan(1);
});

test('other features add a comparison of the shown days and the finished files', async () => {
  start();
  const Compare = ({ days: { first, last } }: { days: { first: string; last: string } }) => (
    <p>{`${first}..${last}`}</p>
  );
  const Mailbox = () => <p>Ready</p>;
  const page = await open('', <Statement compare={Compare} mailbox={Mailbox} />);
  expect(await screen.findByText('Ready')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Compare with my own records' }));
  await waitFor(() => expect(page.address()).toBe(`${PATH}?month=2026-11&compare=1`));
  expect(await screen.findByText('2026-11-01..2026-11-30')).toBeTruthy();
});
