/**
 * The second step, the same for every call that takes one: the policy decides what is accepted; the code is compared
 * and counted outside any transaction, so that a rollback does not give tries back; it is spent inside the transaction
 * that it allows. No other code may accept a second step.
 */
import type { AuditVerbs, RecordingCall } from '#features/audit/server/verbs.ts';
import type { CodePurpose, MatchedCode, SmsVerbs } from '#features/sms/server/verbs.ts';
import type { StepPolicy } from '#foundation/core/calls.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { type AttemptLimit, returnAttempt, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Client } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type BoundFactors, methodsFor, stepGuessLimits, type StepMethod, takesRecoveryCode } from '../rules.ts';
import { recoveryCodeHashes, secretOf } from './secrets.ts';
import { selectAuthenticator, selectUnusedRecoveryCode, updateUsedRecoveryCode, updateUsedStep } from './store.ts';
import { stepOf } from './totp.ts';

export interface StepDeps {
  db: Database;
  sealer: Sealer;
  sms: Pick<SmsVerbs, 'matchCode' | 'spendCode'>;
  audit: AuditVerbs;
  /** Returns the user's bound number. Passed in by the accounts feature, which builds on this one. */
  boundMobileOf(userId: bigint, on?: Queryable): Promise<string | null>;
}

/** How a call that takes codes refuses after too many wrong ones; every `CallContext` that declares this refusal fits. */
export interface CodeContext {
  readonly now: Date;
  refuse(name: 'second_step_locked', values?: PhraseValues): never;
}

/** The `CallContext` of every call that declares a second step and its refusals. */
export interface StepContext extends CodeContext {
  readonly path: string;
  readonly call: RecordingCall & { readonly secondStep: StepPolicy };
  settle(check: 'secondStep'): void;
  readonly client: Client;
  refuse(name: 'second_step_wrong' | 'second_step_locked', values?: PhraseValues): never;
  wrongField(field: string, word: string, values?: PhraseValues): never;
  requireSecondStep(methods: readonly StepMethod[]): never;
}

export interface GivenStep {
  /** The user who takes the step. */
  user: { userId: bigint; memberNo: bigint | null };
  verifyType: StepMethod | '';
  verifyCode: string;
  /** The form's field for the code. */
  field?: string;
}

/** A correct step that is not spent yet. */
export type CheckedStep =
  | { readonly by: 'nothing' }
  | { readonly by: 'google'; readonly authenticatorId: string; readonly step: bigint }
  | { readonly by: 'recovery'; readonly userId: bigint; readonly codeHash: Buffer }
  | { readonly by: 'sms'; readonly matched: MatchedCode };

/**
 * Returns only if no step is needed or the step was right; otherwise refuses. The call's contract declares the policy.
 */
export async function checkSecondStep(deps: StepDeps, context: StepContext, given: GivenStep): Promise<CheckedStep> {
  const { user, verifyType, verifyCode, field = 'verifyCode' } = given;
  const policy = context.call.secondStep;
  const mobile = await deps.boundMobileOf(user.userId);
  const methods = methodsFor(policy, await boundFactors(deps, user.userId, mobile));
  if (methods.length === 0) {
    context.settle('secondStep');
    return { by: 'nothing' };
  }
  if (verifyCode === '') context.requireSecondStep(methods);
  if (verifyType === '') context.wrongField('verifyType', 'verify_type_required');
  // Never check a factor that the policy does not accept.
  if (!methods.includes(verifyType)) context.requireSecondStep(methods);
  const recovery = takesRecoveryCode(policy);
  if (!recovery && !/^\d{6}$/.test(verifyCode))
    context.wrongField(field, verifyType === 'sms' ? 'sms_code_form' : 'google_code_form');

  const passed = await counted(deps, context, verifyType, user.userId, () =>
    verifyType === 'sms'
      ? matchedSms(deps, { purpose: 'verify', mobile: mobile ?? '', userId: user.userId }, verifyCode)
      : matchedGoogle(deps, { ...user, code: verifyCode, recovery, now: context.now }),
  );
  if (passed) {
    context.settle('secondStep');
    return passed;
  }
  const { ip, device } = context.client;
  await deps.db.transaction((tx) =>
    deps.audit.record(tx, {
      ...user,
      action: 'second_step_failed',
      object: context.path,
      result: 'refused',
      ip,
      device,
      at: context.now,
    }),
  );
  return context.refuse('second_step_wrong');
}

/**
 * For a login to a locked account, which must not reveal what was wrong: no code −2, no refusal, and the same work
 * whether the password given with the code was right (`isProven`) or not. Only with a right password are the owner's
 * tries used up, and only then can the step pass.
 */
