/**
 * Registering. Everything it creates (member, wallet, user, session, the spent code) is one transaction: of two clicks
 * one wins, and the other has spent nothing.
 */
import type { Member } from '#features/members/member.ts';
import { mayInvite } from '#features/members/rules.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { mobileFormWord, mobileOf } from '#features/sms/rules.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Ask } from '#foundation/server/http/handlers.ts';
import type { LoggedIn, userCalls } from '../contract.ts';
import { registrationLimit, wholeMinutes } from '../rules.ts';
import type { UserCallDeps } from './deps.ts';
import { enter, loggedIn } from './entering.ts';
import { existsUsername, insertUser } from './store.ts';

type RegisterCall = (typeof userCalls.calls)['/user/register'];

export async function register(
  deps: UserCallDeps,
  ask: Ask<RegisterCall>,
  input: ParsedInputOf<RegisterCall>,
): Promise<LoggedIn> {
  const { db, platform, captcha, sms, passwords } = deps;
  const settings = await platform.settings();
  if (!settings.registrationOpen) ask.refuse('registration_closed');
  if (input.type === 'agent' && !settings.agentRegistrationOpen) ask.refuse('agent_registration_closed');
  const mobile =
    mobileOf(input.mobile, settings.mobileRule) ?? ask.wrongField('mobile', mobileFormWord(settings.mobileRule));
  if ((await captcha.check(input, ask.client)) !== 'ok') ask.askCaptcha();
  const attempt = await takeAttempt(db.kysely, registrationLimit, ask.client.network, ask.now);
  if (!attempt.allowed) ask.refuse('too_many_tries', { minutes: wholeMinutes(attempt.waitMs) });

  const matched = await sms.matchCode({ purpose: 'register', mobile, userId: null, code: input.smsCode });
  // After the code check: if a concurrent click has just spent the code, the name exists by now.
  if (await existsUsername(db.kysely, input.username)) ask.wrongField('username', 'username_taken');
  if (!matched) ask.wrongField('smsCode', 'sms_code_wrong');
  const agent = await invitingAgent(deps, ask, input.inviteCode);
  const passwordHash = await passwords.hash(input.password);

  const registered = await db.transaction(async (tx) => {
    const member = await deps.members.add(tx, {
      kind: input.type,
      name: input.username,
      createdAt: ask.now,
      uplineNo: agent?.memberNo ?? null,
      settlement: firstSettlement(settings),
    });
    await deps.ledger.open(tx, member.memberNo, settings.currency);
    await deps.memberAdded(tx, member.memberNo);
    const user = {
      userId: deps.numbers.next(),
      role: input.type === 'agent' ? 'agency' : 'member',
      memberNo: member.memberNo,
      username: input.username,
      nickname: input.username,
      passwordHash,
      payPasswordHash: null,
      mobile,
      createdAt: ask.now,
    } as const;
    // Before the code is spent: the second of two with the same name or number learns that it is taken, not that the
    // code is wrong.
    const added = await insertUser(tx, user);
    if (added !== 'added') ask.wrongField(added === 'username_taken' ? 'username' : 'mobile', added);
    if (!(await sms.spendCode(tx, matched))) ask.wrongField('smsCode', 'sms_code_wrong');
    const opened = await enter(
      deps,
      tx,
      settings,
      { ...user, lastLoginAt: null, lastLoginDay: null, consecutiveDays: 0 },
      ask,
    );
    return { user, opened };
  });
  return loggedIn({ ...registered.user, avatar: null }, registered.opened, ask);
}

async function invitingAgent(
  { members }: UserCallDeps,
  ask: Ask<RegisterCall>,
  inviteCode: string,
): Promise<Member | undefined> {
  if (inviteCode === '') return undefined;
  const agent = await members.find(BigInt(inviteCode));
  return mayInvite(agent) ? agent : ask.wrongField('inviteCode', 'invite_code_unknown');
}

function firstSettlement({ settlementMode, settlementDays, sameDayRatio }: PlatformSettings): Member['settlement'] {
  return { mode: settlementMode, days: settlementDays, sameDayRatioE4: sameDayRatio };
}
