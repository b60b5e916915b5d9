/**
 * Changing credentials. Every change requires the old proof and, if a factor is bound, the second step. It is one
 * transaction, ends all other sessions and notifies the owner.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf, type RecordingCall } from '#features/audit/server/verbs.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import { maskMobile, mobileFaultName, mobileOf } from '#features/sms/rules.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { Session } from '#foundation/core/session.ts';
import { isUniqueViolation, type Tx } from '#foundation/server/postgres/database.ts';
import type { CallContext, Client, Cookies, HandlerTable } from '#foundation/server/http/handlers.ts';
import type { credentialCalls } from '../../credential-changes.ts';
import { wholeMinutes } from '../../rules.ts';
import type { UserCallDeps } from '../deps.ts';
import type { Guesses } from '../login/guesses.ts';
import { deviceTokenOf } from '#features/sessions/server/devices.ts';
import { isGivenPassword } from './given-password.ts';
import { endOtherSessions } from '#features/sessions/server/verbs.ts';
import {
  lockUser,
  selectUser,
  updateChosenPassword,
  updateMobile,
  updatePayPasswordHash,
  type User,
} from '../store.ts';

type Calls = typeof credentialCalls;
type CredentialDeps = UserCallDeps & { guesses: Guesses };

export function credentialHandlers(deps: CredentialDeps): HandlerTable<Calls> {
  return {
    '/user/changePassword': (context, input) => changePassword(deps, context, input),
    '/user/setPayPassword': (context, input) => setPayPassword(deps, context, input),
    '/user/bindmobile': (context, input) => bindMobile(deps, context, input),
    '/user/clearmobilebind': (context, input) => clearMobile(deps, context, input),
  };
}

type ChangeCall = Calls['/user/changePassword'];

async function changePassword(
  deps: CredentialDeps,
  context: CallContext<ChangeCall>,
  input: ParsedInputOf<ChangeCall>,
): Promise<undefined> {
  const user = await readUser(deps, context.session);
  await proveLoginPassword(deps, context, user, {
    typed: input.oldPassword,
    field: 'oldPassword',
    action: 'password_changed',
  });
  if (await isGivenPassword(deps.passwords, user, input.password)) context.wrongField('password', 'password_same');
  const checkedStep = await deps.factors.checkSecondStep(context, { user, ...input });
  const hash = await deps.passwords.hash(input.password);
  const done = {
    action: 'password_changed',
    notice: 'password_changed',
    spend: (tx: Tx) => deps.factors.spendSecondStep(tx, context, checkedStep),
  } as const;
  await change(deps, context, done, async (tx, locked) => {
    // It was changed by another request during the check.
    if (locked.passwordHash !== user.passwordHash) context.wrongField('oldPassword', 'old_password_wrong');
    await updateChosenPassword(tx, user.userId, hash);
  });
}

type PayCall = Calls['/user/setPayPassword'];

async function setPayPassword(
  deps: CredentialDeps,
  context: CallContext<PayCall>,
  input: ParsedInputOf<PayCall>,
): Promise<undefined> {
  const user = await readUser(deps, context.session);
  const isFirst = user.payPasswordHash === null;
  const field = isFirst ? 'loginPassword' : 'oldPassword';
  const action = isFirst ? 'pay_password_set' : 'pay_password_changed';
  if (input[field] === '') context.wrongField(field, 'required');
  if (isFirst) await proveLoginPassword(deps, context, user, { typed: input.loginPassword, field, action });
  else await provePayPassword(deps, context, user, input.oldPassword);
  const checkedStep = await deps.factors.checkSecondStep(context, { user, ...input });
  const hash = await deps.passwords.hash(input.password);
  const done = {
    action,
    notice: 'pay_password_changed',
    spend: (tx: Tx) => deps.factors.spendSecondStep(tx, context, checkedStep),
  } as const;
  await change(deps, context, done, async (tx, locked) => {
    if (locked.payPasswordHash !== user.payPasswordHash || locked.passwordHash !== user.passwordHash)
      context.wrongField(field, isFirst ? 'login_password_wrong' : 'pay_password_wrong');
    await updatePayPasswordHash(tx, user.userId, hash);
  });
}

type BindCall = Calls['/user/bindmobile'];

async function bindMobile(
  deps: CredentialDeps,
  context: CallContext<BindCall>,
  input: ParsedInputOf<BindCall>,
): Promise<{ mobile: string }> {
  const { mobileRule } = await deps.platform.settings();
  const mobile = mobileOf(input.mobile, mobileRule) ?? context.wrongField('mobile', mobileFaultName(mobileRule));
  const user = await readUser(deps, context.session);
  if (user.mobile !== null) context.refuse('mobile_bound');
  const checkedStep = await deps.factors.checkSecondStep(context, { user, ...input });
  const matched = await deps.factors.checkSmsCode(context, {
    purpose: 'bindphone',
    mobile,
    userId: user.userId,
    code: input.code,
  });
  if (!matched) context.wrongField('code', 'sms_code_wrong');
  const object = maskMobile(mobile);
  const done = {
    action: 'phone_bound',
    notice: 'phone_bound',
    object,
    spend: (tx: Tx) => deps.factors.spendSecondStep(tx, context, checkedStep),
  } as const;
  const bound = change(deps, context, done, async (tx, locked) => {
    if (locked.mobile !== null) context.refuse('mobile_bound');
    if (!(await deps.sms.spendCode(tx, matched))) context.wrongField('code', 'sms_code_wrong');
    await updateMobile(tx, user.userId, mobile, context.now);
  });
  // Another user may have bound it since the code was requested.
  await bound.catch((error: unknown) => {
    if (isUniqueViolation(error)) context.wrongField('mobile', 'mobile_taken');
    throw error;
  });
  return { mobile };
}

type ClearCall = Calls['/user/clearmobilebind'];

async function clearMobile(
  deps: CredentialDeps,
  context: CallContext<ClearCall>,
  { code }: ParsedInputOf<ClearCall>,
): Promise<undefined> {
  const { userId, mobile } = await readUser(deps, context.session);
  if (mobile === null) context.refuse('mobile_not_bound');
  const matched = await deps.factors.checkSmsCode(context, { purpose: 'clearmobilebind', mobile, userId, code });
  if (!matched) context.wrongField('code', 'sms_code_wrong');
  const done = { action: 'phone_removed', notice: 'phone_removed', object: maskMobile(mobile), mobile } as const;
  await change(deps, context, done, async (tx, locked) => {
    if (locked.mobile !== mobile || !(await deps.sms.spendCode(tx, matched)))
      context.wrongField('code', 'sms_code_wrong');
    await updateMobile(tx, userId, null, context.now);
    await deps.factors.notePhoneRemoved(tx, userId, context.now);
  });
}

interface CredentialContext {
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
  context: CredentialContext,
  { action, notice, object, mobile, spend }: Change,
  work: (tx: Tx, locked: User) => Promise<void>,
): Promise<void> {
  const { session, now } = context;
  const { userId } = session;
  await db.transaction(async (tx) => {
    await spend?.(tx);
    const locked = await lockUser(tx, userId);
    if (!locked) throw new Error(`the session's user ${userId} does not exist`);
    await work(tx, locked);
    await endOtherSessions(tx, session, now);
    await notices.add(tx, { userId, kind: notice, at: now, ...(mobile === undefined ? {} : { mobile }) });
    await audit.record(tx, {
      ...actorOf(context),
      action,
      ...(object === undefined ? {} : { object }),
    });
  });
}

async function recordRefused(
  { db, audit }: CredentialDeps,
  context: CredentialContext,
  action: AuditAction,
): Promise<void> {
  await db.transaction((tx) => audit.record(tx, { ...actorOf(context), action, result: 'refused' }));
}

async function readUser({ db }: CredentialDeps, { userId }: Session): Promise<User> {
  const user = await selectUser(db, userId);
  if (!user) throw new Error(`the session's user ${userId} does not exist`);
  return user;
}

interface PasswordContext extends CredentialContext {
  refuse(name: 'login_locked', values: { minutes: number }): never;
  wrongField(field: string, word: string): never;
}

/** Counted together with guesses at login, so that a stolen session gets no tries of its own. */
async function proveLoginPassword(
  deps: CredentialDeps,
  context: PasswordContext,
  user: User,
  { typed, field, action }: { typed: string; field: 'oldPassword' | 'loginPassword'; action: AuditAction },
): Promise<void> {
  const { client, cookies, now } = context;
  const guess = await deps.guesses.check({
    user,
    account: user.username,
    password: typed,
    device: deviceTokenOf(cookies),
    network: client.network,
    now,
  });
  if (guess.outcome === 'right') return;
  if (guess.outcome === 'locked') context.refuse('login_locked', { minutes: wholeMinutes(guess.waitMs) });
  await recordRefused(deps, context, action);
  context.wrongField(field, field === 'oldPassword' ? 'old_password_wrong' : 'login_password_wrong');
}

async function provePayPassword(
  deps: CredentialDeps,
  context: CallContext<PayCall>,
  { userId }: User,
  payPassword: string,
): Promise<void> {
  const check = await deps.users.checkPayPassword({ userId, payPassword, now: context.now });
  if (check.outcome === 'right') return;
  if (check.outcome === 'locked') context.refuse('pay_password_locked', { minutes: wholeMinutes(check.waitMs) });
  await recordRefused(deps, context, 'pay_password_changed');
  context.wrongField('oldPassword', 'pay_password_wrong');
}