export async function checkStepSilently(
  { db, sealer }: StepDeps,
  { now, call, settle }: Pick<StepContext, 'now' | 'call' | 'settle'>,
  { user: { userId }, code, isProven }: { user: GivenStep['user']; code: string; isProven: boolean },
): Promise<CheckedStep | undefined> {
  const subject = isProven ? userId.toString() : `untold ${userId}`;
  const attempt = await takeAttempt(db, stepGuessLimits.google, subject, now);
  const matched = await matchedGoogle(
    { db, sealer },
    { userId, code, recovery: takesRecoveryCode(call.secondStep), now },
  );
  if (!matched || !attempt.allowed || !isProven) return undefined;
  await returnAttempt(db, stepGuessLimits.google, subject, now);
  settle('secondStep');
  return matched;
}

/** Call first in the transaction that the step allows. Refuses if another request has already spent the step. */
export async function spendSecondStep(
  { sms }: StepDeps,
  tx: Tx,
  context: StepContext,
  checkedStep: CheckedStep,
): Promise<void> {
  if (!(await isSpent(sms, tx, checkedStep, context.now))) context.refuse('second_step_wrong');
}

/**
 * Checks a code that was sent for one purpose; wrong tries count across all purposes. Returns undefined if it is wrong.
 */
export function checkSmsCode(
  deps: StepDeps,
  context: CodeContext,
  purpose: CodePurpose & { userId: bigint; code: string },
): Promise<MatchedCode | undefined> {
  return counted(deps, context, 'sms', purpose.userId, () => deps.sms.matchCode(purpose));
}

/** Checks the code of an authenticator that is not bound yet. Returns undefined if it is wrong. */
export function checkNewAuthenticator(
  deps: StepDeps,
  context: CodeContext,
  { userId, secret, code }: { userId: bigint; secret: string; code: string },
) {
  return counted(deps, context, 'google', userId, async () => stepOf(secret, code, context.now));
}

async function boundFactors({ db }: StepDeps, userId: bigint, mobile: string | null): Promise<BoundFactors> {
  return { google: (await selectAuthenticator(db, userId)) !== undefined, sms: mobile !== null };
}

/**
 * Takes a try before the comparison and returns it if the code was right, so that only wrong codes use up the window.
 */
async function counted<Match>(
  { db }: StepDeps,
  context: CodeContext,
  method: StepMethod,
  userId: bigint,
  match: () => Promise<Match | undefined>,
): Promise<Match | undefined> {
  const limit: AttemptLimit = stepGuessLimits[method];
  const subject = userId.toString();
  const attempt = await takeAttempt(db, limit, subject, context.now);
  if (!attempt.allowed) context.refuse('second_step_locked', { minutes: Math.ceil(attempt.waitMs / 60_000) });
  const matched = await match();
  if (matched !== undefined) await returnAttempt(db, limit, subject, context.now);
  return matched;
}

async function matchedSms({ sms }: StepDeps, purpose: CodePurpose, code: string): Promise<CheckedStep | undefined> {
  const matched = await sms.matchCode({ ...purpose, code });
  return matched && { by: 'sms', matched };
}

async function matchedGoogle(
  { db, sealer }: Pick<StepDeps, 'db' | 'sealer'>,
  { userId, code, recovery, now }: { userId: bigint; code: string; recovery: boolean; now: Date },
): Promise<CheckedStep | undefined> {
  const authenticator = await selectAuthenticator(db, userId);
  if (!authenticator) return undefined;
  if (recovery && !/^\d{6}$/.test(code)) {
    const codeHash = await selectUnusedRecoveryCode(db, userId, recoveryCodeHashes(sealer, userId, code));
    return codeHash && { by: 'recovery', userId, codeHash };
  }
  const step = stepOf(secretOf(sealer, authenticator), code, now);
  return step !== undefined && step > authenticator.lastStep
    ? { by: 'google', authenticatorId: authenticator.authenticatorId, step }
    : undefined;
}

async function isSpent(sms: StepDeps['sms'], tx: Tx, checkedStep: CheckedStep, now: Date): Promise<boolean> {
  if (checkedStep.by === 'google') return updateUsedStep(tx, checkedStep.authenticatorId, checkedStep.step);
  if (checkedStep.by === 'recovery') return updateUsedRecoveryCode(tx, checkedStep.userId, checkedStep.codeHash, now);
  return checkedStep.by === 'nothing' || sms.spendCode(tx, checkedStep.matched);
}
