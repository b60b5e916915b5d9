/** A change that takes the payment proof, in one transaction with its audit record and notice. */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { MemberSession } from '#foundation/core/session.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { checkPaymentProof, type PaymentContext, type PaymentProof, type PaymentProofDeps } from './payment-proof.ts';

export interface ProvedChangeDeps extends PaymentProofDeps {
  notices: Pick<NoticeVerbs, 'add'>;
}

export type MemberPaymentContext = PaymentContext & { readonly session: MemberSession };

export interface ProvedChange<Answer> {
  answer: Answer;
  /** Nothing changed, so nothing is recorded. */
  isNothing?: boolean;
  /** What the audit log says besides the action. */
  object?: string;
  notice?: NoticeKind;
}

/** The audit record comes last, because it locks the user's audit chain until the transaction ends. */
export async function changeWithProof<Answer>(
  deps: ProvedChangeDeps,
  context: MemberPaymentContext,
  given: PaymentProof & { action: AuditAction },
  work: (tx: Tx) => Promise<ProvedChange<Answer>>,
): Promise<Answer> {
  const proof = await checkPaymentProof(deps, context, given);
  return deps.db.transaction(async (tx) => {
    await deps.factors.spendSecondStep(tx, context, proof);
    const { answer, isNothing = false, object, notice } = await work(tx);
    if (isNothing) return answer;
    if (notice) await deps.notices.add(tx, { userId: context.session.userId, kind: notice, at: context.now });
    await deps.audit.record(tx, {
      ...actorOf(context),
      action: given.action,
      ...(object === undefined ? {} : { object }),
    });
    return answer;
  });
}
