/** Operator calls about withdrawals and payouts: the list of all members, and acts on one. */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, oneLine, orderNoSearch, someLine } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  amountsInOrder,
  AmountOutput,
  MemberNo,
  MemberNoText,
  NO_RECORD,
  pageFields,
  pageOf,
  Range,
  SignedAmount,
  SystemNo,
  SystemNoText,
  Time,
  wholeNumber,
} from '#foundation/core/wire.ts';
import { DisbursementRow } from '#features/disbursements/contract.ts';
import { ProposalRow } from './approval-contract.ts';
import { actionRefusals, attentions, MAX_BULK, operatorActions } from './rules.ts';
import { Exchange } from './exchange.ts';
import { operatorDisbursementTexts } from './words.ts';
import { certifications, memberStates } from '#features/members/member.ts';
import { disbursementKinds, disbursementStatuses, reviews, submissions } from '#features/disbursements/rules.ts';

const Row = DisbursementRow.extend({
  memberNo: MemberNoText,
  memberName: z.string(),
  kind: z.enum(disbursementKinds),
  source: z.enum(['console', 'batch', 'gateway']),
});
export type OperatorDisbursementRow = z.infer<typeof Row>;

const { page, limit, ...sorting } = pageFields(['createdAt']);
const filterFields = {
  ...sorting,
  /** A prefix of the merchant's or the system's number, or all of it; or all of a batch's, which finds its payouts. */
  q: orderNoSearch({ error: 'order_no_form' }).optional(),
  memberNo: MemberNoTyped.optional(),
  kind: z.enum(disbursementKinds).optional(),
  status: z.enum([...disbursementStatuses, 'all']).default('all'),
  submission: z.enum(submissions).optional(),
  review: z.enum(reviews).optional(),
  type: z.enum(beneficiaryTypes).optional(),
  range: Range.optional(),
  /** Only those with an unknown result from an attempt started at least this many minutes ago. */
  unknownMinutes: wholeNumber(0, 525_600).optional(),
  /** Only those that need a person, for this reason. */
  attention: z.enum(attentions).optional(),
  amountFrom: Amount.optional(),
  amountTo: Amount.optional(),
};
const OperatorDisbursementFilter = z.strictObject({ page, limit, ...filterFields }).check(amountsInOrder);
/** Without the page. */
export const WholeOperatorDisbursementFilter = z.strictObject(filterFields).check(amountsInOrder);
export type ParsedOperatorFilter = z.output<typeof WholeOperatorDisbursementFilter>;

const UpstreamName = z.strictObject({ id: z.int(), name: z.string() });

const Figures = z.strictObject({
  count: z.int(),
  /** The count was capped: there are at least this many, and the sums cover only the newest of them. */
  capped: z.boolean(),
  amount: AmountOutput,
  fee: AmountOutput,
});
const Sums = z.strictObject({
  filtered: Figures,
  /**
   * How many need attention, regardless of the filter: in review, frozen, with an unknown result, failed, or waiting for
   * a second operator.
   */
  attention: z.strictObject({
    review: z.int(),
    frozen: z.int(),
    unknown: z.int(),
    failed: z.int(),
    approvals: z.int(),
  }),
  /** The batch whose number was searched for: the rows are its payouts. */
  batch: z.strictObject({ batchNo: SystemNoText, memberNo: MemberNoText, memberName: z.string() }).nullable(),
  /** For acts on many: the upstreams that a manual payment can be booked on, and those that take payouts now. */
  upstreams: z.strictObject({ all: z.array(UpstreamName), open: z.array(UpstreamName) }),
});

