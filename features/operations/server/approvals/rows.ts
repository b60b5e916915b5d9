/** Reversals, confirmations, adjustments and proposals about logins as rows of the list of all proposals. */
import { approvalStateAt } from '#features/approvals/rules.ts';
import type { NamedProposal } from '#features/approvals/server/proposals.ts';
import { type OperatorProposal, rightOfProposal } from '#features/accounts/server/operators/proposals.ts';
import { orderTransitions } from '#features/orders/rules.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import type { AdjustmentView } from '../adjustments/store.ts';
import type { ConfirmationView } from '../orders/confirmation-store.ts';
import { isConfirmable } from '../orders/confirming.ts';
import type { ReversalView } from '../orders/store.ts';

interface Reader {
  session: OperatorSession;
  now: Date;
}

export function reversalRowOf(view: ReversalView, reader: Reader): ApprovalRow {
  const common = commonOf(view, reader);
  return {
    ...common,
    kind: 'reversal',
    act: 'reverse',
    right: 'reversals.act',
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    merchantOrderNo: view.orderNo,
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    forced: view.forced,
    possible: common.state === 'open' && orderTransitions.allows(view.status, 'reversed'),
  };
}

export function confirmationRowOf(view: ConfirmationView, reader: Reader): ApprovalRow {
  const common = commonOf(view, reader);
  return {
    ...common,
    kind: 'confirmation',
    act: 'confirm_order',
    right: 'orders.act',
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    merchantOrderNo: view.orderNo,
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    reference: view.proof,
    upstreamId: view.upstreamId,
    possible: common.state === 'open' && isConfirmable(view),
  };
}

export function adjustmentRowOf(view: AdjustmentView, reader: Reader): ApprovalRow {
  const common = commonOf(view, reader);
  const { amountMinor, currency } = view;
  return {
    ...common,
    kind: 'adjustment',
    act: amountMinor > 0n ? 'credit' : 'debit',
    right: 'adjustments.act',
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    amount: formatAmount(amountMinor > 0n ? amountMinor : -amountMinor, currency),
    reference: view.reference,
    possible: common.state === 'open',
  };
}

/** The owner of the login can't confirm it, but can reject it. */
export function loginRowOf(proposal: OperatorProposal, reader: Reader): ApprovalRow {
  const common = commonOf(proposal, reader);
  return {
    ...common,
    kind: 'login',
    act: proposal.act,
    right: rightOfProposal(proposal),
    username: proposal.username,
    own: common.own || proposal.userId === reader.session.userId,
    possible: common.state === 'open' && (proposal.act !== 'enable' || proposal.userState === 'disabled'),
  };
}

function commonOf(proposal: NamedProposal, { session, now }: Reader) {
  const state = approvalStateAt(proposal, now);
  const own = proposal.proposedBy === session.userId;
  return {
    id: proposal.approvalId,
    memberNo: null,
    memberName: null,
    orderNo: null,
    merchantOrderNo: null,
    username: null,
    amount: null,
    fee: null,
    forced: false,
    bankReference: '',
    reference: '',
    upstreamId: null,
    reason: proposal.reason,
    proposedBy: proposal.proposer,
    proposedAt: proposal.proposedAt.toISOString(),
    expiresAt: proposal.expiresAt.toISOString(),
    state,
    decidedBy: proposal.decider,
    decidedAt: proposal.decidedAt?.toISOString() ?? null,
    remark: proposal.remark,
    own,
    rejectable: state === 'open' && !own,
  };
}
