/** Server responses about withdrawals and payouts, for the tests of their screens. */
import type { CardRow } from '#features/cards/contract.ts';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { answerCalls, type FakeAnswers, fakeStream } from '#foundation/console/testing/render-for-tests.tsx';
import type { DisbursementDetail, DisbursementRow } from '../../contract.ts';
import type { Quote } from './withdrawal-quote.ts';

export const numberOf = (number: number) => `26112012020300${String(number).padStart(5, '0')}`;

export function disbursement(number: number, changes: Partial<DisbursementRow> = {}): DisbursementRow {
  return {
    orderNo: numberOf(number),
    merchantOrderNo: null,
    type: 'bank',
    amount: '500.00',
    fee: '2.00',
    settlement: {
      holder: '张三',
      bank: 'ICBC',
      bankName: 'Industrial and Commercial Bank of China',
      branch: '北京分行',
      account: '622202****5702',
    },
    status: 'applying',
    submission: 'none',
    review: 'none',
    createdAt: '2026-11-20T04:00:00.000Z',
    finishedAt: null,
    ...changes,
  };
}

export function disbursementDetail(number: number, changes: Partial<DisbursementDetail> = {}): DisbursementDetail {
  return {
    ...disbursement(number),
    currency: 'CNY',
    remark: '',
    attach: '',
    bankReference: '',
    failReason: '',
    canCancel: true,
    canRetry: false,
    attempts: [],
    ...changes,
  };
}

/** A fee of ¥2.00, ¥5,000.00 available, open from 09:00 to 22:00. */
export function quoteOf(amount: string, changes: Partial<Quote> = {}): Quote {
  return {
    available: '5000.00',
    nextRelease: null,
    minimum: '100.00',
    maximum: '50000.00',
    most: '4998.00',
    fee: amount === '' ? null : '2.00',
    debit: amount === '' ? null : (Number(amount) + 2).toFixed(2),
    window: { from: '09:00', to: '22:00', open: true },
    expectedAt: '2026-11-20T06:00:00.000Z',
    restsUntil: null,
    ...changes,
  };
}

const card = (id: string, changes: Partial<CardRow> = {}): CardRow => ({
  id,
  type: 'bank',
  holder: '张三',
  bank: 'ICBC',
  bankName: 'Industrial and Commercial Bank of China',
  branch: '',
  account: '622202****5702',
  status: 'approved',
  reviewRemark: '',
  createdAt: '2026-11-20T04:00:00.000Z',
  ...changes,
});
const cards = [
  card('card-1'),
  card('card-2', { type: 'alipay', holder: 'Li Lei', bank: null, bankName: null, account: 'li.***@***.com' }),
];

export interface World {
  user?: Parameters<typeof makeUserInfo>[0];
  cards?: CardRow[];
  quote?: Partial<Quote>;
  answers?: FakeAnswers;
}

export function world({ user = {}, cards: list = cards, quote = {}, answers = {} }: World = {}) {
  const stream = fakeStream();
  const state: { quote: Partial<Quote>; detail: Partial<DisbursementDetail> } = { quote, detail: {} };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/user/info': makeUserInfo({ certification: 'approved', hasPayPassword: true, ...user }),
    '/bankcard/normal': envelope({ total: list.length, list }),
    '/withdrawal/quote': ({ amount }: { amount: string }) => envelope(quoteOf(amount, state.quote)),
    '/withdrawal/list': envelope({ list: [] }),
    '/withdrawal/apply': envelope({ orderNo: numberOf(9), status: 'applying' }),
    '/withdrawal/detail': () => envelope(disbursementDetail(9, { amount: '1200.00', ...state.detail })),
    ...answers,
  });
  const of = (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body);
  return { stream, state, of, applied: () => of('/withdrawal/apply') as { requestId: string }[] };
}
