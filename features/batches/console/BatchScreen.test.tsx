/** One batch as it progresses, and the list that contains it. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { disbursementDetail } from '#features/disbursements/console/withdraw/withdrawals-for-tests.ts';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import {
  answerCalls,
  type FakeAnswers,
  fakeStream,
  renderScreen,
} from '#foundation/console/testing/render-for-tests.tsx';
import type { Batch, BatchPayout } from '../contract.ts';
import { BATCH_NO, batch, batchPayout } from './batches-for-tests.ts';
import { BatchList } from './BatchList.tsx';
import { Screen } from './BatchScreen.tsx';

interface World {
  batch?: Partial<Batch>;
  rows?: BatchPayout[];
  answers?: FakeAnswers;
}

const ended = {
  state: 'partial',
  counts: { total: 4, paid: 3, failed: 0, cancelled: 1, open: 0 },
  finishedAt: '2026-11-20T04:05:00.000Z',
} as const;
const rows = [
  batchPayout(2, {
    outcome: 'paid',
    status: 'paid',
    submission: 'succeeded',
    bankReference: 'SANDBOX1',
    finishedAt: '2026-11-20T04:01:00.000Z',
  }),
  batchPayout(3, { outcome: 'failed', submission: 'failed', failReason: 'Account closed' }),
];

function world(given: World = {}) {
  const stream = fakeStream();
  const state = { batch: given.batch ?? {}, rows: given.rows ?? rows };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/batch/detail': ({ page, limit }: { page: number; limit: number }) =>
      envelope({ total: state.rows.length, page, limit, list: state.rows, extend: batch(state.batch) }),
    '/batch/list': ({ page, limit }: { page: number; limit: number }) =>
      envelope({ total: 1, page, limit, list: [batch(state.batch)], extend: {} }),
    '/payout/detail': ({ orderNo }: { orderNo: string }) => envelope({ ...disbursementDetail(1), orderNo }),
    ...given.answers,
  });
  return {
    stream,
    state,
    of: (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body),
  };
}

const open = (query = `?no=${BATCH_NO}`) => renderScreen(<Screen />, { address: `/repay/batch${query}` });
const cellsOf = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    : [];

describe('one batch', () => {
  test('shows its progress, and the result of each payout', async () => {
    const { of } = world();
    await open();
    const standing = within(await screen.findByRole('region', { name: 'Status' }));
    expect(standing.getByText('Being paid', { selector: 'span span, span' })).toBeTruthy();
    expect(standing.getByText('suppliers.xlsx')).toBeTruthy();
    expect(standing.getByRole('meter', { name: 'Progress' }).getAttribute('aria-valuetext')).toBe('2 of 4 finished');
    expect(standing.getByText(/^1 payout failed\. The money is set aside/)).toBeTruthy();
    // What did not happen is not counted.
    expect(standing.queryByText('Cancelled')).toBeNull();
    expect(standing.getByText(/^You can leave this page/)).toBeTruthy();
    const [, first, second] = screen.getAllByRole('row');
    expect(cellsOf(first).slice(0, 7)).toEqual([
      '2',
      'Paid',
      '¥100.00',
      '¥2.00',
      '张三Industrial and Commercial Bank of China · 622202****5702',
      'Bank reference SANDBOX1',
      rows[0]?.orderNo,
    ]);
    expect(cellsOf(second).slice(0, 6)).toEqual([
      '3',
      'Failed',
      '¥100.00',
      '¥2.00',
      '张三Industrial and Commercial Bank of China · 622202****5702',
      'Account closed',
    ]);
    expect(of('/batch/detail')).toEqual([{ batchNo: BATCH_NO, page: 1, limit: 20, sort: 'line', order: 'asc' }]);
  });

  test('updates while it is shown, until it ends', async () => {
    const { stream, state } = world();
    await open();
    await screen.findByText('2 of 4 finished');
    await stream.open();
    state.batch = ended;
    await stream.emit('payout.changed', { systemNo: '1' });
    await screen.findByText('3 of 4 paid');
    expect(screen.getByText('Partly paid')).toBeTruthy();
    expect(screen.queryByText(/^You can leave this page/)).toBeNull();
    stream.close();
  });

  test('shows the failed ones alone, with the filter in the address', async () => {
    const { of } = world();
    const page = await open(`?no=${BATCH_NO}&outcome=failed`);
    await screen.findByText('2 of 4 finished');
    expect(of('/batch/detail')).toMatchObject([{ batchNo: BATCH_NO, outcome: 'failed' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
  });

  test('opens a payout in a panel, where it can be retried or cancelled', async () => {
    const { of } = world();
    const page = await open();
    await screen.findByText('Account closed');
    await userEvent.click(screen.getByRole('button', { name: `Open ${rows[1]?.orderNo}` }));
    await screen.findByRole('dialog', { name: /^Payout / });
    expect(of('/payout/detail')).toEqual([{ orderNo: rows[1]?.orderNo }]);
    expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}&open=${rows[1]?.orderNo}`);
  });

  test('exports its full result', async () => {
    const { of } = world({ answers: { '/user/export': { code: 0, msg: 'Later', error: 'export_busy' } } });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
    await waitFor(() =>
      expect(of('/user/export')).toEqual([{ kind: 'batch', format: 'xlsx', filter: { batchNo: BATCH_NO } }]),
    );
  });

  test.each([
    ['a number of nothing', '?no=12', {}],
    ['no number', '', {}],
    ['another member’s', `?no=${BATCH_NO}`, { '/batch/detail': { code: 0, msg: '', error: 'not_found' } }],
  ])('%s: there is no such batch', async (_, query, answers) => {
    world({ answers });
    await open(query);
    expect(await screen.findByText('Batch not found')).toBeTruthy();
  });

  test('can be reloaded when it could not be read', async () => {
    world({ answers: { '/batch/detail': { code: 0, msg: 'Not now', error: 'unavailable' } } });
    await open();
    await screen.findByText('This batch couldn’t be loaded');
    world();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 of 4 finished')).toBeTruthy();
  });
});

describe('the list', () => {
  const openList = () => renderScreen(<BatchList />, { address: '/repay/index?tab=batches' });

  test('a row shows the progress of a batch and leads to it', async () => {
    world();
    const page = await openList();
    await screen.findByRole('button', { name: `Copy ${BATCH_NO}` });
    expect(cellsOf(screen.getAllByRole('row')[1]).slice(0, 8)).toEqual([
      BATCH_NO,
      'Being paid',
      '2 of 4 finished',
      '¥400.00',
      '¥8.00',
      '¥100.00',
      'suppliers.xlsx',
      expect.stringMatching(/^20 Nov(?: 2026)?, 12:00$/),
    ]);
    await userEvent.click(screen.getByRole('button', { name: `Open ${BATCH_NO}` }));
    await waitFor(() => expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
  });

  test('updates as payouts are paid, and marks a batch typed by hand', async () => {
    const { stream, state } = world({ batch: { fileName: null } });
    await openList();
    await screen.findByText('Entered manually');
    await stream.open();
    state.batch = { ...ended, state: 'done' };
    await stream.emit('payout.changed', { systemNo: '1' });
    expect(await screen.findByText('All paid')).toBeTruthy();
    stream.close();
  });

  test('an empty one says how to create a batch', async () => {
    world({ answers: { '/batch/list': envelope({ total: 0, page: 1, limit: 20, list: [], extend: {} }) } });
    const page = await openList();
    const empty = within((await screen.findByText('No batches yet')).parentElement ?? document.body);
    await userEvent.click(empty.getByRole('button', { name: 'Upload a batch' }));
    await waitFor(() => expect(page.address()).toBe('/repay/batchApply'));
  });
});
