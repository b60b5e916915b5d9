/**
 * The second step, one way for every call that takes one: what the policy allows, compared and counted outside any
 * transaction (no rollback gives tries back), spent inside the one that it allows. Nothing else may decide that a step
 * is enough.
 */
import type { AuditVerbs, RecordingCall } from '#features/audit/server/verbs.ts';
import type { CodePurpose, MatchedCode, SmsVerbs } from '#features/sms/server/verbs.ts';
import type { StepPolicy } from '#foundation/core/calls.ts';
import type { WordValues } from '#foundation/core/words.ts';
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
  /** Whose number is whose: known to the users, who stand below. */
  boundMobileOf(userId: bigint, on?: Queryable): Promise<string | null>;
}

/**
 * How a call that takes codes says that there were too many wrong ones; every `Ask` that declares this refusal is one.
 */
export interface CodeAsk {
  readonly now: Date;
  refuse(name: 'second_step_locked', values?: WordValues): never;
}

/** The `Ask` of every call that declares a second step and its refusals. */
export interface StepAsk extends CodeAsk {
  readonly path: string;
  readonly call: RecordingCall & { readonly secondStep: StepPolicy };
  settle(check: 'secondStep'): void;
  readonly client: Client;
  refuse(name: 'second_step_wrong' | 'second_step_locked', values?: WordValues): never;
  wrongField(field: string, word: string, values?: WordValues): never;
  askSecondStep(methods: readonly StepMethod[]): never;
}

export interface GivenStep {
  /** Whose step it is. */
  user: { userId: bigint; memberNo: bigint | null };
  verifyType: StepMethod | '';
  verifyCode: string;
  /** Where the form has the code. */
  field?: string;
}

/** A step that was right and is not spent yet. */
export type PassedStep =
  | { readonly by: 'nothing' }
  | { readonly by: 'google'; readonly authenticatorId: string; readonly step: bigint }
  | { readonly by: 'recovery'; readonly userId: bigint; readonly codeHash: Buffer }
  | { readonly by: 'sms'; readonly matched: MatchedCode };

/** Returns only when nothing is needed or the step was right. The call's contract says which step it takes. */
export async function checkSecondStep(deps: StepDeps, ask: StepAsk, given: GivenStep): Promise<PassedStep> {
  const { user, verifyType, verifyCode, field = 'verifyCode' } = given;
  const policy = ask.call.secondStep;
  const mobile = await deps.boundMobileOf(user.userId);
  const methods = methodsFor(policy, await boundFactors(deps, user.userId, mobile));
  if (methods.length === 0) {
    ask.settle('secondStep');
    return { by: 'nothing' };
  }
  if (verifyCode === '') ask.askSecondStep(methods);
  if (verifyType === '') ask.wrongField('verifyType', 'verify_type_required');
  // A weaker factor than the policy wants is not even looked at.
  if (!methods.includes(verifyType)) ask.askSecondStep(methods);
  const recovery = takesRecoveryCode(policy);
  if (!recovery && !/^\d{6}$/.test(verifyCode))
    ask.wrongField(field, verifyType === 'sms' ? 'sms_code_form' : 'google_code_form');

  const passed = await counted(deps, ask, verifyType, user.userId, () =>
    verifyType === 'sms'
      ? matchedSms(deps, { purpose: 'verify', mobile: mobile ?? '', userId: user.userId }, verifyCode)
      : matchedGoogle(deps, { ...user, code: verifyCode, recovery, now: ask.now }),
  );
  if (passed) {
    ask.settle('secondStep');
    return passed;
  }
  const { ip, device } = ask.client;
  await deps.db.transaction((tx) =>
    deps.audit.record(tx, {
      ...user,
      action: 'second_step_failed',
      object: ask.path,
      result: 'refused',
      ip,
      device,
      at: ask.now,
    }),
  );
  return ask.refuse('second_step_wrong');
}

/**
 * For somebody who must not learn what was wrong: no −2, no refusal, and the same work whether the password beside the
 * code was right (`isProven`) or not. Only beside a right one the owner's tries are used up, and only then the step can
 * pass.
 */
