/**
 * Logging in. An unknown account, a wrong password and a disabled user get the same answer after the same work; every
 * password check is counted before it is made. Too many wrong passwords lock the account, except for an owner with a
 * second step: while it is locked, either password and code are both right, or the answer is that it is locked.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { mobileOf } from '#features/sms/rules.ts';
import type { PassedStep } from '#features/factors/server/second-step.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { Ask } from '#foundation/server/http/handlers.ts';
import type { LoggedIn, userCalls } from '../contract.ts';
import { mayLoginFrom, wholeMinutes } from '../rules.ts';
import type { UserCallDeps } from './deps.ts';
import { enter, loggedIn } from './entering.ts';
import type { Guesses, LockedGuess } from './guesses.ts';
import { deviceOf } from '#features/sessions/server/devices.ts';
import { lockUser, selectUserByAccount, updatePasswordHash, type User } from './store.ts';

type LoginCall = (typeof userCalls.calls)['/user/login'];

export async function logIn(
  deps: UserCallDeps & { guesses: Guesses },
  ask: Ask<LoginCall>,
  input: ParsedInputOf<LoginCall>,
): Promise<LoggedIn> {
  const { db, captcha, platform, loginIpsOf } = deps;
  if ((await captcha.check(input, ask.client)) !== 'ok') ask.askCaptcha();
  const settings = await platform.settings();
  const mobile = mobileOf(input.account, settings.mobileRule);
  const user = await selectUserByAccount(db.kysely, { username: input.account, mobile });
  const guess = await deps.guesses.check({
    user,
    // Tries with a number share one count however it is typed, whether or not any user has it.
    account: mobile ?? input.account,
    password: input.password,
    device: deviceOf(ask.cookies),
    network: ask.client.network,
    now: ask.now,
    withStep: input.googlecode !== '',
  });
  const unlocked =
    guess.outcome === 'locked' ? await passLock(deps, ask, { locked: guess, user, code: input.googlecode }) : undefined;
  if (guess.outcome === 'wrong' || !user) {
    await recordFailure(deps, user, ask);
    ask.refuse('login_wrong');
  }
  if (user.memberNo !== null && !mayLoginFrom(ask.client.ip, await loginIpsOf(user.memberNo))) {
    await recordFailure(deps, user, ask);
    ask.refuse('login_ip_not_allowed', { ip: ask.client.ip });
  }

  const step = {
    user,
    verifyType: 'google',
    verifyCode: input.googlecode,
    field: 'googlecode',
  } as const;
  const passed = unlocked ?? (await deps.factors.checkSecondStep(ask, step));

  const newHash = deps.passwords.isOutdated(user.passwordHash) ? await deps.passwords.hash(input.password) : undefined;
  const opened = await db.transaction(async (tx) => {
    await deps.factors.spendSecondStep(tx, ask, passed);
    const locked = await lockUser(tx, user.userId);
    // During the check, the user may have been disabled or the password changed (or the same one rehashed).
    if (locked?.state !== 'active') return undefined;
    if (
      locked.passwordHash !== user.passwordHash &&
      !(await deps.passwords.verify(locked.passwordHash, input.password))
    )
      return undefined;
    if (newHash !== undefined) await updatePasswordHash(tx, user.userId, newHash);
    const entered = await enter(deps, tx, settings, locked, ask);
    if (passed.by === 'recovery')
      await deps.audit.record(tx, { ...actorOf({ ...ask, session: user }), action: 'recovery_code_used' });
    return entered;
  });
  return loggedIn(user, opened ?? ask.refuse('login_wrong'), ask);
}

/** Does the same work whether account, password or code was wrong. */
async function passLock(
  deps: UserCallDeps,
  ask: Ask<LoginCall>,
  { locked, user, code }: { locked: LockedGuess; user: User | undefined; code: string },
): Promise<PassedStep> {
  if (locked.password !== 'unchecked') {
    const isProven = locked.password === 'right';
    const passed = await deps.factors.checkStepUntold(ask, { user: user ?? unknownUser, code, isProven });
    if (passed) return passed;
    await recordFailure(
      deps,
      user,
      ask,
      isProven ? { action: 'second_step_failed', object: '/user/login' } : undefined,
    );
  }
  return ask.refuse('login_locked', { minutes: wholeMinutes(locked.waitMs) });
}

/** Nothing is stored for an unknown account, but it takes the same path as a known one. */
async function recordFailure(
  { db, audit }: UserCallDeps,
  user: User | undefined,
  ask: Ask<LoginCall>,
  failed: { action: AuditAction; object?: string } = { action: 'login_failed' },
): Promise<void> {
  const write = db.transaction(async (tx) => {
    await audit.record(tx, { ...actorOf({ ...ask, session: user ?? unknownUser }), ...failed, result: 'refused' });
    if (!user) throw new UnknownAccount();
  });
  await write.catch((error: unknown) => {
    if (!(error instanceof UnknownAccount)) throw error;
  });
}

/** No user has this id. */
const unknownUser = { userId: -1n, memberNo: null } as const;
class UnknownAccount extends Error {}
