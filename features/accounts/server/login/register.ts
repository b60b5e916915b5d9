/**
 * Registering. Everything it creates (member, wallet, user, session, the spent code) is one transaction: of two clicks
 * one wins, and the other has spent nothing.
 */
import type { Member } from '#features/members/member.ts';
import { canInvite } from '#features/members/rules.ts';
import { mobileFaultName, mobileOf } from '#features/sms/rules.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { LoggedIn, userCalls } from '../../contract.ts';
import { registrationLimit, wholeMinutes } from '../../rules.ts';
import type { UserCallDeps } from '../deps.ts';
import { logUserIn, loggedIn } from './log-user-in.ts';
import { openAccount } from '../opening.ts';
import { existsUsername } from '../store.ts';

type RegisterCall = (typeof userCalls.calls)['/user/register'];

export async function register(
  deps: UserCallDeps,
  context: CallContext<RegisterCall>,
  input: ParsedInputOf<RegisterCall>,
): Promise<LoggedIn> {
  const { db, platform, captcha, sms, passwords } = deps;
  const settings = await platform.settings();
  if (!settings.registrationOpen) context.refuse('registration_closed');
  if (input.type === 'agent' && !settings.agentRegistrationOpen) context.refuse('agent_registration_closed');
  const mobile =
    mobileOf(input.mobile, settings.mobileRule) ?? context.wrongField('mobile', mobileFaultName(settings.mobileRule));
  if ((await captcha.check(input, context.client)) !== 'ok') context.requireCaptcha();
  const attempt = await takeAttempt(db, registrationLimit, context.client.network, context.now);
  if (!attempt.allowed) context.refuse('too_many_tries', { minutes: wholeMinutes(attempt.waitMs) });

  const matched = await sms.matchCode({ purpose: 'register', mobile, userId: null, code: input.smsCode });
  // After the code check: if a concurrent click has just spent the code, the name exists by now.
  if (await existsUsername(db, input.username)) context.wrongField('username', 'username_taken');
  if (!matched) context.wrongField('smsCode', 'sms_code_wrong');
  const agent = await invitingAgent(deps, context, input.inviteCode);
  const passwordHash = await passwords.hash(input.password);

  const registered = await db.transaction(async (tx) => {
    // Before the code is spent: the second of two with the same name or number learns that it is taken, not that the
    // code is wrong.
    const account = await openAccount(deps, tx, settings, {
      kind: input.type,
      username: input.username,
      passwordHash,
      mobile,
      agentNo: agent?.memberNo,
      given: false,
      createdAt: context.now,
    });
    if (account.outcome === 'tree_too_deep') context.refuse('tree_too_deep', { depth: settings.agentDepth });
    if (account.outcome !== 'opened')
      context.wrongField(account.outcome === 'username_taken' ? 'username' : 'mobile', account.outcome);
    if (agent) await deps.memberInvited(tx, { memberNo: account.memberNo, uplineNo: agent.memberNo });
    if (!(await sms.spendCode(tx, matched))) context.wrongField('smsCode', 'sms_code_wrong');
    const { user } = account;
    const opened = await logUserIn(
      deps,
      tx,
      settings,
      { ...user, lastLoginAt: null, lastLoginDay: null, consecutiveDays: 0 },
      context,
    );
    return { user, opened };
  });
  return loggedIn({ ...registered.user, avatar: null, mustChangePassword: false }, registered.opened, context);
}

async function invitingAgent(
  { members }: UserCallDeps,
  context: CallContext<RegisterCall>,
  inviteCode: string,
): Promise<Member | undefined> {
  if (inviteCode === '') return undefined;
  const agent = await members.find(BigInt(inviteCode));
  return canInvite(agent) ? agent : context.refuse('invite_unknown');
}
