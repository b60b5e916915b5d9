/**
 * The proof required before money moves or its safeguards change: the payment password first, then the second step.
 * Both are counted outside any transaction; a right step is spent inside the transaction that it allows.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { PassedStep, StepAsk } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { Session } from '#foundation/core/session.ts';
import type { WordValues } from '#foundation/core/words.ts';
import type { DeclaredCheck } from '#foundation/server/http/handlers.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { wholeMinutes } from '../rules.ts';
import type { UserVerbs } from './verbs.ts';

export interface PaymentProofDeps {
  db: Database;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  users: Pick<UserVerbs, 'checkPayPassword'>;
}

/** Every `Ask` that declares these refusals fits. */
export interface PaymentAsk extends StepAsk {
  readonly session: Session;
  readonly call: StepAsk['call'] & { readonly proof: 'payPassword' };
  settle(check: DeclaredCheck): void;
  refuse(
    name: 'pay_password_unset' | 'pay_password_locked' | 'second_step_wrong' | 'second_step_locked',
    values?: WordValues,
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
  ask: PaymentAsk,
  given: PaymentProof,
): Promise<PassedStep> {
  const { action, payPassword, verifyType, verifyCode } = given;
  const check = await users.checkPayPassword({ userId: ask.session.userId, payPassword, now: ask.now });
  if (check.outcome === 'unset') return ask.refuse('pay_password_unset');
  if (check.outcome === 'locked') return ask.refuse('pay_password_locked', { minutes: wholeMinutes(check.waitMs) });
  if (check.outcome === 'wrong') {
    await db.transaction((tx) => audit.record(tx, { ...actorOf(ask), action, result: 'refused' }));
    return ask.wrongField('payPassword', 'pay_password_wrong');
  }
  ask.settle('proof');
  return factors.checkSecondStep(ask, { user: ask.session, verifyType, verifyCode });
}
