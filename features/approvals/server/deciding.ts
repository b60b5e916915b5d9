/**
 * The second operator's word on a proposal, one way for every kind of them: who may give it, until when, what it takes,
 * what is written down.
 */
import type { z } from 'zod';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { PassedStep, StepAsk } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { WordValues } from '#foundation/core/words.ts';
import type { Database, Tx } from '#foundation/server/database.ts';
import type { Cookies } from '#foundation/server/handlers.ts';
import type { ConfirmRefusal, Decision, DecisionRefusal } from '../fields.ts';
import { approvalStateAt } from '../rules.ts';
import type { Decided, NamedProposal } from './proposals.ts';

/** How a decision says no; every `Ask` that declares these refusals is one. */
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

/** What the users, who stand below, know about two operators. */
export interface Confirmers {
  /**
   * Why these two may be one person, or the proposer's word no longer counts; undefined when nothing says so. In the
   * transaction of the decision: it locks both, together with the user whom the decision changes, and throws when the
   * session of the one who confirms has ended meanwhile.
   */
  doubtAbout(tx: Tx, ask: Confirming, proposal: Doubted): Promise<Doubt | undefined>;
}

export interface Doubted extends Pick<NamedProposal, 'proposedBy' | 'proposedIn'> {
  /** The user whom a confirmation changes; undefined: none. */
  changes?: bigint | undefined;
}

export interface Doubt {
  refusal: ConfirmRefusal | 'approval_outdated';
  /** When the reason passes by itself; null: it does not. */
  until: Date | null;
}

export interface DecidingDeps {
  db: Database;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  users: Confirmers;
}

/** A proposal of any kind; about a member's money it says whose. */
export type ProposalView = NamedProposal & { memberNo: bigint | null };

/** What differs from one kind to another. */
export interface ProposalKind<View extends ProposalView> {
  find(approvalId: string): Promise<View | undefined>;
  /** What it is about, and what is done to it, as the log says it. */
  objectOf(proposal: View): string;
  /** The user whom a confirmation changes, where there is one: locked together with the two operators. */
  userChanged?(proposal: View): bigint;
  /** Whether it was still open, in time, and another's. */
  updateDecided(tx: Tx, proposal: View, decision: Decided): Promise<boolean>;
  /**
   * Carries it out, and takes the decision in the same transaction: after the rows that it is about and before the log,
   * as when it was proposed. Two operators then never wait for each other in a circle.
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
  const passed = await deps.factors.checkSecondStep(ask, {
    user: ask.session,
    verifyType,
    verifyCode,
  });
  const take = (tx: Tx): Promise<void> => takeDecision(tx, deps, ask, kind, { proposal, input, passed });
  if (decision === 'reject') await deps.db.transaction(take);
  else await kind.confirm(proposal, take);
  return undefined;
}

/** Refuses what is not there, was decided, or is over. */
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
  passed: PassedStep;
}

async function takeDecision<View extends ProposalView>(
  tx: Tx,
  { factors, audit, users }: DecidingDeps,
  ask: DecideAsk,
  { objectOf, updateDecided, userChanged }: ProposalKind<View>,
  { proposal, input, passed }: Deciding<View>,
): Promise<void> {
  const { memberNo, proposer } = proposal;
  const state = input.decision === 'confirm' ? 'confirmed' : 'rejected';
  // The step before the users, as every login does it; the users before the proposal, whose row refers to them; the log
  // last.
  await factors.spendSecondStep(tx, ask, passed);
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
