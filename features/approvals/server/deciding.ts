/**
 * The second operator's decision about a proposal, the same for every kind: who can decide, until when, with which
 * proof, and what is logged.
 */
import type { z } from 'zod';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { CheckedStep, StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { Right } from '#features/rights.ts';
import type { CountedAct } from '../bounds.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Cookies } from '#foundation/server/http/handlers.ts';
import type { ConfirmRefusal, Decision, DecisionRefusal } from '../fields.ts';
import { approvalStateAt } from '../rules.ts';
import { countAct, type DeciderCounts } from './bounds.ts';
import { type Decided, type NamedProposal, type ProposalTable, updateDecided } from './proposals.ts';

/** The context of a decision; every `CallContext` that declares these refusals fits. */
export interface DecisionContext extends StepContext {
  readonly session: OperatorSession;
  readonly cookies: Cookies;
  refuse(name: 'not_found' | 'right_missing' | DecisionRefusal, values?: PhraseValues): never;
}

export interface ConfirmationContext {
  readonly session: OperatorSession;
  readonly cookies: Cookies;
  readonly now: Date;
}

/** What the accounts feature, a lower layer, knows about two operators. */
export interface ConfirmerChecks extends DeciderCounts {
  /**
   * Returns why the two operators may be the same person, or why the proposal no longer counts; otherwise undefined.
   * Must run in the transaction of the decision: it locks both operators and the user whom the decision changes, and
   * throws if the confirming operator's session has ended.
   */
  confirmRefusalFor(
    tx: Tx,
    context: ConfirmationContext,
    proposal: ProposalToConfirm,
  ): Promise<ConfirmationRefusal | undefined>;
  /** The same for somebody who reads the proposal: what a confirmation would be answered now. Locks nothing. */
  confirmHindranceOf(
    on: Queryable,
    context: ConfirmationContext,
    proposal: ProposalToConfirm,
  ): Promise<ConfirmationRefusal | undefined>;
}

export interface ProposalToConfirm extends Pick<NamedProposal, 'proposedBy' | 'proposedIn'> {
  /** The user whom a confirmation changes, if any. */
  changes?: bigint | undefined;
}

export interface ConfirmationRefusal {
  refusal: ConfirmRefusal | 'approval_outdated';
  /** When the reason ends by itself; null if it does not. */
  until: Date | null;
}

export interface DecidingDeps {
  db: Database;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  users: ConfirmerChecks;
}

/**
 * A proposal of any kind. `memberNo` is set if it is about a member's money. Where a proposal can be edited, `editedBy` is
 * who did it last, and can't decide it either.
 */
export type ProposalView = NamedProposal & { memberNo: bigint | null; editedBy?: bigint | null };

/** What differs between the kinds of proposals. */
export interface ProposalKind<View extends ProposalView> {
  find(approvalId: string): Promise<View | undefined>;
  /** What an operator needs for the act itself, and so to confirm it. Rejecting needs only the call's own right. */
  rightOf(proposal: View): Right;
  /** The proposal's subject and action as text for the audit log. */
  objectOf(proposal: View): string;
  /** What a confirmation counts for, where the kind has a bound. */
  actOf?(proposal: View): CountedAct | Promise<CountedAct>;
  /** The user whom a confirmation changes, if any; locked together with the two operators. */
  userChanged?(proposal: View): bigint | undefined;
  table: ProposalTable;
  /** Called with each decision that is taken. */
  decided?(tx: Tx, proposal: View, decision: Decided): Promise<void>;
  /**
   * Carries out the proposal and takes the decision in the same transaction: after locking the rows it is about and
   * before the audit log, in the same order as when it was proposed, to avoid deadlocks.
   */
  confirm(proposal: View, takeDecision: (tx: Tx) => Promise<void>): Promise<void>;
}

export async function decide<View extends ProposalView>(
  deps: DecidingDeps,
  context: DecisionContext,
  input: z.output<typeof Decision>,
  kind: ProposalKind<View>,
): Promise<undefined> {
  const proposal = await findOpen(context, kind, input.id);
  if ([proposal.proposedBy, proposal.editedBy].includes(context.session.userId)) return context.refuse('own_proposal');
  const { decision, verifyType, verifyCode } = input;
  if (decision === 'confirm' && !context.session.rights.has(kind.rightOf(proposal)))
    return context.refuse('right_missing');
  const proof = await deps.factors.checkSecondStep(context, {
    user: context.session,
    verifyType,
    verifyCode,
  });
  const act = decision === 'confirm' ? await kind.actOf?.(proposal) : undefined;
  const take = (tx: Tx): Promise<void> => takeDecision(tx, deps, context, kind, { proposal, input, proof, act });
  if (decision === 'reject') await deps.db.transaction(take);
  else await kind.confirm(proposal, take);
  return undefined;
}

/** Returns an open proposal; refuses one that is unknown, decided or expired. */
export async function findOpen<View extends ProposalView>(
  context: DecisionContext,
  { find }: Pick<ProposalKind<View>, 'find'>,
  approvalId: string,
): Promise<View> {
  const found = await find(approvalId);
  if (!found) return context.refuse('not_found');
  const state = approvalStateAt(found, context.now);
  if (state === 'expired') return context.refuse('approval_expired');
  if (state === 'stale') return context.refuse('approval_outdated');
  return state === 'open' ? found : context.refuse('approval_decided');
}

interface CheckedDecision<View> {
  proposal: View;
  input: z.output<typeof Decision>;
  proof: CheckedStep;
  /** What a confirmation counts for. */
  act: CountedAct | undefined;
}

async function takeDecision<View extends ProposalView>(
  tx: Tx,
  { factors, audit, users }: DecidingDeps,
  context: DecisionContext,
  { table, objectOf, decided, userChanged }: ProposalKind<View>,
  { proposal, input, proof, act }: CheckedDecision<View>,
): Promise<void> {
  const { memberNo, proposer } = proposal;
  const state = input.decision === 'confirm' ? 'confirmed' : 'rejected';
  // Lock order: the second step before the users, as in every login; the users before the proposal, whose row refers to
  // them; the log last.
  await factors.spendSecondStep(tx, context, proof);
  if (input.decision === 'confirm')
    await refuseUnconfirmable(tx, users, context, { ...proposal, changes: userChanged?.(proposal) });
  const decision: Decided = { state, userId: context.session.userId, remark: input.remark, at: context.now };
  if (!(await updateDecided(tx, table, proposal, decision))) return context.refuse('approval_decided');
  await decided?.(tx, proposal, decision);
  if (act) await countAct(tx, act, context.now);
  const object = [`${objectOf(proposal)} @${proposer}`, input.remark].filter((part) => part !== '').join(' ');
  await audit.record(tx, { ...actorOf(context), memberNo, action: `approval_${state}`, object });
}

async function refuseUnconfirmable(
  tx: Tx,
  users: ConfirmerChecks,
  context: DecisionContext,
  proposal: ProposalToConfirm,
): Promise<void> {
  const refusal = await users.confirmRefusalFor(tx, context, proposal);
  if (refusal)
    context.refuse(
      refusal.refusal,
      refusal.until === null ? {} : { hours: Math.ceil((refusal.until.getTime() - context.now.getTime()) / HOUR_MS) },
    );
}

const HOUR_MS = 3_600_000;
