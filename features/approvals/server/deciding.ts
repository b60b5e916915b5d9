/**
 * The second operator's decision about a proposal, the same for every kind: who can decide, until when, with which
 * proof, and what is logged.
 */
import type { z } from 'zod';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { PassedStep, StepAsk } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { WordValues } from '#foundation/core/words.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Cookies } from '#foundation/server/http/handlers.ts';
import type { ConfirmRefusal, Decision, DecisionRefusal } from '../fields.ts';
import { approvalStateAt } from '../rules.ts';
import type { Decided, NamedProposal } from './proposals.ts';

/** The context of a decision; every `Ask` that declares these refusals fits. */
export interface DecideAsk extends StepAsk {
  readonly session: OperatorSession;
  readonly cookies: Cookies;
  refuse(name: 'not_found' | DecisionRefusal, values?: WordValues): never;
}

export interface Confirming {
  readonly session: OperatorSession;
  readonly cookies: Cookies;
  readonly now: Date;
}

/** What the accounts feature, a lower layer, knows about two operators. */
export interface Confirmers {
  /**
   * Returns why the two operators may be the same person, or why the proposal no longer counts; otherwise undefined.
   * Must run in the transaction of the decision: it locks both operators and the user whom the decision changes, and
   * throws if the confirming operator's session has ended.
   */
  doubtAbout(tx: Tx, ask: Confirming, proposal: Doubted): Promise<Doubt | undefined>;
}

export interface Doubted extends Pick<NamedProposal, 'proposedBy' | 'proposedIn'> {
  /** The user whom a confirmation changes, if any. */
  changes?: bigint | undefined;
}

export interface Doubt {
  refusal: ConfirmRefusal | 'approval_outdated';
  /** When the reason ends by itself; null if it does not. */
  until: Date | null;
}

export interface DecidingDeps {
  db: Database;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  users: Confirmers;
}

/** A proposal of any kind. `memberNo` is set if it is about a member's money. */
export type ProposalView = NamedProposal & { memberNo: bigint | null };

/** What differs between the kinds of proposals. */
export interface ProposalKind<View extends ProposalView> {
  find(approvalId: string): Promise<View | undefined>;
  /** The proposal's subject and action as text for the audit log. */
  objectOf(proposal: View): string;
  /** The user whom a confirmation changes, if any; locked together with the two operators. */
  userChanged?(proposal: View): bigint;
  /** Stores the decision. Returns false unless the proposal was still open, not expired and another operator's. */
  updateDecided(tx: Tx, proposal: View, decision: Decided): Promise<boolean>;
  /**
   * Carries out the proposal and takes the decision in the same transaction: after locking the rows it is about and
   * before the audit log, in the same order as when it was proposed, to avoid deadlocks.
   */
  confirm(proposal: View, takeDecision: (tx: Tx) => Promise<void>): Promise<void>;
}

export async function decide<View extends ProposalView>(
  deps: DecidingDeps,
  ask: DecideAsk,
  input: z.output<typeof Decision>,
  kind: ProposalKind<View>,
): Promise<undefined> {
  const proposal = await findOpen(ask, kind, input.id);
  if (proposal.proposedBy === ask.session.userId) return ask.refuse('own_proposal');
  const { decision, verifyType, verifyCode } = input;
  const proof = await deps.factors.checkSecondStep(ask, {
    user: ask.session,
    verifyType,
    verifyCode,
  });
  const take = (tx: Tx): Promise<void> => takeDecision(tx, deps, ask, kind, { proposal, input, proof });
  if (decision === 'reject') await deps.db.transaction(take);
  else await kind.confirm(proposal, take);
  return undefined;
}

/** Returns an open proposal; refuses one that is unknown, decided or expired. */
export async function findOpen<View extends ProposalView>(
  ask: DecideAsk,
  { find }: Pick<ProposalKind<View>, 'find'>,
  approvalId: string,
): Promise<View> {
  const found = await find(approvalId);
  if (!found) return ask.refuse('not_found');
  const state = approvalStateAt(found, ask.now);
  if (state === 'expired') return ask.refuse('approval_expired');
  return state === 'open' ? found : ask.refuse('approval_decided');
}

interface Deciding<View> {
  proposal: View;
  input: z.output<typeof Decision>;
  proof: PassedStep;
}

async function takeDecision<View extends ProposalView>(
  tx: Tx,
  { factors, audit, users }: DecidingDeps,
  ask: DecideAsk,
  { objectOf, updateDecided, userChanged }: ProposalKind<View>,
  { proposal, input, proof }: Deciding<View>,
): Promise<void> {
  const { memberNo, proposer } = proposal;
  const state = input.decision === 'confirm' ? 'confirmed' : 'rejected';
  // Lock order: the second step before the users, as in every login; the users before the proposal, whose row refers to
  // them; the log last.
  await factors.spendSecondStep(tx, ask, proof);
  if (input.decision === 'confirm')
    await refuseInDoubt(tx, users, ask, { ...proposal, changes: userChanged?.(proposal) });
  const isTaken = await updateDecided(tx, proposal, {
    state,
    userId: ask.session.userId,
    remark: input.remark,
    at: ask.now,
  });
  if (!isTaken) return ask.refuse('approval_decided');
  const object = [`${objectOf(proposal)} @${proposer}`, input.remark].filter((part) => part !== '').join(' ');
  await audit.record(tx, { ...actorOf(ask), memberNo, action: `approval_${state}`, object });
}

async function refuseInDoubt(tx: Tx, users: Confirmers, ask: DecideAsk, proposal: Doubted): Promise<void> {
  const doubt = await users.doubtAbout(tx, ask, proposal);
  if (doubt)
    ask.refuse(
      doubt.refusal,
      doubt.until === null ? {} : { hours: Math.ceil((doubt.until.getTime() - ask.now.getTime()) / HOUR_MS) },
    );
}

const HOUR_MS = 3_600_000;
