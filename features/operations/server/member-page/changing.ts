/**
 * What operators change about a member itself: its name, level and state. Each change runs under the member's lock and is
 * logged with what it was and what it is, and with the reason. A change to what already is does nothing.
 */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { AuditAction } from '#features/audit-actions.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { Member, MemberChanges } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { endAllSessions } from '#features/sessions/server/verbs.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';

export interface MemberChangeDeps {
  db: Database;
  members: Pick<MemberVerbs, 'find' | 'lock' | 'change'>;
  users: Pick<UserVerbs, 'userIdOf'>;
  audit: Pick<AuditVerbs, 'record'>;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

interface ChangeContext extends StepContext {
  readonly session: OperatorSession;
  refuse(name: 'not_found' | 'second_step_wrong' | 'second_step_locked', values?: PhraseValues): never;
}

interface Wanted {
  memberNo: bigint;
  reason: string;
  verifyType: StepMethod | '';
  verifyCode: string;
}

export async function rename(
  deps: MemberChangeDeps,
  context: ChangeContext,
  { name, ...wanted }: Wanted & { name: string },
): Promise<undefined> {
  await change(deps, context, wanted, 'member_renamed', (member) => ({
    changes: { name },
    what: `name ${member.name} → ${name}`,
    isNew: member.name !== name,
  }));
}

export async function setLevel(
  deps: MemberChangeDeps,
  context: ChangeContext,
  { level, ...wanted }: Wanted & { level: number },
): Promise<undefined> {
  await change(deps, context, wanted, 'member_level_set', (member) => ({
    changes: { level },
    what: `level ${member.level} → ${level}`,
    isNew: member.level !== level,
  }));
}

/** Nothing that exists changes: orders are still paid and reported, payouts go on, and the wallet keeps its money. */
export async function disable(deps: MemberChangeDeps, context: ChangeContext, wanted: Wanted): Promise<undefined> {
  await change(deps, context, wanted, 'member_disabled', stateTo('disabled'), async (tx) => {
    const userId = await deps.users.userIdOf(wanted.memberNo, tx);
    if (userId !== undefined) await endAllSessions(tx, userId, context.now);
  });
}

export async function enable(deps: MemberChangeDeps, context: ChangeContext, wanted: Wanted): Promise<undefined> {
  await change(deps, context, wanted, 'member_enabled', stateTo('active'));
}

interface Change {
  changes: MemberChanges;
  /** What it was and what it is, for the audit log. */
  what: string;
  isNew: boolean;
}

function stateTo(state: Member['state']): (member: Member) => Change {
  return (member) => ({
    changes: { state },
    what: `state ${member.state} → ${state}`,
    isNew: member.state !== state,
  });
}

async function change(
  { db, members, factors, audit }: MemberChangeDeps,
  context: ChangeContext,
  { memberNo, reason, verifyType, verifyCode }: Wanted,
  action: AuditAction,
  changeOf: (member: Member) => Change,
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!(await members.find(memberNo))) return context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    const member = (await members.lock(tx, memberNo)) ?? context.refuse('not_found');
    const { changes, what, isNew } = changeOf(member);
    if (!isNew) return;
    await members.change(tx, memberNo, changes);
    await also?.(tx);
    await audit.record(tx, { ...actorOf(context), memberNo, action, object: `${memberNo} ${what}: ${reason}` });
  });
}
