/** Operator calls about what needs a second operator: proposals of every kind. */
import { z } from 'zod';
import { Decision, decisionRefusals, Hindrance } from '#features/approvals/fields.ts';
import { approvalStates } from '#features/approvals/rules.ts';
import { disbursementKinds } from '#features/disbursements/rules.ts';
import { proposedActions } from '#features/accounts/operator-contract.ts';
import { staffProposalActs } from '#features/staff/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped } from '#foundation/core/typed-fields.ts';
import { AmountOutput, MemberNoText, pageFields, pageOf, SystemNoText, Time } from '#foundation/core/wire.ts';
import { rights } from '#features/rights.ts';
import { adjustmentDirections } from './adjustments.ts';
import { approvedActions } from './rules.ts';
import { operatorApprovalTexts } from './words.ts';

/**
 * What proposals are about: a withdrawal, a payout, the reversal of a paid order, an order to confirm by hand, a member's
 * wallet, another operator's login, staff, a setting, a member's place, a member's rate below cost.
 */
export const proposalKinds = [
  ...disbursementKinds,
  'reversal',
  'confirmation',
  'adjustment',
  'login',
  'staff',
  'setting',
  'move',
  'rate',
] as const;
export type ProposalKindName = (typeof proposalKinds)[number];

export const ProposalRow = z.strictObject({
  id: z.string(),
  kind: z.enum(proposalKinds),
  act: z.enum([
    ...approvedActions,
    'reverse',
    'confirm_order',
    ...adjustmentDirections,
    ...proposedActions,
    ...staffProposalActs,
    'set',
    'move',
    'set_rate',
  ]),
  /** The right that confirming needs. */
  right: z.enum(rights),
  /** Whose money or place it is; null for a login. */
  memberNo: MemberNoText.nullable(),
  memberName: z.string().nullable(),
  /** The system number of the withdrawal, payout, order or adjustment; null for a login. */
  orderNo: SystemNoText.nullable(),
  /** The merchant's own number. */
  merchantOrderNo: z.string().nullable(),
  /** What it is about where that is no member's order or payout: an operator, a role, a setting. */
  subject: z.string().nullable(),
  /** The operator whose login it is; only for a login. */
  username: z.string().nullable(),
  amount: AmountOutput.nullable(),
  fee: AmountOutput.nullable(),
  /** Named values that a confirmation changes, as they are and as they would be. */
  changes: z.array(z.strictObject({ what: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
  /** Only for a reversal: even if a wallet does not cover it. */
  forced: z.boolean(),
  /** Only for mark_paid. */
  bankReference: z.string(),
  /** Where the payment of an order to confirm can be seen; what an adjustment is about outside the platform. */
  reference: z.string(),
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
  /**
   * Proposed or last edited by the caller, who therefore can't decide it; or about the caller's own login or roles, which
   * the caller can only reject.
   */
  own: z.boolean(),
  /** Whether the caller can reject it, with `approvals.approve`. `stale`: open, but what it is about has changed. */
  rejectable: z.boolean(),
  /** Whether it can be carried out in the current state. */
  possible: z.boolean(),
});
export type ProposalRow = z.infer<typeof ProposalRow>;

/** In the list. */
const ApprovalRow = ProposalRow.extend({ hindrance: Hindrance });
export type ApprovalRow = z.infer<typeof ApprovalRow>;

export const OperatorApprovalFilter = z.strictObject({
  ...pageFields(['proposedAt']),
  state: z.enum([...approvalStates, 'all']).default('open'),
  memberNo: MemberNoTyped.optional(),
  kind: z.enum([...proposalKinds, 'all']).default('all'),
});
export type ParsedApprovalFilter = z.output<typeof OperatorApprovalFilter>;

export const operatorApprovalCalls = calls(operatorApprovalTexts, {
  '/operator/approval/list': {
    who: 'operators',
    right: 'approvals.view',
    secondStep: { none: 'reads' },
    summary: 'What operators proposed for another to confirm, of all kinds, newest first',
    input: OperatorApprovalFilter,
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
      'order_reversed',
      'order_confirmed',
      'wallet_adjusted',
      'user_enabled',
      'factor_reset',
      'password_reset_started',
      'staff_invitation_opened',
      'staff_roles_changed',
      'staff_role_saved',
      'setting_changed',
      'member_moved',
      'member_rate_set',
    ],
    notices: [
      'payout_cancelled',
      'payment_reversed',
      'commission_reversed',
      'wallet_credited',
      'wallet_debited',
      'login_enabled',
      'authenticator_removed',
      'member_moved_in',
      'member_moved_out',
    ],
    live: ['payout.changed', 'balance.changed', 'order.paid', 'settings.changed', 'commission.changed'],
    summary:
      'Confirms or rejects what another operator proposed, of any kind; a confirmation needs the right of the act itself and carries it out, once',
    input: Decision,
    refusals: [
      'order_not_paid',
      'order_reversed',
      'reversal_uncovered',
      'adjustment_uncovered',
      'own_user',
      'reset_link_unreachable',
      'reset_link_not_sent',
      ...decisionRefusals,
    ],
  },
});
