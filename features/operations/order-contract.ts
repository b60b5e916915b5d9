/** Operator calls that reverse paid orders: one operator proposes, another confirms. */
import { z } from 'zod';
import { Decision, decisionRefusals, Reason } from '#features/approvals/fields.ts';
import { approvalStates } from '#features/approvals/rules.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped } from '#foundation/core/typed-fields.ts';
import {
  AmountOutput,
  MemberNo,
  MemberNoText,
  pageFields,
  pageOf,
  SystemNo,
  SystemNoText,
  Time,
} from '#foundation/core/wire.ts';
import { operatorOrderTexts } from './words.ts';
import { orderKinds, orderStatuses } from '#features/orders/statuses.ts';

const ReversalRow = z.strictObject({
  id: z.string(),
  memberNo: MemberNoText,
  memberName: z.string(),
  orderNo: SystemNoText,
  /** The merchant's own number. */
  merchantOrderNo: z.string(),
  kind: z.enum(orderKinds),
  amount: AmountOutput,
  fee: AmountOutput,
  /** The order's current status. */
  status: z.enum(orderStatuses),
  reason: z.string(),
  forced: z.boolean(),
  proposedBy: z.string(),
  proposedAt: Time,
  expiresAt: Time,
  state: z.enum(approvalStates),
  decidedBy: z.string().nullable(),
  decidedAt: Time.nullable(),
  remark: z.string(),
  /** Proposed by the caller, who therefore can't decide it. */
  own: z.boolean(),
});
export type ReversalRow = z.infer<typeof ReversalRow>;

export const operatorOrderCalls = calls(operatorOrderTexts, {
  '/operator/order/reverse': {
    who: 'operators',
    right: 'reversals.act',
    secondStep: 'strongest',
    audit: ['approval_proposed'],
    summary: 'Proposes to reverse a paid order: amount, fee and commission; another operator confirms it',
    input: z.strictObject({
      memberNo: MemberNo,
      orderNo: SystemNo,
      reason: Reason,
      /** Reverse even if the merchant's or an agent's wallet does not cover it; the wallet then falls below zero. */
      forced: z.boolean().default(false),
      ...secondStepFields,
    }),
    output: z.strictObject({ id: z.string() }),
    refusals: ['order_not_paid', 'order_reversed', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/order/reversals': {
    who: 'operators',
    right: 'reversals.view',
    secondStep: { none: 'reads' },
    summary: 'Reversals that operators proposed, newest first',
    input: z.strictObject({
      ...pageFields(['proposedAt']),
      state: z.enum([...approvalStates, 'all']).default('open'),
      memberNo: MemberNoTyped.optional(),
    }),
    output: pageOf(ReversalRow, z.strictObject({ /** Pending proposals, regardless of the filter. */ open: z.int() })),
  },
  '/operator/order/decideReversal': {
    who: 'operators',
    right: 'reversals.act',
    secondStep: 'strongest',
    audit: ['approval_confirmed', 'approval_rejected', 'order_reversed'],
    notices: ['payment_reversed', 'commission_reversed'],
    live: ['order.paid', 'balance.changed'],
    summary: 'Confirms or rejects a reversal that another operator proposed; a confirmation carries it out, once',
    input: Decision,
    refusals: ['order_not_paid', 'order_reversed', 'reversal_uncovered', ...decisionRefusals],
  },
});
