/** Reversals and proposals about logins and settings as rows of the list of all proposals. */
import { approvalStateAt } from '#features/approvals/rules.ts';
import type { NamedProposal } from '#features/approvals/server/proposals.ts';
import { type OperatorProposal, rightOfProposal } from '#features/accounts/server/operators/proposals.ts';
import { orderTransitions } from '#features/orders/rules.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import type { ReversalView } from '../orders/store.ts';
import type { SettingProposal } from '../settings/store.ts';

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

/** `isCurrent`: the setting is still as it was when this was proposed. */
export function settingRowOf(proposal: SettingProposal, isCurrent: boolean, reader: Reader): ApprovalRow {
  const common = commonOf(proposal, reader);
  const { name, before, after } = proposal;
  return {
    ...common,
    kind: 'setting',
    act: 'set',
    right: 'settings.configure',
    setting: { name, before, after },
    possible: common.state === 'open' && isCurrent,
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
    setting: null,
    amount: null,
    fee: null,
    forced: false,
    bankReference: '',
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
