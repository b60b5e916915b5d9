/**
 * What operators proposed above the platform's threshold, and the second operator's decision. A confirmation is checked
 * against the row's current state and carried out in the same transaction, so that of several clicks only one counts.
 */
import { type DecisionContext, findOpen, type ProposalKind } from '#features/approvals/server/deciding.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import { eventOfApproved, stepOf, versionOf } from '../../rules.ts';
import { type ActionDeps, changeOf, countedAct, recordAction } from '../disbursements/actions.ts';
import { isAtBank } from '../hand-payments/at-bank.ts';
import { commonOf, type Reader } from './rows.ts';
import { type ApprovalView, selectApprovals, updateDecided } from './store.ts';

export type ApprovalContext = DecisionContext & { refuse(name: 'approval_outdated'): never };

/** The kind of proposal that the approval calls decide. */
export function approvalsOf(deps: ActionDeps, context: ApprovalContext): ProposalKind<ApprovalView> {
  const kind: ProposalKind<ApprovalView> = {
    find: async (approvalId) => (await selectApprovals(deps.db, { approvalId }, context.now))[0],
    rightOf: () => 'disbursements.act',
    objectOf: ({ systemNo, act }) => `${systemNo} ${act}`,
    actOf: (proposal) => countedAct(deps, proposal, proposal.proposedBy),
    updateDecided,
    async confirm(proposal, takeDecision) {
      const { memberNo, systemNo, act } = proposal;
      const outcome = await deps.disbursements.change(
        proposal,
        changeOf(eventOfApproved[act], proposal, async (tx, before) => {
          if (!isAsProposed(proposal, before)) context.refuse('approval_outdated');
          if (await isAtBank(tx, proposal, proposal.approvalId)) context.refuse('approval_outdated');
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

/** Whether the current state is the one that was proposed about, and allows the act. */
function holds(proposal: ApprovalView): boolean {
  const step = stepOf(proposal, proposal.act);
  return isAsProposed(proposal, proposal) && 'event' in step && step.event === eventOfApproved[proposal.act];
}

function isAsProposed(
  { objectVersion }: Pick<ApprovalView, 'objectVersion'>,
  current: Parameters<typeof versionOf>[0],
): boolean {
  return objectVersion === null || objectVersion === versionOf(current);
}

export function approvalRowOf(view: ApprovalView, reader: Reader): ApprovalRow {
  return {
    ...commonOf(view, { ...reader, holds: holds(view) }),
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    merchantOrderNo: view.orderNo,
    kind: view.kind,
    act: view.act,
    right: 'disbursements.act',
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    bankReference: view.bankReference ?? '',
    reference: '',
    upstreamId: view.upstreamId,
  };
}
