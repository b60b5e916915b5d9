/**
 * Changing credentials. Every change requires the old proof and, if a factor is bound, the second step. It is one
 * transaction, ends all other sessions and notifies the owner.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf, type RecordingCall } from '#features/audit/server/verbs.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import { maskMobile, mobileFormWord, mobileOf } from '#features/sms/rules.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { Session } from '#foundation/core/session.ts';
import { isUniqueViolation, type Tx } from '#foundation/server/postgres/database.ts';
import type { Ask, Client, Cookies, HandlerTable } from '#foundation/server/http/handlers.ts';
import type { credentialCalls } from '../credential-changes.ts';
import { wholeMinutes } from '../rules.ts';
import type { UserCallDeps } from './deps.ts';
import type { Guesses } from './guesses.ts';
import { deviceOf } from '#features/sessions/server/devices.ts';
import { endOtherSessions } from '#features/sessions/server/sessions.ts';
import { lockUser, selectUser, updateMobile, updatePasswordHash, updatePayPasswordHash, type User } from './store.ts';

type Calls = typeof credentialCalls;
type CredentialDeps = UserCallDeps & { guesses: Guesses };

export function credentialHandlers(deps: CredentialDeps): HandlerTable<Calls> {
  return {
    '/user/changePassword': (ask, input) => changePassword(deps, ask, input),
    '/user/setPayPassword': (ask, input) => setPayPassword(deps, ask, input),
    '/user/bindmobile': (ask, input) => bindMobile(deps, ask, input),
    '/user/clearmobilebind': (ask, input) => clearMobile(deps, ask, input),
  };
}

type ChangeCall = Calls['/user/changePassword'];

async function changePassword(
  deps: CredentialDeps,
  ask: Ask<ChangeCall>,
  input: ParsedInputOf<ChangeCall>,
): Promise<undefined> {
  const user = await readUser(deps, ask.session);
  await proveLoginPassword(deps, ask, user, {
    typed: input.oldPassword,
    field: 'oldPassword',
    action: 'password_changed',
  });
  const passed = await deps.factors.checkSecondStep(ask, { user, ...input });
  const hash = await deps.passwords.hash(input.password);
  const done = {
    action: 'password_changed',
    notice: 'password_changed',
    spend: (tx: Tx) => deps.factors.spendSecondStep(tx, ask, passed),
  } as const;
  await change(deps, ask, done, async (tx, locked) => {
    // It was changed by another request during the check.
    if (locked.passwordHash !== user.passwordHash) ask.wrongField('oldPassword', 'old_password_wrong');
    await updatePasswordHash(tx, user.userId, hash);
  });
}

type PayCall = Calls['/user/setPayPassword'];

async function setPayPassword(
  deps: CredentialDeps,
  ask: Ask<PayCall>,
  input: ParsedInputOf<PayCall>,
): Promise<undefined> {
  const user = await readUser(deps, ask.session);
  const isFirst = user.payPasswordHash === null;
  const field = isFirst ? 'loginPassword' : 'oldPassword';
  const action = isFirst ? 'pay_password_set' : 'pay_password_changed';
  if (input[field] === '') ask.wrongField(field, 'required');
  if (isFirst) await proveLoginPassword(deps, ask, user, { typed: input.loginPassword, field, action });
  else await provePayPassword(deps, ask, user, input.oldPassword);
  const passed = await deps.factors.checkSecondStep(ask, { user, ...input });
  const hash = await deps.passwords.hash(input.password);
  const done = {
    action,
    notice: 'pay_password_changed',
    spend: (tx: Tx) => deps.factors.spendSecondStep(tx, ask, passed),
  } as const;
  await change(deps, ask, done, async (tx, locked) => {
    if (locked.payPasswordHash !== user.payPasswordHash || locked.passwordHash !== user.passwordHash)
      ask.wrongField(field, isFirst ? 'login_password_wrong' : 'pay_password_wrong');
    await updatePayPasswordHash(tx, user.userId, hash);
  });
}

type BindCall = Calls['/user/bindmobile'];

async function bindMobile(
  deps: CredentialDeps,
  ask: Ask<BindCall>,
  input: ParsedInputOf<BindCall>,
): Promise<{ mobile: string }> {
  const { mobileRule } = await deps.platform.settings();
  const mobile = mobileOf(input.mobile, mobileRule) ?? ask.wrongField('mobile', mobileFormWord(mobileRule));
  const user = await readUser(deps, ask.session);
  if (user.mobile !== null) ask.refuse('mobile_bound');
  const passed = await deps.factors.checkSecondStep(ask, { user, ...input });
  const matched = await deps.factors.checkSmsCode(ask, {
    purpose: 'bindphone',
    mobile,
    userId: user.userId,
    code: input.code,
  });
  if (!matched) ask.wrongField('code', 'sms_code_wrong');
  const object = maskMobile(mobile);
  const done = {
    action: 'phone_bound',
    notice: 'phone_bound',
    object,
    spend: (tx: Tx) => deps.factors.spendSecondStep(tx, ask, passed),
  } as const;
  const bound = change(deps, ask, done, async (tx, locked) => {
    if (locked.mobile !== null) ask.refuse('mobile_bound');
    if (!(await deps.sms.spendCode(tx, matched))) ask.wrongField('code', 'sms_code_wrong');
    await updateMobile(tx, user.userId, mobile, ask.now);
  });
  // Another user may have bound it since the code was requested.
  await bound.catch((error: unknown) => {
    if (isUniqueViolation(error)) ask.wrongField('mobile', 'mobile_taken');
    throw error;
  });
  return { mobile };
}

type ClearCall = Calls['/user/clearmobilebind'];

async function clearMobile(
  deps: CredentialDeps,
  ask: Ask<ClearCall>,
  { code }: ParsedInputOf<ClearCall>,
): Promise<undefined> {
  const { userId, mobile } = await readUser(deps, ask.session);
  if (mobile === null) ask.refuse('mobile_not_bound');
  const matched = await deps.factors.checkSmsCode(ask, { purpose: 'clearmobilebind', mobile, userId, code });
  if (!matched) ask.wrongField('code', 'sms_code_wrong');
  const done = { action: 'phone_removed', notice: 'phone_removed', object: maskMobile(mobile), mobile } as const;
  await change(deps, ask, done, async (tx, locked) => {
    if (locked.mobile !== mobile || !(await deps.sms.spendCode(tx, matched))) ask.wrongField('code', 'sms_code_wrong');
    await updateMobile(tx, userId, null, ask.now);
    await deps.factors.notePhoneRemoved(tx, userId, ask.now);
  });
}

interface Changing {
  call: RecordingCall;
  session: Session;
  client: Client;
  cookies: Cookies;
  now: Date;
}

interface Change {
  action: AuditAction;
  notice: NoticeKind;
  /** The audit log's object; nothing secret. */
  object?: string;
  /** The number that gets the notice, if not the one that is bound afterwards. */
  mobile?: string;
  /** Spends the second step. Always before the user is locked, in the same order as a login, to avoid deadlocks. */
  spend?: (tx: Tx) => Promise<void>;
}