const Detail = z.strictObject({
  ...Row.shape,
  currency: z.string(),
  remark: z.string(),
  attach: z.string(),
  bankReference: z.string(),
  failReason: z.string(),
  /** The acts that are possible now. */
  acts: z.array(z.enum(operatorActions)),
  /** The file by which a bank is paying it; only the bank's result changes it then. */
  bankFileId: z.string().nullable(),
  /** Amounts from this on need a second operator; null: never. */
  approvalFrom: AmountOutput.nullable(),
  /** The pending proposal, if any. */
  approval: ProposalRow.nullable(),
  /** The upstreams that a manual payment can be booked on. */
  upstreams: z.array(UpstreamName),
  /** Those that take payouts now, in order of preference: what the next attempt can be sent to. */
  payoutUpstreams: z.array(UpstreamName),
  /** The one that an operator chose for the next attempt; null: the first with room. */
  nextUpstream: UpstreamName.nullable(),
  /** How the member stands now. */
  standing: z.strictObject({
    state: z.enum(memberStates),
    certification: z.enum(certifications),
    balance: SignedAmount,
    available: SignedAmount,
    frozen: AmountOutput,
    /** Payouts are blocked until then, after a reset of its login or the removal of a second factor. */
    heldUntil: Time.nullable(),
  }),
  /** The exchanges with the upstreams, oldest first. */
  talk: z.array(Exchange),
  /** Oldest first. */
  attempts: z.array(
    z.strictObject({
      startedAt: Time,
      state: z.enum(['submitted', 'unknown', 'succeeded', 'failed']),
      upstream: z.string(),
      upstreamNo: z.string(),
      reference: z.string(),
      bankReference: z.string(),
      failReason: z.string(),
      /** How often the upstream was queried. */
      queries: z.int(),
      settledAt: Time.nullable(),
    }),
  ),
});
export type OperatorDisbursementDetail = z.infer<typeof Detail>;

/** `orderNo`: the system number. */
const One = z.strictObject({ memberNo: MemberNo, orderNo: SystemNo });
const Confirmed = One.extend({ reason: Reason, ...secondStepFields });
const Outcome = z.strictObject({
  /** `proposed`: a second operator must confirm it first. */
  outcome: z.enum(['done', 'proposed']),
  approvalId: z.string().nullable(),
});

/** `disbursement_changed`: the act was and is possible, but another change came in between. */
const changeRefusals = [...actionRefusals, 'disbursement_changed'] as const;

/** Why one of many was not changed. */
const bulkRefusals = [...changeRefusals, 'approval_waits', 'not_found'] as const;
export type BulkRefusal = (typeof bulkRefusals)[number];

/** The upstream that the next attempt is sent to; without it the first with room. */
const upstreamToPay = z.int({ error: 'upstream_no_route' }).min(1).max(2_147_483_647).optional();

const BulkRow = One.extend({
  /** To mark as paid: the bank's reference of this one. */
  bankReference: oneLine({ error: 'bank_reference_needed', most: 64 }).default(''),
});

const Bulk = z
  .strictObject({
    /** Generated by the form. A repeated request with this id does what is left and answers what was done. */
    bulkId: z.uuid({ error: 'wrong' }),
    act: z.enum(operatorActions),
    rows: z.array(BulkRow).min(1, { error: 'rows_needed' }).max(MAX_BULK, { error: 'rows_most' }),
    reason: oneLine({ error: 'reason_needed', most: 200 }).default(''),
    /** To mark as paid: the upstream whose account paid. To submit: the upstream of the next attempt. */
    upstreamId: upstreamToPay,
    ...secondStepFields,
  })
  .check(({ value, issues }) => {
    const wrong = (field: string, message: string) =>
      issues.push({ code: 'custom', message, path: [field], input: value });
    if (value.rows.some(({ orderNo }) => orderNo === NO_RECORD)) wrong('rows', 'number_form');
    if (value.act !== 'query' && value.reason === '') wrong('reason', 'reason_needed');
    if (value.act !== 'mark_paid') return;
    if (value.upstreamId === undefined) wrong('upstreamId', 'upstream_needed');
    if (value.rows.some(({ bankReference }) => bankReference === '')) wrong('rows', 'bank_reference_needed');
  });

const BulkResult = z.strictObject({
  bulkId: z.string(),
  act: z.enum(operatorActions),
  reason: z.string(),
  upstreamId: z.int().nullable(),
  madeBy: z.string(),
  madeAt: Time,
  /** Made by the caller, who can continue it. */
  own: z.boolean(),
  /** In the order in which they were named. */
  rows: z.array(
    z.strictObject({
      memberNo: MemberNoText,
      /** The system number. */
      orderNo: SystemNoText,
      bankReference: z.string(),
      /** `waiting`: not done yet, because the request ended before. `proposed`: a second operator must confirm it. */
      outcome: z.enum(['done', 'proposed', 'refused', 'waiting']),
      error: z.enum([...bulkRefusals]).nullable(),
      approvalId: z.string().nullable(),
    }),
  ),
});
export type BulkResult = z.infer<typeof BulkResult>;

