/**
 * The lists of withdrawals and payouts: totals, tabs and filters in the address, live changes, and the drawer with its
 * two actions.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import {
  answerCalls,
  fakeStream,
  type FakeAnswers,
  renderScreen,
} from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import type { DisbursementDetail, DisbursementRow } from '../contract.ts';
import { RepayScreen } from './RepayScreen.tsx';
import { disbursement, disbursementDetail, numberOf } from './withdraw/withdrawals-for-tests.ts';

const figures = (count: number, amount: string, fee: string) => ({ count, amount, fee });
const sums = {
  today: figures(2, '1000.00', '4.00'),
  yesterday: figures(1, '300.00', '2.00'),
  all: figures(40, '90000.00', '80.00'),
  paid: figures(36, '88000.00', '72.00'),
  onTheWay: figures(3, '1500.00', '6.00'),
  failed: figures(1, '500.00', '2.00'),
};
const failed = {
  submission: 'failed',
  failReason: 'Account closed',
  canRetry: true,
  attempts: [
    {
      startedAt: '2026-11-20T04:00:01.000Z',
      state: 'failed',
      reference: 'REF-1',
      bankReference: '',
      failReason: 'Account closed',
      settledAt: '2026-11-20T04:00:03.000Z',
    },
  ],
} satisfies Partial<DisbursementDetail>;

interface World {
  list?: DisbursementRow[];
  detail?: Partial<DisbursementDetail>;
  answers?: FakeAnswers;
}

function world({
  list = [disbursement(2), disbursement(1, { status: 'paid', submission: 'succeeded' })],
  detail = {},
  answers = {},
}: World = {}) {
  const stream = fakeStream();
  const state = { list, detail };
  const listed = ({ page, limit }: { page: number; limit: number }) =>
    envelope({
      total: state.list.length,
      page,
      limit,
      list: state.list,
      extend: { ...sums, filtered: figures(state.list.length, '1200.00', '4.00') },
    });
  const one = ({ orderNo }: { orderNo: string }) =>
    envelope(disbursementDetail(Number(orderNo.slice(-5)), state.detail));
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/withdrawal/list': listed,
    '/payout/list': listed,
    '/withdrawal/detail': one,
    '/payout/detail': one,
    ...answers,
  });
  return {
    stream,
    state,
    of: (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body),
  };
}

const open = (query = '') => renderScreen(<RepayScreen />, { address: `/repay/index${query}` });
const cellsOf = async (text: string) => {
  const row = (await screen.findByRole('button', { name: `Copy ${text}` })).closest('tr');
  if (!row) throw new Error(`${text} is in no row`);
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};
const toastTexts = () => toasts.get().map(({ text }) => text);

describe('the lists', () => {
  test('a row shows amount, fee, payee and progress; totals are above', async () => {
    world({ list: [disbursement(2, { submission: 'failed' })] });
    await open();
    expect((await cellsOf(numberOf(2))).slice(0, 7)).toEqual([
      numberOf(2),
      '¥500.00',
      '¥2.00',
      'Failed: act',
      '张三Industrial and Commercial Bank of China · 622202****5702',
      expect.stringMatching(/^20 Nov(?: 2026)?, 12:00$/),
      'Bank card',
    ]);
    expect(screen.getByRole('region', { name: 'Totals' }).textContent).toBe(
      'Paid¥88,000.0036 items · fees ¥72.00On its way¥1,500.003 items · fees ¥6.00Failed: act¥500.001 item · fees ¥2.00',
    );
    expect(screen.getByText('1 withdrawal').parentElement?.textContent).toBe('1 withdrawalAmount¥1,200.00Fees¥4.00');
  });

  test('the tab is in the address and drops the filters', async () => {
    const user = userEvent.setup();
    const { of } = world({ list: [disbursement(2, { merchantOrderNo: 'SUPPLIER-1' })] });
    const page = await open('?status=frozen&range=2026-11-01..2026-11-20');
    await screen.findByText('SUPPLIER-1');
    expect(of('/withdrawal/list')).toMatchObject([
      { status: 'frozen', range: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' } },
    ]);
    expect(of('/payout/list')).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'Payouts' }));
    await waitFor(() => expect(page.address()).toBe('/repay/index?tab=payouts'));
    await waitFor(() => expect(of('/payout/list')).toEqual([{ page: 1, limit: 20, sort: 'createdAt', order: 'desc' }]));
    await user.click(screen.getByRole('radio', { name: 'Withdrawals' }));
    await waitFor(() => expect(page.address()).toBe('/repay/index'));
  });

  test.each(['', '?tab=payouts'])('the filter offers every status (%s)', async (tab) => {
    world();
    await open(tab);
    await userEvent.click(await screen.findByRole('button', { name: 'Status' }));
    const offered = (await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Applying', 'Failed: act', 'Paid', 'Frozen', 'Cancelled']);
  });

  test.each([
    ['', 'withdrawal'],
    ['tab=payouts&', 'payout'],
  ])('the shown list (%s) can be exported with its filters and order', async (tab, kind) => {
    const { of } = world();
    await open(`?${tab}status=paid&order=asc&sort=createdAt`);
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() =>
      expect(of('/user/export')).toEqual([
        { kind, format: 'csv', filter: { status: 'paid', sort: 'createdAt', order: 'asc' } },
      ]),
    );
  });

  test.each(['', 'tab=payouts&'])('a rejected search (%s) shows its error at its box', async (tab) => {
    const refused = { code: -1, msg: '', fields: { q: 'A number has letters and digits' } };
    world({ answers: { '/withdrawal/list': refused, '/payout/list': refused } });
    await open(`?${tab}q=two%20%26`);
    const box = await screen.findByRole('searchbox');
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'A number has letters and digits',
    );
    expect(screen.getByText('The search wasn’t run')).toBeTruthy();
    expect(screen.queryByText('No results match these filters')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  test('an empty list leads to the withdrawal form', async () => {
    const user = userEvent.setup();
    world({ list: [] });
    const page = await open();
    await screen.findByText('No withdrawals yet');
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(page.address()).toBe('/repay/apply'));
  });

  test('an empty list of payouts explains how to make one', async () => {
    world({ list: [] });
    await open('?tab=payouts');
    expect(await screen.findByText('No payouts yet')).toBeTruthy();
  });

  test('a list that failed to load can be loaded again', async () => {
    const user = userEvent.setup();
    world({ answers: { '/withdrawal/list': { code: 0, msg: 'Not now', error: 'unavailable' } } });
    await open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    world();
    await user.click(again);
    expect(await screen.findByRole('button', { name: `Copy ${numberOf(2)}` })).toBeTruthy();
  });

  test('a paid one changes in place; a new one waits behind a button', async () => {
    const user = userEvent.setup();
    const { stream, state } = world({ list: [disbursement(2, { submission: 'submitted' })] });
    await open();
    expect((await cellsOf(numberOf(2)))[3]).toBe('Applying Being paid');
    await stream.open();
    state.list = [disbursement(3), disbursement(2, { status: 'paid', submission: 'succeeded' })];
    await stream.emit('payout.changed', { systemNo: numberOf(2) });
    await waitFor(async () => expect((await cellsOf(numberOf(2)))[3]).toBe('Paid'));
    expect(screen.queryByRole('button', { name: `Copy ${numberOf(3)}` })).toBeNull();
    await user.click(screen.getByRole('button', { name: '1 new' }));
    await screen.findByRole('button', { name: `Copy ${numberOf(3)}` });
    stream.close();
  });
});

describe('the drawer', () => {
  const drawer = async () => within(await screen.findByRole('dialog', { name: /^Withdrawal / }));

  test('has its own address, and shows every attempt with the bank’s response', async () => {
    const user = userEvent.setup();
    const { of } = world({ detail: { ...failed, remark: 'rent' } });
    const page = await open('?status=applying');
    await user.click(await screen.findByRole('button', { name: `Open ${numberOf(2)}` }));
    await waitFor(() => expect(page.address()).toBe(`/repay/index?status=applying&open=${numberOf(2)}`));
    const shown = await drawer();
    await shown.findByText(/^The bank didn’t pay it\./);
    expect(shown.getByRole('listitem').textContent).toBe(
      'Attempt 1FailedReasonAccount closedReferenceREF-1Started20 Nov 2026, 12:00:01Settled20 Nov 2026, 12:00:03',
    );
    const facts = shown
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(facts).toEqual(
      expect.arrayContaining(['Total debit: ¥502.00', 'Account holder: 张三', 'Branch: 北京分行', 'Remark: rent']),
    );
    expect(of('/withdrawal/detail')).toEqual([{ orderNo: numberOf(2) }]);
  });

  test('shows that one does not exist for an unknown number, or an address without a number', async () => {
    const { of } = world({ answers: { '/withdrawal/detail': { code: 0, msg: 'Not found', error: 'not_found' } } });
    const page = await open('?open=12');
    expect(await (await drawer()).findByText('Not found')).toBeTruthy();
    expect(of('/withdrawal/detail')).toEqual([]);
    await page.goTo(`/repay/index?open=${numberOf(7)}`);
    await waitFor(() => expect(of('/withdrawal/detail')).toHaveLength(1));
    expect(await (await drawer()).findByText('Not found')).toBeTruthy();
  });

  test('cancels only after a confirmation that states what returns', async () => {
    const user = userEvent.setup();
    const { state, of } = world({ detail: failed, answers: { '/withdrawal/cancel': envelope(undefined) } });
    await open(`?open=${numberOf(2)}`);
    await user.click(await (await drawer()).findByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Cancel this?' }));
    expect(
      question.getByText('¥502.00 goes back to your balance: ¥500.00 plus the fee of ¥2.00. 张三 gets nothing.'),
    ).toBeTruthy();
    expect(of('/withdrawal/cancel')).toEqual([]);
    state.detail = { status: 'cancelled', canCancel: false };
    await user.click(question.getByRole('button', { name: 'Take back ¥502.00' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Cancelled: ¥502.00 is back in your balance']));
    expect(of('/withdrawal/cancel')).toEqual([{ orderNo: numberOf(2) }]);
    expect(await (await drawer()).findByText('The amount and fee are back in your balance.')).toBeTruthy();
    expect((await drawer()).queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('retries only after a confirmation that states amount and account', async () => {
    const user = userEvent.setup();
    const { of } = world({ detail: failed, answers: { '/payout/retry': envelope(undefined) } });
    await open(`?tab=payouts&open=${numberOf(2)}`);
    const payout = within(await screen.findByRole('dialog', { name: /^Payout / }));
    await user.click(await payout.findByRole('button', { name: 'Pay again' }));
    const question = within(await screen.findByRole('dialog', { name: 'Pay it again?' }));
    expect(
      question.getByText(
        '¥500.00 goes to 张三, 622202****5702, once more. Nothing more is deducted from your balance.',
      ),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Pay ¥500.00 again' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Payment sent again']));
    expect(of('/payout/retry')).toEqual([{ orderNo: numberOf(2) }]);
  });

  test('shows a refusal, and refetches what is possible', async () => {
    const user = userEvent.setup();
    const refused = { code: 0, msg: 'It can no longer be cancelled', error: 'not_cancellable' };
    const { state } = world({ answers: { '/withdrawal/cancel': refused } });
    await open(`?open=${numberOf(2)}`);
    await user.click(await (await drawer()).findByRole('button', { name: 'Cancel' }));
    state.detail = { submission: 'submitted', canCancel: false };
    await user.click(await screen.findByRole('button', { name: 'Take back ¥502.00' }));
    await waitFor(() => expect(toastTexts()).toEqual(['It can no longer be cancelled']));
    await screen.findByText(/^The bank is processing it\./);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take back ¥502.00' })).toBeNull());
  });

  test('updates live', async () => {
    const { stream, state } = world({ detail: { submission: 'submitted', canCancel: false } });
    await open(`?open=${numberOf(2)}`);
    await (await drawer()).findByText('Being paid');
    await stream.open();
    state.detail = { status: 'paid', submission: 'succeeded', canCancel: false, bankReference: 'BANK-77' };
    await stream.emit('payout.changed', { systemNo: numberOf(2) });
    expect(await (await drawer()).findByText('The money has been paid out.')).toBeTruthy();
    expect((await drawer()).getByText('BANK-77')).toBeTruthy();
    stream.close();
  });
});

test('with a row open, J and K lead to the next and the previous one, in the same place of the history', async () => {
  const user = userEvent.setup();
  world({ list: [disbursement(3), disbursement(2), disbursement(1)] });
  const page = await open(`?open=${numberOf(2)}`);
  const title = async (number: string) => screen.findByRole('dialog', { name: `Withdrawal ${number}` });
  await title(numberOf(2));
  await user.keyboard('j');
  await title(numberOf(1));
  expect(page.address()).toBe(`/repay/index?open=${numberOf(1)}`);
  // At the end of the page nothing follows.
  const next = screen.getByRole('button', { name: 'Next row' });
  expect(next.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('j');
  await title(numberOf(1));
  await user.keyboard('k');
  await user.click(screen.getByRole('button', { name: 'Previous row' }));
  await title(numberOf(3));
});
