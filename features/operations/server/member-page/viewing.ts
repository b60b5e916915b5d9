/** Starts and ends what an operator reads as a member. */
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import { refuseEnded } from '#features/sessions/server/verbs.ts';
import { endViews, openView } from '#features/sessions/server/views.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { operatorMemberPageCalls } from '../../member-page-contract.ts';

export interface ViewingDeps {
  db: Database;
  users: Pick<UserVerbs, 'userIdOf'>;
  audit: Pick<AuditVerbs, 'record'>;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

type Calls = (typeof operatorMemberPageCalls)['calls'];
type ViewCall = Calls['/operator/member/view'];
type EndCall = Calls['/operator/member/endView'];

export async function view(
  deps: ViewingDeps,
  context: CallContext<ViewCall>,
  { memberNo, reason, verifyType, verifyCode }: ParsedInputOf<ViewCall>,
): Promise<OutputOf<ViewCall>> {
  const { db, users, audit, factors } = deps;
  const { session } = context;
  const userId = (await users.userIdOf(memberNo)) ?? context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  return db.transaction(async (tx) => {
    await refuseEnded(tx, session.sessionId);
    await factors.spendSecondStep(tx, context, checkedStep);
    const { token, expiresAt } = await openView(tx, userId, context);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'member_view_started',
      object: `${memberNo} ${reason}`,
    });
    return { token, expiresAt: expiresAt.toISOString() };
  });
}

export async function endView({ db, audit }: ViewingDeps, context: CallContext<EndCall>): Promise<undefined> {
  await db.transaction(async (tx) => {
    const ended = await endViews(tx, context.session, context.now);
    if (ended > 0) await audit.record(tx, { ...actorOf(context), action: 'member_view_ended' });
  });
  return undefined;
}
