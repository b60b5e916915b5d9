/** The server's answers about tables and batches, for the tests of their screens. */
import { screen, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { quoteOf } from '#features/disbursements/console/withdraw/withdrawals-for-tests.ts';
import { answerCalls, type FakeAnswers, fakeStream } from '#foundation/console/testing/render-for-tests.tsx';
import type { Batch, BatchDraft, BatchPayout, CheckedRow } from '../contract.ts';

export const BATCH_NO = '2611201202030000007';

export const goodTexts = {
  amount: '100',
  type: 'bank',
  holder: '张三',
  bank: 'ICBC',
  branch: '',
  account: '6222020200112345703',
};

export function checked(
  line: number,
  changes: Partial<CheckedRow> = {},
  texts: Partial<CheckedRow['values']> = {},
): CheckedRow {
  return { line, values: { ...goodTexts, ...texts }, errors: {}, duplicate: false, ...changes };
}

/** ¥100.00 and ¥2.00 per good row. */
export function draftOf(rows: CheckedRow[], totals: Partial<BatchDraft['totals']> = {}): BatchDraft {
  const valid = rows.filter(({ errors }) => Object.keys(errors).length === 0).length;
  const figures = {
    amount: `${valid * 100}.00`,
    fee: `${valid * 2}.00`,
    debit: `${valid * 102}.00`,
    available: '5000.00',
  };
  return { rows, totals: { valid, invalid: rows.length - valid, ...figures, ...totals }, source: null };
}

export function batch(changes: Partial<Batch> = {}): Batch {
  return {
    batchNo: BATCH_NO,
    fileName: 'suppliers.xlsx',
    state: 'processing',
    counts: { total: 4, paid: 1, failed: 1, cancelled: 0, open: 2 },
    amounts: { amount: '400.00', fee: '8.00', paid: '100.00' },
    createdAt: '2026-11-20T04:00:00.000Z',
    finishedAt: null,
    ...changes,
  };
}

export function batchPayout(line: number, changes: Partial<BatchPayout> = {}): BatchPayout {
  return {
    line,
    outcome: 'open',
    orderNo: `26112012020300${String(line).padStart(5, '0')}`,
    merchantOrderNo: null,
    type: 'bank',
    amount: '100.00',
    fee: '2.00',
    settlement: {
      holder: '张三',
      bank: 'ICBC',
      bankName: 'Industrial and Commercial Bank of China',
      branch: '',
      account: '622202****5702',
    },
    status: 'applying',
    submission: 'none',
    review: 'none',
    createdAt: '2026-11-20T04:00:00.000Z',
    finishedAt: null,
    bankReference: '',
    failReason: '',
    ...changes,
  };
}

export interface PayWorld {
  user?: Parameters<typeof makeUserInfo>[0];
  quote?: Parameters<typeof quoteOf>[1];
  answers?: FakeAnswers;
}

/** A merchant who can pay: ¥5,000.00 available. */
export function payWorld({ user = {}, quote = {}, answers = {} }: PayWorld = {}) {
  const stream = fakeStream();
  const state = { quote };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/user/info': makeUserInfo({ certification: 'approved', hasPayPassword: true, ...user }),
    '/withdrawal/quote': ({ amount }: { amount: string }) => envelope(quoteOf(amount, state.quote)),
    '/batch/submit': envelope({ batchNo: BATCH_NO }),
    ...answers,
  });
  const of = (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body);
  return {
    stream,
    state,
    sentCalls,
    of,
    submitted: () => of('/batch/submit') as { requestId: string; rows: unknown[] }[],
  };
}

export const payForm = async () => within(await screen.findByRole('form', { name: 'Pay' }));
export const factOf = (label: string) =>
  screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent;

/** Presses the button that names the figures, types the payment password into the review, and confirms. */
export async function pay(user: ReturnType<typeof userEvent.setup>, act: string, title: string): Promise<void> {
  await user.click((await payForm()).getByRole('button', { name: act }));
  const question = await screen.findByRole('dialog', { name: title });
  await user.type(within(question).getByLabelText('Payment password'), '246810');
  await user.click(within(question).getByRole('button', { name: act }));
}