export async function checkStepUntold(
  { db, sealer }: StepDeps,
  { now, call, settle }: Pick<StepAsk, 'now' | 'call' | 'settle'>,
  { user: { userId }, code, isProven }: { user: GivenStep['user']; code: string; isProven: boolean },
): Promise<PassedStep | undefined> {
  const subject = isProven ? userId.toString() : `untold ${userId}`;
  const attempt = await takeAttempt(db.kysely, stepGuessLimits.google, subject, now);
  const matched = await matchedGoogle(
    { db, sealer },
    { userId, code, recovery: takesRecoveryCode(call.secondStep), now },
  );
  if (!matched || !attempt.allowed || !isProven) return undefined;
  await returnAttempt(db.kysely, stepGuessLimits.google, subject, now);
  settle('secondStep');
  return matched;
}

/** In the transaction of what the step allows, before anything else of it; refuses when somebody else was faster. */
export async function spendSecondStep({ sms }: StepDeps, tx: Tx, ask: StepAsk, passed: PassedStep): Promise<void> {
  if (!(await isSpent(sms, tx, passed, ask.now))) ask.refuse('second_step_wrong');
}

/** A code that was sent for one purpose; its wrong tries count with those of every other. Undefined: it is wrong. */
export function checkSmsCode(
  deps: StepDeps,
  ask: CodeAsk,
  asked: CodePurpose & { userId: bigint; code: string },
): Promise<MatchedCode | undefined> {
  return counted(deps, ask, 'sms', asked.userId, () => deps.sms.matchCode(asked));
}

/** The code of an app that is not bound yet. Undefined: it is wrong. */
export function checkNewAuthenticator(
  deps: StepDeps,
  ask: CodeAsk,
  { userId, secret, code }: { userId: bigint; secret: string; code: string },
) {
  return counted(deps, ask, 'google', userId, async () => stepOf(secret, code, ask.now));
}

async function boundFactors({ db }: StepDeps, userId: bigint, mobile: string | null): Promise<BoundFactors> {
  return { google: (await selectAuthenticator(db.kysely, userId)) !== undefined, sms: mobile !== null };
}

/** One try is taken before the comparison and given back when it was right: only wrong codes use the window up. */
async function counted<Match>(
  { db }: StepDeps,
  ask: CodeAsk,
  method: StepMethod,
  userId: bigint,
  match: () => Promise<Match | undefined>,
): Promise<Match | undefined> {
  const limit: AttemptLimit = stepGuessLimits[method];
  const subject = userId.toString();
  const attempt = await takeAttempt(db.kysely, limit, subject, ask.now);
  if (!attempt.allowed) ask.refuse('second_step_locked', { minutes: Math.ceil(attempt.waitMs / 60_000) });
  const matched = await match();
  if (matched !== undefined) await returnAttempt(db.kysely, limit, subject, ask.now);
  return matched;
}

async function matchedSms({ sms }: StepDeps, purpose: CodePurpose, code: string): Promise<PassedStep | undefined> {
  const matched = await sms.matchCode({ ...purpose, code });
  return matched && { by: 'sms', matched };
}

async function matchedGoogle(
  { db, sealer }: Pick<StepDeps, 'db' | 'sealer'>,
  { userId, code, recovery, now }: { userId: bigint; code: string; recovery: boolean; now: Date },
): Promise<PassedStep | undefined> {
  const authenticator = await selectAuthenticator(db.kysely, userId);
  if (!authenticator) return undefined;
  if (recovery && !/^\d{6}$/.test(code)) {
    const codeHash = await selectUnusedRecoveryCode(db.kysely, userId, recoveryCodeHashes(sealer, userId, code));
    return codeHash && { by: 'recovery', userId, codeHash };
  }
  const step = stepOf(secretOf(sealer, authenticator), code, now);
  return step !== undefined && step > authenticator.lastStep
    ? { by: 'google', authenticatorId: authenticator.authenticatorId, step }
    : undefined;
}

async function isSpent(sms: StepDeps['sms'], tx: Tx, passed: PassedStep, now: Date): Promise<boolean> {
  if (passed.by === 'google') return updateUsedStep(tx, passed.authenticatorId, passed.step);
  if (passed.by === 'recovery') return updateUsedRecoveryCode(tx, passed.userId, passed.codeHash, now);
  return passed.by === 'nothing' || sms.spendCode(tx, passed.matched);
}