async function change(
  { db, audit, notices }: CredentialDeps,
  ask: Changing,
  { action, notice, object, mobile, spend }: Change,
  work: (tx: Tx, locked: User) => Promise<void>,
): Promise<void> {
  const { session, now } = ask;
  const { userId } = session;
  await db.transaction(async (tx) => {
    await spend?.(tx);
    const locked = await lockUser(tx, userId);
    if (!locked) throw new Error(`the session's user ${userId} does not exist`);
    await work(tx, locked);
    await endOtherSessions(tx, session, now);
    await notices.add(tx, { userId, kind: notice, at: now, ...(mobile === undefined ? {} : { mobile }) });
    await audit.record(tx, {
      ...actorOf(ask),
      action,
      ...(object === undefined ? {} : { object }),
    });
  });
}

async function recordRefused({ db, audit }: CredentialDeps, ask: Changing, action: AuditAction): Promise<void> {
  await db.transaction((tx) => audit.record(tx, { ...actorOf(ask), action, result: 'refused' }));
}

async function readUser({ db }: CredentialDeps, { userId }: Session): Promise<User> {
  const user = await selectUser(db.kysely, userId);
  if (!user) throw new Error(`the session's user ${userId} does not exist`);
  return user;
}

interface ProvingAsk extends Changing {
  refuse(name: 'login_locked', values: { minutes: number }): never;
  wrongField(field: string, word: string): never;
}

/** Counted together with guesses at login, so that a stolen session gets no tries of its own. */
async function proveLoginPassword(
  deps: CredentialDeps,
  ask: ProvingAsk,
  user: User,
  { typed, field, action }: { typed: string; field: 'oldPassword' | 'loginPassword'; action: AuditAction },
): Promise<void> {
  const { client, cookies, now } = ask;
  const guess = await deps.guesses.check({
    user,
    account: user.username,
    password: typed,
    device: deviceOf(cookies),
    network: client.network,
    now,
  });
  if (guess.outcome === 'right') return;
  if (guess.outcome === 'locked') ask.refuse('login_locked', { minutes: wholeMinutes(guess.waitMs) });
  await recordRefused(deps, ask, action);
  ask.wrongField(field, field === 'oldPassword' ? 'old_password_wrong' : 'login_password_wrong');
}

async function provePayPassword(
  deps: CredentialDeps,
  ask: Ask<PayCall>,
  { userId }: User,
  payPassword: string,
): Promise<void> {
  const check = await deps.users.checkPayPassword({ userId, payPassword, now: ask.now });
  if (check.outcome === 'right') return;
  if (check.outcome === 'locked') ask.refuse('pay_password_locked', { minutes: wholeMinutes(check.waitMs) });
  await recordRefused(deps, ask, 'pay_password_changed');
  ask.wrongField('oldPassword', 'pay_password_wrong');
}
