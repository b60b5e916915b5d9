/** Operator calls about withdrawals and payouts: the list of all members, and acts on one. */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, orderNoSearch, someLine } from '#foundation/core/typed-fields.ts';
import {
  AmountOutput,
  MemberNo,
  MemberNoText,
  pageFields,
  pageOf,
  Range,
  SystemNo,
  Time,
  wholeNumber,
} from '#foundation/core/wire.ts';
import { DisbursementRow } from '#features/disbursements/contract.ts';
import { ApprovalRow } from './approval-contract.ts';
import { actionRefusals, operatorActions } from './rules.ts';
import { operatorDisbursementTexts } from './words.ts';
import { disbursementKinds, disbursementStatuses, reviews, submissions } from '#features/disbursements/rules.ts';

const Row = DisbursementRow.extend({
  memberNo: MemberNoText,
  memberName: z.string(),
  kind: z.enum(disbursementKinds),
  source: z.enum(['console', 'batch', 'gateway']),
});
export type OperatorDisbursementRow = z.infer<typeof Row>;

export const OperatorDisbursementFilter = z.strictObject({
  ...pageFields(['createdAt']),
  /** A prefix of the merchant's or the system's number, or all of it. */
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
});
export type ParsedOperatorFilter = z.output<typeof OperatorDisbursementFilter>;

const Figures = z.strictObject({ count: z.int(), amount: AmountOutput, fee: AmountOutput });
const Sums = z.strictObject({
  filtered: Figures,
  /**
   * How many need attention, regardless of the filter: in review, frozen, with an unknown result, or waiting for a
   * second operator.
   */
  attention: z.strictObject({ review: z.int(), frozen: z.int(), unknown: z.int(), approvals: z.int() }),
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
  /** Amounts from this on need a second operator; null: never. */
  approvalFrom: AmountOutput.nullable(),
  /** The pending proposal, if any. */
  approval: ApprovalRow.nullable(),
  /** The upstreams that a manual payment can be booked on. */
  upstreams: z.array(z.strictObject({ id: z.int(), name: z.string() })),
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

const One = z.strictObject({ memberNo: MemberNo, orderNo: SystemNo });
const Confirmed = One.extend(secondStepFields);
const Outcome = z.strictObject({
  /** `proposed`: a second operator must confirm it first. */
  outcome: z.enum(['done', 'proposed']),
  approvalId: z.string().nullable(),
});

/** `disbursement_changed`: the act was and is possible, but another change came in between. */
const changeRefusals = [...actionRefusals, 'disbursement_changed'] as const;

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
    input: Confirmed,
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
    input: Confirmed.extend({ reason: Reason }),
    output: Outcome,
    refusals: [...changeRefusals, 'approval_waits', ...secondStepRefusals],
  },
  '/operator/disbursement/submit': {
    who: 'operators',
    right: 'disbursements.act',
    secondStep: 'strongest',
    audit: ['disbursement_submitted', 'approval_proposed'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Passes the review, or starts the next attempt at once',
    input: Confirmed,
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
});
