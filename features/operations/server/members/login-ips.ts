/** An operator lifts a member's list of login addresses: the way back for a member that has locked itself out. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { notifyOwner, type NotifyDeps } from '#features/accounts/server/notify-owner.ts';
import type { StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { operatorMemberCalls } from '../../member-contract.ts';

export interface LoginIpDeps extends NotifyDeps {
  db: Database;
  members: Pick<MemberVerbs, 'find'>;
  keys: Pick<MerchantKeyVerbs, 'ensure' | 'change' | 'spread'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

interface LiftContext extends StepContext {
  readonly session: OperatorSession;
  refuse(name: 'not_found' | 'second_step_wrong' | 'second_step_locked', values?: PhraseValues): never;
}

type LiftInput = ParsedInputOf<(typeof operatorMemberCalls)['calls']['/operator/member/liftLoginIps']>;

export async function liftLoginIps(
  deps: LoginIpDeps,
  context: LiftContext,
  { memberNo, reason, verifyType, verifyCode }: LiftInput,
): Promise<undefined> {
  const { db, members, keys, factors, audit } = deps;
  const { session, now } = context;
  if (!(await members.find(memberNo))) return context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const isLifted = await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    await keys.ensure(tx, memberNo);
    const changed = await keys.change(tx, memberNo, { loginIps: [] });
    if (changed.length === 0) return false;
    await notifyOwner(deps, tx, { memberNo, kind: 'login_ips_lifted', values: {}, at: now });
    await audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'login_ips_lifted',
      object: `${memberNo} ${reason}`,
    });
    return true;
  });
  if (isLifted) await keys.spread(memberNo);
  return undefined;
}
