/**
 * What operators proposed above the platform's threshold, and the second operator's decision. A confirmation is checked
 * against the row's current state and carried out in the same transaction, so that of several clicks only one counts.
 */
import { approvalStateAt } from '#features/approvals/rules.ts';
import { type DecisionContext, findOpen, type ProposalKind } from '#features/approvals/server/deciding.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import { eventOfApproved, stepOf } from '../../rules.ts';
import { type ActionDeps, changeOf, recordAction } from '../disbursements/actions.ts';
import { type ApprovalView, selectApprovals, updateDecided } from './store.ts';

export type ApprovalContext = DecisionContext & { refuse(name: 'approval_outdated'): never };

/** The kind of proposal that the approval calls decide. */
export function approvalsOf(deps: ActionDeps, context: ApprovalContext): ProposalKind<ApprovalView> {
  const kind: ProposalKind<ApprovalView> = {
    find: async (approvalId) => (await selectApprovals(deps.db.kysely, { approvalId }, context.now))[0],
    rightOf: () => 'disbursements.act',
    objectOf: ({ systemNo, act }) => `${systemNo} ${act}`,
    updateDecided,
    async confirm(proposal, takeDecision) {
      const { memberNo, systemNo, act } = proposal;
      const outcome = await deps.disbursements.change(
        proposal,
        changeOf(eventOfApproved[act], proposal, async (tx) => {
          await takeDecision(tx);
          await recordAction(tx, deps, context, { memberNo, systemNo, act, inputs: proposal });
        }),
      );
      if (outcome === 'changed') return;
      await findOpen(context, kind, proposal.approvalId);
      context.refuse('approval_outdated');
    },
  };
  return kind;
}

/** Whether the current state still allows the proposed act. */
function isPossible(proposal: ApprovalView): boolean {
  const step = stepOf(proposal, proposal.act);
  return 'event' in step && step.event === eventOfApproved[proposal.act];
}

export function approvalRowOf(
  view: ApprovalView,
  { session, now }: { session: OperatorSession; now: Date },
): ApprovalRow {
  const state = approvalStateAt(view, now);
  return {
    id: view.approvalId,
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    merchantOrderNo: view.orderNo,
    username: null,
    kind: view.kind,
    act: view.act,
    right: 'disbursements.act',
    forced: false,
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    bankReference: view.bankReference ?? '',
    reference: '',
    upstreamId: view.upstreamId,
    reason: view.reason,
    proposedBy: view.proposer,
    proposedAt: view.proposedAt.toISOString(),
    expiresAt: view.expiresAt.toISOString(),
    state,
    decidedBy: view.decider,
    decidedAt: view.decidedAt?.toISOString() ?? null,
    remark: view.remark,
    own: view.proposedBy === session.userId,
    rejectable: state === 'open' && view.proposedBy !== session.userId,
    possible: state === 'open' && isPossible(view),
  };
}
