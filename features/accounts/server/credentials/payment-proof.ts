/**
 * The proof required before money moves or its safeguards change: the payment password first, then the second step.
 * Both are counted outside any transaction; a right step is spent inside the transaction that it allows.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { CheckedStep, StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { Session } from '#foundation/core/session.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { DeclaredCheck } from '#foundation/server/http/handlers.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { wholeMinutes } from '../../rules.ts';
import type { UserVerbs } from '../verbs.ts';

export interface PaymentProofDeps {
  db: Database;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  users: Pick<UserVerbs, 'checkPayPassword'>;
}

/** Every `CallContext` that declares these refusals fits. */
export interface PaymentContext extends StepContext {
  readonly session: Session;
  readonly call: StepContext['call'] & { readonly proof: 'payPassword' };
  settle(check: DeclaredCheck): void;
  refuse(
    name: 'pay_password_unset' | 'pay_password_locked' | 'second_step_wrong' | 'second_step_locked',
    values?: PhraseValues,
  ): never;
}

export interface PaymentProof {
  /** The audit log's action for a try with a wrong payment password. */
  action: AuditAction;
  payPassword: string;
  verifyType: StepMethod | '';
  verifyCode: string;
}

/**
 * Refuses by itself; otherwise returns the step for `spendSecondStep`, which must come first in the transaction. Never
 * call it inside a transaction.
 */
export async function checkPaymentProof(
  { db, audit, factors, users }: PaymentProofDeps,
  context: PaymentContext,
  given: PaymentProof,
): Promise<CheckedStep> {
  const { action, payPassword, verifyType, verifyCode } = given;
  const check = await users.checkPayPassword({ userId: context.session.userId, payPassword, now: context.now });
  if (check.outcome === 'unset') return context.refuse('pay_password_unset');
  if (check.outcome === 'locked') return context.refuse('pay_password_locked', { minutes: wholeMinutes(check.waitMs) });
  if (check.outcome === 'wrong') {
    await db.transaction((tx) => audit.record(tx, { ...actorOf(context), action, result: 'refused' }));
    return context.wrongField('payPassword', 'pay_password_wrong');
  }
  context.settle('proof');
  return factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
}
