/**
 * Operator calls about orders. A reversal always takes two operators, whatever the amount. It is checked against
 * the order's state when the second operator confirms, and carried out in the same transaction, so that of several
 * clicks only one counts.
 */
import { randomUUID } from 'node:crypto';
import { APPROVAL_LIFE_MS, approvalStateAt } from '#features/approvals/rules.ts';
import {
  decide,
  type DecidingDeps,
  type DecisionContext,
  type ProposalKind,
} from '#features/approvals/server/deciding.ts';
import { countApprovals } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { orderTransitions } from '#features/orders/rules.ts';
import type { ReversedOrder } from '#features/orders/server/reversing.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { OrderStatus } from '#features/orders/statuses.ts';
import { notifyOwner, type NotifyDeps } from '#features/accounts/server/notify-owner.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount, money } from '#foundation/core/money.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { operatorOrderCalls, type ReversalRow } from '../../order-contract.ts';
import { type ConfirmationDeps, proposeConfirmation } from './confirming.ts';
import { listOrders, orderDetail, type OrderReadingDeps, queryOrder, resendOrder } from './reading.ts';
import { insertReversal, REVERSALS, type ReversalView, selectReversals, updateDecided } from './store.ts';

/** What a reversal and the decision about it take. */
export type ReversalDeps = DecidingDeps &
  NotifyDeps & { orders: Pick<OrderVerbs, 'lockStatus' | 'reverse' | 'statusOf'> };

export type OperatorOrderDeps = ReversalDeps & ConfirmationDeps & OrderReadingDeps;

type Calls = (typeof operatorOrderCalls)['calls'];
type ReverseCall = Calls['/operator/order/reverse'];
type ListCall = Calls['/operator/order/reversals'];

export function operatorOrderHandlers(deps: OperatorOrderDeps): ServedContract {
  return handlers(operatorOrderCalls, {
    '/operator/order/list': (context, input) => listOrders(deps, context, input),
    '/operator/order/detail': (context, input) => orderDetail(deps, context, input),
    '/operator/order/query': (context, input) => queryOrder(deps, context, input),
    '/operator/order/resend': (context, input) => resendOrder(deps, context, input),
    '/operator/order/confirm': (context, input) => proposeConfirmation(deps, context, input),
    '/operator/order/reverse': (context, input) => propose(deps, context, input),
    '/operator/order/reversals': (context, input) => list(deps, context, input),
    '/operator/order/decideReversal': (context, input) => decide(deps, context, input, reversalsOf(deps, context)),
  });
}

async function propose(
  { db, factors, audit, orders }: ReversalDeps,
  context: CallContext<ReverseCall>,
  input: ParsedInputOf<ReverseCall>,
): Promise<{ id: string }> {
  const { session, now } = context;
  const { memberNo, orderNo: systemNo, reason, forced, verifyType, verifyCode } = input;
  refuseUnlessPaid(context, await orders.statusOf(memberNo, systemNo));
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const approvalId = randomUUID();
  await db.transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + APPROVAL_LIFE_MS);
    const proposal = {
      memberNo,
      approvalId,
      systemNo,
      reason,
      forced,
      proposedBy: session.userId,
      proposedIn: session.sessionId,
      proposedAt: now,
      expiresAt,
    };
    refuseUnlessPaid(context, await orders.lockStatus(tx, memberNo, systemNo));
    if (!(await insertReversal(tx, proposal))) return context.refuse('approval_waits');
    await factors.spendSecondStep(tx, context, checkedStep);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'approval_proposed',
      object: `${systemNo} ${reason} ${actOf(forced)}`,
    });
  });
  return { id: approvalId };
}

async function list(
  { db }: ReversalDeps,
  context: CallContext<ListCall>,
  { state, memberNo, page, limit, order }: ParsedInputOf<ListCall>,
) {
  const filter = {
    state: state === 'all' ? undefined : state,
    memberNo,
  };
  const [total, open, found] = await Promise.all([
    countApprovals(db, REVERSALS, filter, context.now),
    countApprovals(db, REVERSALS, { state: 'open' }, context.now),
    selectReversals(db, filter, context.now, {
      newestFirst: order === 'desc',
      limit,
      offset: (page - 1) * limit,
    }),
  ]);
  return { total, page, limit, list: found.map((view) => rowOf(view, context)), extend: { open } };
}