export const operatorDisbursementCalls = calls(operatorDisbursementTexts, {
  '/operator/disbursement/list': {
    who: 'operators',
    right: 'disbursements.view',
    secondStep: { none: 'reads' },
    summary: 'Withdrawals and payouts of all members, newest first; `extend` sums them and counts what needs attention',
    input: OperatorDisbursementFilter,
    output: pageOf(Row, Sums),
  },
  '/operator/disbursement/detail': {
    who: 'operators',
    right: 'disbursements.view',
    secondStep: { none: 'reads' },
    summary: 'One withdrawal or payout with all attempts and the possible acts',
    input: One,
    output: Detail,
  },
  '/operator/disbursement/account': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: 'strongest',
    audit: ['payee_account_read'],
    summary: 'The full account number of the payee; each read is logged',
    input: One.extend(secondStepFields),
    output: z.strictObject({ account: z.string() }),
    refusals: [...secondStepRefusals],
  },
  '/operator/disbursement/freeze': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: { none: 'stops money, which must not wait' },
    audit: ['disbursement_frozen'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Freezes it: no attempt starts, and the merchant can no longer cancel it',
    input: One.extend({ reason: Reason }),
    refusals: [...changeRefusals],
  },
  '/operator/disbursement/unfreeze': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: 'strongest',
    audit: ['disbursement_unfrozen', 'approval_proposed'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Unfreezes it',
    input: Confirmed,
    output: Outcome,
    refusals: [...changeRefusals, 'approval_waits', ...secondStepRefusals],
  },
  '/operator/disbursement/markPaid': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: 'strongest',
    audit: ['disbursement_marked_paid', 'approval_proposed'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Marks one as paid manually; only while no upstream can be paying it',
    input: Confirmed.extend({
      bankReference: someLine({ error: 'bank_reference_needed', most: 64 }),
      upstreamId: z
        .int({ error: 'upstream_needed' })
        .min(1, { error: 'upstream_needed' })
        .max(2_147_483_647, { error: 'upstream_needed' }),
    }),
    output: Outcome,
    refusals: [...changeRefusals, 'approval_waits', ...secondStepRefusals],
  },
  '/operator/disbursement/cancel': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: 'strongest',
    audit: ['disbursement_cancelled', 'approval_proposed'],
    notices: ['payout_cancelled'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Cancels it and returns amount and fee; the merchant sees the reason',
    input: Confirmed,
    output: Outcome,
    refusals: [...changeRefusals, 'approval_waits', ...secondStepRefusals],
  },
  '/operator/disbursement/submit': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: 'strongest',
    audit: ['disbursement_submitted', 'approval_proposed'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Passes the review, or starts the next attempt at once, also over an upstream of choice',
    input: Confirmed.extend({ upstreamId: upstreamToPay }),
    output: Outcome,
    refusals: [...changeRefusals, 'approval_waits', ...secondStepRefusals],
  },
  '/operator/disbursement/query': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: { none: 'queries an upstream' },
    audit: ['disbursement_queried'],
    summary: 'Queries the upstream about the open attempt at once',
    input: One,
    refusals: [...actionRefusals],
  },
  '/operator/disbursement/bulk': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: 'strongest',
    audit: [
      'disbursement_frozen',
      'disbursement_unfrozen',
      'disbursement_marked_paid',
      'disbursement_cancelled',
      'disbursement_submitted',
      'disbursement_queried',
      'approval_proposed',
    ],
    notices: ['payout_cancelled'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'One act on up to 500, each on its own, with the result of each; its sum counts for the second operator',
    input: Bulk,
    output: BulkResult,
    refusals: ['bulk_conflict', ...secondStepRefusals],
  },
  '/operator/disbursement/bulkDetail': {
    who: 'operators',
    right: 'disbursements.view',
    secondStep: { none: 'reads' },
    summary: 'What became of each one of an act on many',
    input: z.strictObject({ bulkId: z.uuid({ error: 'wrong' }) }),
    output: BulkResult,
  },
});
