/** Operator calls about the acts on withdrawals and payouts that need a second operator. */
import { z } from 'zod';
import { Decision, decisionRefusals } from '#features/approvals/fields.ts';
import { approvalStates } from '#features/approvals/rules.ts';
import { disbursementKinds } from '#features/disbursements/rules.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped } from '#foundation/core/typed-fields.ts';
import { AmountOutput, MemberNoText, pageFields, pageOf, SystemNoText, Time } from '#foundation/core/wire.ts';
import { approvedActions } from './rules.ts';
import { operatorApprovalTexts } from './words.ts';

export const ApprovalRow = z.strictObject({
  id: z.string(),
  memberNo: MemberNoText,
  orderNo: SystemNoText,
  kind: z.enum(disbursementKinds),
  act: z.enum(approvedActions),
  amount: AmountOutput,
  fee: AmountOutput,
  /** Only for mark_paid. */
  bankReference: z.string(),
  /** Only for mark_paid: the upstream whose account paid. */
  upstreamId: z.int().nullable(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Time,
  expiresAt: Time,
  state: z.enum(approvalStates),
  decidedBy: z.string().nullable(),
  decidedAt: Time.nullable(),
  remark: z.string(),
  /** Proposed by the caller, who therefore can't decide it. */
  own: z.boolean(),
  /** Whether it can be carried out in the current state. */
  possible: z.boolean(),
});
export type ApprovalRow = z.infer<typeof ApprovalRow>;

export const operatorApprovalCalls = calls(operatorApprovalTexts, {
  '/operator/approval/list': {
    who: 'operators',
    right: 'approvals.view',
    secondStep: { none: 'reads' },
    summary: 'Acts that operators proposed above the platform’s threshold, newest first',
    input: z.strictObject({
      ...pageFields(['proposedAt']),
      state: z.enum([...approvalStates, 'all']).default('open'),
      memberNo: MemberNoTyped.optional(),
    }),
    output: pageOf(ApprovalRow, z.strictObject({ /** Pending proposals, regardless of the filter. */ open: z.int() })),
  },
  '/operator/approval/decide': {
    who: 'operators',
    right: 'approvals.approve',
    secondStep: 'strongest',
    audit: [
      'approval_confirmed',
      'approval_rejected',
      'disbursement_unfrozen',
      'disbursement_marked_paid',
      'disbursement_cancelled',
      'disbursement_submitted',
    ],
    notices: ['payout_cancelled'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Confirms or rejects what another operator proposed; a confirmation carries it out, once',
    input: Decision,
    refusals: [...decisionRefusals],
  },
});
