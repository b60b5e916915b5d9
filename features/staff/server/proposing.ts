/**
 * What adds or raises staff: done at once by the only owner, proposed to the second one where there are two. The content
 * of a proposal is fixed, and what it is about is compared with how it was then.
 */
import { randomUUID } from 'node:crypto';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import { activeOwners, lockStaff } from '#features/accounts/server/operators/staff.ts';
import type { DecidingDeps } from '#features/approvals/server/deciding.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { StepContext } from '#features/factors/server/second-step.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { refuseEnded } from '#features/sessions/server/verbs.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { OWNERS_FOR_TWO_PEOPLE } from '../rules.ts';
import { insertStaffProposal, type NewStaffProposal } from './store.ts';

export interface StaffDeps extends DecidingDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  /** The console's address, with which links begin. */
  publicUrl: string;
}

export interface StaffContext extends StepContext {
  readonly session: OperatorSession;
  refuse(name: 'second_step_wrong' | 'second_step_locked' | 'not_found'): never;
}

interface StaffInput {
  reason: string;
  verifyType: StepMethod | '';
  verifyCode: string;
}

/** Runs `work` with the second step spent, while nothing else changes operators or their roles. */
export async function acting<Result>(
  { db, factors }: StaffDeps,
  context: StaffContext,
  { reason, verifyType, verifyCode }: StaffInput,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { session } = context;
  if (isBlank(reason)) context.wrongField('reason', 'reason_needed');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  return db.transaction(async (tx) => {
    await lockStaff(tx);
    await refuseEnded(tx, session.sessionId);
    await factors.spendSecondStep(tx, context, checkedStep);
    return work(tx);
  });
}

export async function takesTwo(tx: Tx): Promise<boolean> {
  return (await activeOwners(tx)) >= OWNERS_FOR_TWO_PEOPLE;
}

type Content = Pick<
  NewStaffProposal,
  'act' | 'subject' | 'name' | 'roles' | 'rolesBefore' | 'rights' | 'rightsBefore' | 'reason'
>;

/** Stores a proposal for a second owner and returns its id. Undefined if one about the same waits already. */
export async function propose(
  tx: Tx,
  { audit }: Pick<StaffDeps, 'audit'>,
  context: StaffContext,
  content: Content,
  /** What it is about, and what changes, for the audit log. */
  object: string,
): Promise<string | undefined> {
  const { session, now } = context;
  const proposal = {
    ...content,
    approvalId: randomUUID(),
    proposedBy: session.userId,
    proposedIn: session.sessionId,
    proposedAt: now,
    expiresAt: new Date(now.getTime() + APPROVAL_LIFE_MS),
  };
  if (!(await insertStaffProposal(tx, proposal))) return undefined;
  await audit.record(tx, { ...actorOf(context), action: 'approval_proposed', object });
  return proposal.approvalId;
}
