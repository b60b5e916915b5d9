/**
 * Logging in. An account that does not exist, a wrong password and a disabled user are answered alike, after the same work;
 * every check of a password is counted before it is made.
 */
import { mobileOf } from '#features/sms/rules.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { Ask } from '#foundation/server/handlers.ts';
import { type LoggedIn, type userCalls, Username } from '../contract.ts';
import { mayLoginFrom, wholeMinutes } from '../rules.ts';
import type { UserCallDeps } from './deps.ts';
import { enter } from './entering.ts';
import type { Guesses } from './guesses.ts';
import { deviceOf, loggedIn } from './sessions.ts';
import { lockUser, selectUserByAccount, updatePasswordHash, type User } from './store.ts';

type LoginCall = (typeof userCalls.calls)['/user/login'];

export async function logIn(deps: UserCallDeps & { guesses: Guesses }, ask: Ask<LoginCall>, input: ParsedInputOf<LoginCall>): Promise<LoggedIn> {
  const { db, captcha, platform, loginIpsOf } = deps;
  if ((await captcha.check(input, ask.client)) !== 'ok') ask.askCaptcha();
  const settings = await platform.settings();
  const user = await selectUserByAccount(db.kysely, { username: Username.safeParse(input.account).data, mobile: mobileOf(input.account, settings.mobileRule) });
  const guess = await deps.guesses.check({
    user,
    account: input.account,
    password: input.password,
    device: deviceOf(ask.cookies),
    ip: ask.client.ip,
    now: ask.now,
  });
  if (guess.outcome === 'locked') ask.refuse('login_locked', { minutes: wholeMinutes(guess.waitMs) });
  if (guess.outcome === 'wrong' || !user) {
    await recordFailure(deps, user, ask);
    ask.refuse('login_wrong');
  }
  if (user.memberNo !== null && !mayLoginFrom(ask.client.ip, await loginIpsOf(user.memberNo))) {
    await recordFailure(deps, user, ask);
    ask.refuse('login_ip_not_allowed', { ip: ask.client.ip });
  }

  const passed = await deps.factors.checkSecondStep(ask, {
    call: '/user/login',
    user,
    verifyType: 'google',
    verifyCode: input.googlecode,
    field: 'googlecode',
  });

  const newHash = deps.passwords.isOutdated(user.passwordHash) ? await deps.passwords.hash(input.password) : undefined;
  const opened = await db.transaction(async (tx) => {
    await deps.factors.spendSecondStep(tx, ask, passed);
    const locked = await lockUser(tx, user.userId);
    // While the password was being checked, the user may have been disabled or given another one (or the same, hashed anew).
    if (locked?.state !== 'active') return undefined;
    if (locked.passwordHash !== user.passwordHash && !(await deps.passwords.verify(locked.passwordHash, input.password))) return undefined;
    if (newHash !== undefined) await updatePasswordHash(tx, user.userId, newHash);
    const entered = await enter(deps, tx, settings, locked, ask);
    if (passed.by === 'recovery') await deps.audit.record(tx, { ...actorOf({ ...ask, session: user }), action: 'recovery_code_used' });
    return entered;
  });
  return loggedIn(user, opened ?? ask.refuse('login_wrong'), ask);
}

/** Of an account that does not exist nothing stays; but it takes the same way as one that does. */
async function recordFailure({ db, audit }: UserCallDeps, user: User | undefined, ask: Ask<LoginCall>): Promise<void> {
  const write = db.transaction(async (tx) => {
    await audit.record(tx, { ...actorOf({ ...ask, session: user ?? nobody }), action: 'login_failed', result: 'refused' });
    if (!user) throw new NobodyThere();
  });
  await write.catch((error: unknown) => {
    if (!(error instanceof NobodyThere)) throw error;
  });
}

/** No user has this id. */
const nobody = { userId: -1n, memberNo: null } as const;
class NobodyThere extends Error {}
