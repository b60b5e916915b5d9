/**
 * An order that its upstream was paid for and did not report: one operator proposes with proof, another confirms, and the
 * confirmation books it by the same code as the upstream's report. Of a confirmation and a report at once only one books.
 */
import { randomUUID } from 'node:crypto';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import type { DecidingDeps, DecisionContext, ProposalKind } from '#features/approvals/server/deciding.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { orderTransitions } from '#features/orders/rules.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { money, parseAmount } from '#foundation/core/money.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { operatorOrderCalls } from '../../order-contract.ts';
import {
  type ConfirmationView,
  insertConfirmation,
  selectConfirmations,
  updateConfirmed,
} from './confirmation-store.ts';

export type ConfirmationDeps = DecidingDeps & {
  orders: Pick<OrderVerbs, 'confirmByHand' | 'lockStatus' | 'record'>;
};

type ConfirmCall = (typeof operatorOrderCalls)['calls']['/operator/order/confirm'];

export async function proposeConfirmation(
  { db, factors, audit, orders }: ConfirmationDeps,
  context: CallContext<ConfirmCall>,
  { memberNo, orderNo: systemNo, amount, proof, reason, verifyType, verifyCode }: ParsedInputOf<ConfirmCall>,
): Promise<{ id: string }> {
  const { session, now } = context;
  const order = (await orders.record(memberNo, systemNo)) ?? context.refuse('not_found');
  if (!orderTransitions.allows(order.status, 'success')) return context.refuse('order_not_open');
  const amountMinor = parseAmount(amount, order.currency) ?? context.wrongField('amount', 'amount_form');
  if (amountMinor !== order.amountMinor)
    return context.wrongField('amount', 'amount_other', { amount: money(order.amountMinor, order.currency) });
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const approvalId = randomUUID();
  await db.transaction(async (tx) => {
    const status = await orders.lockStatus(tx, memberNo, systemNo);
    if (status === undefined || !orderTransitions.allows(status, 'success')) return context.refuse('order_not_open');
    const proposal = {
      memberNo,
      approvalId,
      systemNo,
      amountMinor,
      proof,
      reason,
      proposedBy: session.userId,
      proposedIn: session.sessionId,
      proposedAt: now,
      expiresAt: new Date(now.getTime() + APPROVAL_LIFE_MS),
    };
    if (!(await insertConfirmation(tx, proposal))) return context.refuse('approval_waits');
    await factors.spendSecondStep(tx, context, checkedStep);
    return audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'approval_proposed',
      object: objectOf(proposal),
    });
  });
  return { id: approvalId };
}

function objectOf({ systemNo, proof, reason }: Pick<ConfirmationView, 'systemNo' | 'proof' | 'reason'>): string {
  return `${systemNo} confirm ${proof} ${reason}`;
}

export function confirmationsOf(deps: ConfirmationDeps, context: DecisionContext): ProposalKind<ConfirmationView> {
  return {
    rightOf: () => 'orders.act',
    find: async (approvalId) => (await selectConfirmations(deps.db, { approvalId }, context.now))[0],
    objectOf,
    updateDecided: updateConfirmed,
    async confirm(proposal, takeDecision) {
      const { memberNo } = proposal;
      const outcome = await deps.orders.confirmByHand(proposal, async (tx) => {
        await takeDecision(tx);
        await deps.audit.record(tx, {
          ...actorOf(context),
          memberNo,
          action: 'order_confirmed',
          object: objectOf(proposal),
        });
      });
      // Paid meanwhile.
      if (outcome !== 'paid') context.refuse('approval_outdated');
    },
  };
}