/** The context of a decision; every `CallContext` that declares these refusals fits. */
export interface DecideReversalContext extends DecisionContext {
  refuse(name: DecideReversalRefusal, values?: PhraseValues): never;
}
type DecideReversalRefusal =
  | Parameters<DecisionContext['refuse']>[0]
  | 'order_not_paid'
  | 'order_reversed'
  | 'reversal_uncovered';

export function reversalsOf(deps: ReversalDeps, context: DecideReversalContext): ProposalKind<ReversalView> {
  return {
    rightOf: () => 'reversals.act',
    find: async (approvalId) => (await selectReversals(deps.db, { approvalId }, context.now))[0],
    objectOf: ({ systemNo, forced }) => `${systemNo} ${actOf(forced)}`,
    updateDecided,
    async confirm(proposal, takeDecision) {
      const { memberNo, systemNo, reason, forced } = proposal;
      const outcome = await deps.orders.reverse({ memberNo, systemNo, reason, forced }, async (tx, reversed) => {
        await notifyMembers(tx, deps, reversed, reason, context.now);
        await takeDecision(tx);
        await deps.audit.record(tx, {
          ...actorOf(context),
          memberNo,
          action: 'order_reversed',
          object: `${systemNo} ${reason}`,
        });
      });
      switch (outcome.outcome) {
        case 'reversed':
          return;
        case 'not_paid':
          return refuseUnlessPaid(context, await deps.orders.statusOf(memberNo, systemNo));
        case 'uncovered':
          return context.refuse('reversal_uncovered', {
            missing: money(outcome.missingMinor, outcome.currency),
            member: outcome.memberNo.toString(),
          });
      }
    },
  };
}

async function notifyMembers(
  tx: Tx,
  deps: ReversalDeps,
  { order, returned }: ReversedOrder,
  reason: string,
  at: Date,
): Promise<void> {
  const { memberNo, systemNo, orderNo, currency } = order;
  await hintOnCommit(tx, { memberNo, event: 'order.paid', data: { systemNo: systemNo.toString() } });
  const notice = {
    at,
    kind: 'payment_reversed',
    values: { order: orderNo, amount: money(order.amountMinor, currency), reason },
  } as const;
  await notifyOwner(deps, tx, { ...notice, memberNo });
  for (const { agentNo, amountMinor } of returned)
    await notifyOwner(deps, tx, {
      memberNo: agentNo,
      kind: 'commission_reversed',
      values: { amount: money(amountMinor, currency), reason },
      at,
    });
  for (const member of [memberNo, ...returned.map(({ agentNo }) => agentNo)])
    await hintOnCommit(tx, { memberNo: member, event: 'balance.changed' });
}

function actOf(forced: boolean): string {
  return forced ? 'reverse forced' : 'reverse';
}

function refuseUnlessPaid(
  context: { refuse(name: 'not_found' | 'order_reversed' | 'order_not_paid'): never },
  status: OrderStatus | undefined,
): void {
  if (status === undefined) context.refuse('not_found');
  if (!orderTransitions.allows(status, 'reversed'))
    context.refuse(status === 'reversed' ? 'order_reversed' : 'order_not_paid');
}

function rowOf(view: ReversalView, { session, now }: CallContext<ListCall>): ReversalRow {
  return {
    id: view.approvalId,
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    merchantOrderNo: view.orderNo,
    kind: view.kind,
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    status: view.status,
    reason: view.reason,
    forced: view.forced,
    proposedBy: view.proposer,
    proposedAt: view.proposedAt.toISOString(),
    expiresAt: view.expiresAt.toISOString(),
    state: approvalStateAt(view, now, orderTransitions.allows(view.status, 'reversed')),
    decidedBy: view.decider,
    decidedAt: view.decidedAt?.toISOString() ?? null,
    remark: view.remark,
    own: view.proposedBy === session.userId,
  };
}
