/**
 * An operator adds a member with its first user. No one knows that user’s password: the operator gets a link with which
 * its owner sets one, once, within an hour; a later link is made as for every user.
 */
import { openAccount, type OpeningDeps } from '#features/accounts/server/opening.ts';
import { linkOf, makeReset } from '#features/accounts/server/login/resetting.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import { canInvite } from '#features/members/rules.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { mobileFaultName, mobileOf } from '#features/sms/rules.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { newToken } from '#foundation/server/secrets/sealing.ts';
import type { operatorMemberPageCalls } from '../../member-page-contract.ts';

export interface MemberAddingDeps extends OpeningDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'add' | 'find' | 'change'>;
  users: Pick<UserVerbs, 'hashPassword'>;
  audit: Pick<AuditVerbs, 'record'>;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  /** Called for a new member under an agent, in the transaction that creates it: its first rates. */
  memberInvited(tx: Tx, member: { memberNo: bigint; uplineNo: bigint }): Promise<void>;
  /** The console's address, with which links begin. */
  publicUrl: string;
}

type AddCall = (typeof operatorMemberPageCalls.calls)['/operator/member/add'];

export async function addMember(
  deps: MemberAddingDeps,
  context: CallContext<AddCall>,
  input: ParsedInputOf<AddCall>,
): Promise<OutputOf<AddCall>> {
  const { db, platform, factors, members, users, audit, publicUrl } = deps;
  const { now, session } = context;
  const { type, name, username, uplineNo, reason, verifyType, verifyCode } = input;
  const settings = await platform.settings();
  const mobile =
    mobileOf(input.mobile, settings.mobileRule) ?? context.wrongField('mobile', mobileFaultName(settings.mobileRule));
  if (uplineNo !== undefined && !canInvite(await members.find(uplineNo)))
    context.wrongField('uplineNo', 'upline_unfit');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const passwordHash = await users.hashPassword(newToken());
  return db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    const account = await openAccount(deps, tx, settings, {
      kind: type,
      name,
      username,
      passwordHash,
      mobile,
      agentNo: uplineNo,
      given: true,
      createdAt: now,
    });
    if (account.outcome === 'tree_too_deep') return context.refuse('tree_too_deep', { depth: settings.agentDepth });
    if (account.outcome !== 'opened') return context.refuse(account.outcome);
    const { memberNo, user } = account;
    if (uplineNo !== undefined) await deps.memberInvited(tx, { memberNo, uplineNo });
    const { token, expiresAt } = await makeReset(tx, user.userId, now);
    const done = { ...actorOf(context), memberNo };
    const under = uplineNo === undefined ? '' : ` under ${uplineNo}`;
    await audit.record(tx, {
      ...done,
      action: 'member_added',
      object: `${memberNo} ${username} ${type}${under}: ${reason}`,
    });
    await audit.record(tx, { ...done, action: 'password_reset_started', object: username });
    return {
      memberNo: memberNo.toString(),
      username,
      link: linkOf(publicUrl, token),
      expiresAt: expiresAt.toISOString(),
    };
  });
}
