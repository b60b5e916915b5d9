/**
 * What operators proposed above the platform's bound, and the second operator's word. A confirmation is decided against the
 * row as it stands then and carried out in the same transaction, so that of any number of clicks one counts.
 */
import { approvalStateAt } from '#features/approvals/rules.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { PassedStep, StepAsk } from '#features/factors/server/second-step.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { WordValues } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/database.ts';
import type { ApprovalRow } from '../operator-contract.ts';
import { eventOfApproved, stepOf } from '../operator-rules.ts';
import { type ActDeps, changeOf, writeDown } from './operator-acts.ts';
import { type ApprovalView, selectApprovals, updateDecided } from './operator-store.ts';

export interface DecideAsk extends StepAsk {
  readonly session: OperatorSession;
  refuse(
    name: 'not_found' | 'own_proposal' | 'approval_decided' | 'approval_expired' | 'approval_outdated' | 'second_step_wrong' | 'second_step_locked',
    values?: WordValues,
  ): never;
}

export interface Decision {
  id: string;
  decision: 'confirm' | 'reject';
  remark: string;
  verifyType: StepMethod | '';
  verifyCode: string;
}

export async function decide(deps: ActDeps, ask: DecideAsk, input: Decision): Promise<undefined> {
  const { decision, verifyType, verifyCode } = input;
  const proposal = await findOpen(deps, ask, input.id);
  if (proposal.proposedBy === ask.session.userId) return ask.refuse('own_proposal');
  const passed = await deps.factors.checkSecondStep(ask, { call: '/operator/approval/decide', user: ask.session, verifyType, verifyCode });
  if (decision === 'reject') await deps.db.transaction((tx) => takeDecision(tx, deps, ask, { proposal, input, passed }));
  else await confirm(deps, ask, { proposal, input, passed });
  return undefined;
}

async function findOpen({ db }: ActDeps, ask: DecideAsk, approvalId: string): Promise<ApprovalView> {
  const [found] = await selectApprovals(db.kysely, { approvalId }, ask.now);
  if (!found) return ask.refuse('not_found');
  const state = approvalStateAt(found, ask.now);
  if (state === 'expired') return ask.refuse('approval_expired');
  return state === 'open' ? found : ask.refuse('approval_decided');
}

interface Deciding {
  proposal: ApprovalView;
  input: Decision;
  passed: PassedStep;
}

/** After the row that it is about, and before the log, as when it was proposed: two operators then never wait for each other in a circle. */
async function takeDecision(tx: Tx, { factors, audit }: ActDeps, ask: DecideAsk, { proposal, input, passed }: Deciding): Promise<void> {
  const { memberNo, systemNo, act, proposer } = proposal;
  const state = input.decision === 'confirm' ? 'confirmed' : 'rejected';
  const isTaken = await updateDecided(tx, proposal, { state, userId: ask.session.userId, remark: input.remark, at: ask.now });
  if (!isTaken) return ask.refuse('approval_decided');
  await factors.spendSecondStep(tx, ask, passed);
  const object = [`${systemNo} ${act} @${proposer}`, input.remark].filter((part) => part !== '').join(' ');
  await audit.record(tx, { ...actorOf(ask), memberNo, action: `approval_${state}`, object });
}

async function confirm(deps: ActDeps, ask: DecideAsk, deciding: Deciding): Promise<void> {
  const { proposal } = deciding;
  const { memberNo, systemNo, act } = proposal;
  const outcome = await deps.disbursements.change(
    proposal,
    changeOf(eventOfApproved[act], proposal, async (tx) => {
      await takeDecision(tx, deps, ask, deciding);
      await writeDown(tx, deps, ask, { memberNo, systemNo, act, particulars: proposal });
    }),
  );
  if (outcome === 'changed') return;
  await findOpen(deps, ask, proposal.approvalId);
  ask.refuse('approval_outdated');
}

/** Whether the standing still lets happen what was proposed. */
function isPossible(proposal: ApprovalView): boolean {
  const step = stepOf(proposal, proposal.act);
  return 'event' in step && step.event === eventOfApproved[proposal.act];
}

export function approvalRowOf(view: ApprovalView, { session, now }: { session: OperatorSession; now: Date }): ApprovalRow {
  const state = approvalStateAt(view, now);
  return {
    id: view.approvalId,
    memberNo: view.memberNo.toString(),
    orderNo: view.systemNo.toString(),
    kind: view.kind,
    act: view.act,
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    bankReference: view.bankReference ?? '',
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
    possible: state === 'open' && isPossible(view),
  };
}
