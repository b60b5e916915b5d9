/**
 * Logging in. An unknown account, a wrong password and a disabled user get the same answer after the same work; every
 * password check is counted before it is made. Too many wrong passwords lock the account, except for an owner with a
 * second step: while it is locked, either password and code are both right, or the answer is that it is locked.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { mobileOf } from '#features/sms/rules.ts';
import type { CheckedStep } from '#features/factors/server/second-step.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { LoggedIn, userCalls } from '../../contract.ts';
import { isLoginAddressAllowed, wholeMinutes } from '../../rules.ts';
import type { UserCallDeps } from '../deps.ts';
import { logUserIn, loggedIn } from './log-user-in.ts';
import type { Guesses, LockedGuess } from './guesses.ts';
import { deviceTokenOf } from '#features/sessions/server/devices.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { lockUser, selectUserByAccount, updatePasswordHash, type User } from '../store.ts';

type LoginCall = (typeof userCalls.calls)['/user/login'];

export async function logIn(
  deps: UserCallDeps & { guesses: Guesses },
  context: CallContext<LoginCall>,
  input: ParsedInputOf<LoginCall>,
): Promise<LoggedIn> {
  const { db, captcha, platform, loginIpsOf } = deps;
  if ((await captcha.check(input, context.client)) !== 'ok') context.requireCaptcha();
  const settings = await platform.settings();
  const mobile = mobileOf(input.account, settings.mobileRule);
  const user = await selectUserByAccount(db, { username: input.account, mobile });
  const guess = await deps.guesses.check({
    user,
    // Tries with a number share one count however it is typed, whether or not any user has it.
    account: mobile ?? input.account,
    password: input.password,
    device: deviceTokenOf(context.cookies),
    network: context.client.network,
    now: context.now,
    withStep: input.googlecode !== '',
  });
  const unlocked =
    guess.outcome === 'locked'
      ? await verifyLocked(deps, context, { locked: guess, user, code: input.googlecode })
      : undefined;
  if (guess.outcome === 'wrong' || !user) {
    await recordFailure(deps, user, context);
    context.refuse('login_wrong');
  }
  if (user.memberNo !== null && !isLoginAddressAllowed(context.client.ip, await loginIpsOf(user.memberNo))) {
    await recordFailure(deps, user, context);
    context.refuse('login_ip_not_allowed', { ip: context.client.ip });
  }

  const step = {
    user,
    verifyType: 'google',
    verifyCode: input.googlecode,
    field: 'googlecode',
  } as const;
  const checkedStep = unlocked ?? (await deps.factors.checkSecondStep(context, step));

  const newHash = deps.passwords.isOutdated(user.passwordHash) ? await deps.passwords.hash(input.password) : undefined;
  const opened = await db.transaction(async (tx) => {
    await deps.factors.spendSecondStep(tx, context, checkedStep);
    const locked = await lockUser(tx, user.userId);
    // During the check, the user may have been disabled or the password changed (or the same one rehashed).
    if (locked?.state !== 'active' || !(await isMemberActive(deps, tx, locked))) return undefined;
    if (
      locked.passwordHash !== user.passwordHash &&
      !(await deps.passwords.verify(locked.passwordHash, input.password))
    )
      return undefined;
    if (newHash !== undefined) await updatePasswordHash(tx, user.userId, newHash);
    const entered = await logUserIn(deps, tx, settings, locked, context);
    if (checkedStep.by === 'recovery')
      await deps.audit.record(tx, { ...actorOf({ ...context, session: user }), action: 'recovery_code_used' });
    return entered;
  });
  return loggedIn(user, opened ?? context.refuse('login_wrong'), context);
}

/** The users of a disabled member can't log in. */
async function isMemberActive({ members }: UserCallDeps, tx: Tx, { memberNo }: User): Promise<boolean> {
  return memberNo === null || (await members.find(memberNo, tx))?.state === 'active';
}

/** Does the same work whether account, password or code was wrong. */
async function verifyLocked(
  deps: UserCallDeps,
  context: CallContext<LoginCall>,
  { locked, user, code }: { locked: LockedGuess; user: User | undefined; code: string },
): Promise<CheckedStep> {
  if (locked.password !== 'unchecked') {
    const isProven = locked.password === 'right';
    const checkedStep = await deps.factors.checkStepSilently(context, { user: user ?? unknownUser, code, isProven });
    if (checkedStep) return checkedStep;
    await recordFailure(
      deps,
      user,
      context,
      isProven ? { action: 'second_step_failed', object: '/user/login' } : undefined,
    );
  }
  return context.refuse('login_locked', { minutes: wholeMinutes(locked.waitMs) });
}

/** Nothing is stored for an unknown account, but it takes the same path as a known one. */
async function recordFailure(
  { db, audit }: UserCallDeps,
  user: User | undefined,
  context: CallContext<LoginCall>,
  failed: { action: AuditAction; object?: string } = { action: 'login_failed' },
): Promise<void> {
  const write = db.transaction(async (tx) => {
    await audit.record(tx, { ...actorOf({ ...context, session: user ?? unknownUser }), ...failed, result: 'refused' });
    if (!user) throw new UnknownAccount();
  });
  await write.catch((error: unknown) => {
    if (!(error instanceof UnknownAccount)) throw error;
  });
}

/** No user has this id. */
const unknownUser = { userId: -1n, memberNo: null } as const;
class UnknownAccount extends Error {}
