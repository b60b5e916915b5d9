/**
 * Operator calls about paid orders. A reversal always takes two operators, whatever the amount. It is checked against
 * the order's state when the second operator confirms, and carried out in the same transaction, so that of several
 * clicks only one counts.
 */
import { randomUUID } from 'node:crypto';
import { APPROVAL_LIFE_MS, approvalStateAt } from '#features/approvals/rules.ts';
import { decide, type DecidingDeps, type ProposalKind } from '#features/approvals/server/deciding.ts';
import { countApprovals } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { orderMoves } from '#features/orders/rules.ts';
import type { ReversedOrder } from '#features/orders/server/reversing.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { OrderStatus } from '#features/orders/statuses.ts';
import { tellOwner, type TellingDeps } from '#features/accounts/server/telling.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount, money } from '#foundation/core/money.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { type AnsweredContract, type Ask, handlers } from '#foundation/server/http/handlers.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { operatorOrderCalls, type ReversalRow } from '../../order-contract.ts';
import { insertReversal, REVERSALS, type ReversalView, selectReversals, updateDecided } from './store.ts';

export type OperatorOrderDeps = DecidingDeps &
  TellingDeps & { orders: Pick<OrderVerbs, 'lockStatus' | 'reverse' | 'statusOf'> };

type Calls = (typeof operatorOrderCalls)['calls'];
type ReverseCall = Calls['/operator/order/reverse'];
type ListCall = Calls['/operator/order/reversals'];
type DecideCall = Calls['/operator/order/decideReversal'];

export function operatorOrderHandlers(deps: OperatorOrderDeps): AnsweredContract {
  return handlers(operatorOrderCalls, {
    '/operator/order/reverse': (ask, input) => propose(deps, ask, input),
    '/operator/order/reversals': (ask, input) => list(deps, ask, input),
    '/operator/order/decideReversal': (ask, input) => decide(deps, ask, input, reversalsOf(deps, ask)),
  });
}

async function propose(
  { db, factors, audit, orders }: OperatorOrderDeps,
  ask: Ask<ReverseCall>,
  input: ParsedInputOf<ReverseCall>,
): Promise<{ id: string }> {
  const { session, now } = ask;
  const { memberNo, orderNo: systemNo, reason, forced, verifyType, verifyCode } = input;
  refuseUnlessPaid(ask, await orders.statusOf(memberNo, systemNo));
  const passed = await factors.checkSecondStep(ask, { user: session, verifyType, verifyCode });
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
    refuseUnlessPaid(ask, await orders.lockStatus(tx, memberNo, systemNo));
    if (!(await insertReversal(tx, proposal))) return ask.refuse('approval_waits');
    await factors.spendSecondStep(tx, ask, passed);
    await audit.record(tx, {
      ...actorOf(ask),
      memberNo,
      action: 'approval_proposed',
      object: `${systemNo} ${reason} ${actOf(forced)}`,
    });
  });
  return { id: approvalId };
}

async function list(
  { db }: OperatorOrderDeps,
  ask: Ask<ListCall>,
  { state, memberNo, page, limit, order }: ParsedInputOf<ListCall>,
) {
  const filter = {
    state: state === 'all' ? undefined : state,
    memberNo,
  };
  const [total, open, found] = await Promise.all([
    countApprovals(db.kysely, REVERSALS, filter, ask.now),
    countApprovals(db.kysely, REVERSALS, { state: 'open' }, ask.now),
    selectReversals(db.kysely, filter, ask.now, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
  ]);
  return { total, page, limit, list: found.map((view) => rowOf(view, ask)), extend: { open } };
}

function reversalsOf(deps: OperatorOrderDeps, ask: Ask<DecideCall>): ProposalKind<ReversalView> {
  return {
    find: async (approvalId) => (await selectReversals(deps.db.kysely, { approvalId }, ask.now))[0],
    objectOf: ({ systemNo, forced }) => `${systemNo} ${actOf(forced)}`,
    updateDecided,
    async confirm(proposal, takeDecision) {
      const { memberNo, systemNo, reason, forced } = proposal;
      const outcome = await deps.orders.reverse({ memberNo, systemNo, reason, forced }, async (tx, reversed) => {
        await notifyMembers(tx, deps, reversed, reason, ask.now);
        await takeDecision(tx);
        await deps.audit.record(tx, {
          ...actorOf(ask),
          memberNo,
          action: 'order_reversed',
          object: `${systemNo} ${reason}`,
        });
      });
      switch (outcome.outcome) {
        case 'reversed':
          return;
        case 'not_paid':
          return refuseUnlessPaid(ask, await deps.orders.statusOf(memberNo, systemNo));
        case 'uncovered':
          return ask.refuse('reversal_uncovered', {
            missing: money(outcome.missingMinor, outcome.currency),
            member: outcome.memberNo.toString(),
          });
      }
    },
  };
}

async function notifyMembers(
  tx: Tx,
  deps: OperatorOrderDeps,
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
  await tellOwner(deps, tx, { ...notice, memberNo });
  for (const { agentNo, amountMinor } of returned)
    await tellOwner(deps, tx, {
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
  ask: { refuse(name: 'not_found' | 'order_reversed' | 'order_not_paid'): never },
  status: OrderStatus | undefined,
): void {
  if (status === undefined) ask.refuse('not_found');
  if (!orderMoves.may(status, 'reversed')) ask.refuse(status === 'reversed' ? 'order_reversed' : 'order_not_paid');
}

function rowOf(view: ReversalView, { session, now }: Ask<ListCall>): ReversalRow {
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
    state: approvalStateAt(view, now),
    decidedBy: view.decider,
    decidedAt: view.decidedAt?.toISOString() ?? null,
    remark: view.remark,
    own: view.proposedBy === session.userId,
  };
}
