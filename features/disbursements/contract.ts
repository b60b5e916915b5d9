/**
 * What a member may ask about money that leaves: what a withdrawal costs, to have one, the lists of withdrawals and
 * payouts.
 */
import { z } from 'zod';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { paymentProofFields, paymentProofRefusals } from '#features/users/payment-proof.ts';
import { calls } from '#foundation/core/calls.ts';
import { orderNoSearch } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  AnsweredAmount,
  pageFields,
  pageOf,
  Range,
  requestName,
  SystemNo,
  SystemNoText,
  Time,
} from '#foundation/core/wire.ts';
import { disbursementStatuses, reviews, submissions } from './rules.ts';
import { disbursementTexts } from './words.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    'payout.changed': { systemNo: string };
  }
}

export const DisbursementRow = z.strictObject({
  /** The system's number. */
  orderNo: SystemNoText,
  /** The merchant's own; null where none was given. */
  merchantOrderNo: z.string().nullable(),
  type: z.enum(beneficiaryTypes),
  amount: AnsweredAmount,
  /** On top of the amount. */
  fee: AnsweredAmount,
  settlement: z.strictObject({
    holder: z.string(),
    /** Code of the bank; null for Alipay. */
    bank: z.string().nullable(),
    /** In the reader's language. */
    bankName: z.string().nullable(),
    branch: z.string(),
    /** The first six and the last four at most. */
    account: z.string(),
  }),
  status: z.enum(disbursementStatuses),
  /** Of the latest attempt. */
  submission: z.enum(submissions),
  /** waiting: an operator looks at it first. */
  review: z.enum(reviews),
  createdAt: Time,
  finishedAt: Time.nullable(),
});
export type DisbursementRow = z.infer<typeof DisbursementRow>;

const Figures = z.strictObject({ count: z.int(), amount: AnsweredAmount, fee: AnsweredAmount });

/** Those that were cancelled count in `filtered` alone. Days are the platform's, by application. */
const DisbursementSums = z.strictObject({ today: Figures, yesterday: Figures, all: Figures, filtered: Figures });

export const DisbursementFilter = z.strictObject({
  ...pageFields(['createdAt']),
  /** A number's beginning or all of it; the merchant's or the system's. */
  q: orderNoSearch({ error: 'order_no_form' }).optional(),
  status: z.enum([...disbursementStatuses, 'all']).default('all'),
  type: z.enum(beneficiaryTypes).optional(),
  range: Range.optional(),
});
export type DisbursementFilter = z.input<typeof DisbursementFilter>;
export type ParsedDisbursementFilter = z.output<typeof DisbursementFilter>;

const DisbursementDetail = z.strictObject({
  ...DisbursementRow.shape,
  currency: z.string(),
  remark: z.string(),
  attach: z.string(),
  bankReference: z.string(),
  failReason: z.string(),
  canCancel: z.boolean(),
  canRetry: z.boolean(),
  /** Oldest first. */
  attempts: z.array(
    z.strictObject({
      startedAt: Time,
      state: z.enum(['submitted', 'unknown', 'succeeded', 'failed']),
      reference: z.string(),
      bankReference: z.string(),
      failReason: z.string(),
      settledAt: Time.nullable(),
    }),
  ),
});
export type DisbursementDetail = z.infer<typeof DisbursementDetail>;

const Numbered = z.strictObject({ orderNo: SystemNo });

const Quote = z.strictObject({
  available: AnsweredAmount,
  /** When the next held money becomes available, and how much; null when none is held. */
  nextRelease: z.strictObject({ at: Time, amount: AnsweredAmount }).nullable(),
  minimum: AnsweredAmount,
  maximum: AnsweredAmount,
  /** The most that the available balance covers with its fee; 0 when that is below the minimum. */
  most: AnsweredAmount,
  /** Of the amount that was asked about; null without one. */
  fee: AnsweredAmount.nullable(),
  /** Amount and fee. */
  debit: AnsweredAmount.nullable(),
  /** Wall clock of the platform. */
  window: z.strictObject({ from: z.string(), to: z.string(), open: z.boolean() }),
  expectedAt: Time,
  /** Until when money rests, after the login was reset or a second factor was removed. */
  restsUntil: Time.nullable(),
});

export const ApplyWithdrawal = z.strictObject({
  amount: Amount,
  cardId: z.string({ error: 'card_needed' }).min(1, { error: 'card_needed' }).max(100),
  /** Made by the form: asked for again with it, the same withdrawal is answered. */
  requestId: requestName({ error: 'request_id_form' }),
  ...paymentProofFields,
});

const lists = { input: DisbursementFilter, output: pageOf(DisbursementRow, DisbursementSums) };
const cancels = {
  who: 'members',
  secondStep: { none: 'gives money back to the wallet that it came from' },
  summary: 'Takes one back that nobody is paying: amount and fee return',
  input: Numbered,
  live: ['payout.changed', 'balance.changed'],
  refusals: ['not_cancellable'],
} as const;
const retries = {
  who: 'members',
  secondStep: {
    none: 'pays what was confirmed before to the same account; the specification gives it a number alone',
  },
  summary: 'Has one paid again after it failed',
  input: Numbered,
  live: ['payout.changed', 'balance.changed'],
  refusals: ['not_retryable'],
} as const;
const details = { input: Numbered, output: DisbursementDetail };

export const disbursementCalls = calls(disbursementTexts, {
  '/withdrawal/quote': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'What a withdrawal costs, when it may be made, what can leave',
    input: z.strictObject({ amount: z.union([z.literal(''), Amount]).default('') }),
    output: Quote,
  },
  '/withdrawal/apply': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['withdrawal_applied'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Withdraws to an approved card: amount and fee leave the available balance at once',
    input: ApplyWithdrawal,
    output: z.strictObject({ orderNo: SystemNoText, status: z.enum(disbursementStatuses) }),
    refusals: [
      'not_certified',
      'withdrawal_closed',
      'payouts_rest',
      'payouts_stopped',
      'payout_not_enabled',
      'balance_insufficient',
      'order_conflict',
      ...paymentProofRefusals,
    ],
  },
  '/withdrawal/list': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Withdrawals, newest first; `extend` sums them',
    ...lists,
  },
  '/withdrawal/detail': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'One withdrawal with every attempt to pay it',
    ...details,
  },
  '/withdrawal/cancel': { ...cancels, audit: ['withdrawal_cancelled'] },
  '/withdrawal/retry': { ...retries, audit: ['withdrawal_retried'] },
  '/payout/list': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Payouts, newest first; `extend` sums them',
    ...lists,
  },
  '/payout/detail': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'One payout with every attempt to pay it',
    ...details,
  },
  '/payout/cancel': { ...cancels, audit: ['payout_cancelled'] },
  '/payout/retry': { ...retries, audit: ['payout_retried'] },
});
