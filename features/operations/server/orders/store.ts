/** Table `order_reversals`: who proposed to reverse which order, and the second operator's decision. */
import { sql } from '#foundation/server/postgres/sql.ts';
import {
  type Approval,
  type ApprovalKey,
  approvalColumns,
  type ApprovalFilter,
  approvalNames,
  type ApprovalPage,
  approvalsWhere,
  type Decided,
  decided,
  type NamedApproval,
  outdated,
  staleWhere,
} from '#features/approvals/server/proposals.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { OrderKind, OrderStatus } from '#features/orders/statuses.ts';

export const REVERSALS = 'order_reversals';

/** A reversal with the current state of its order. */
export interface ReversalView extends NamedApproval {
  forced: boolean;
  memberName: string;
  orderNo: string;
  kind: OrderKind;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  status: OrderStatus;
}

export type NewReversal = Omit<Approval, 'state' | 'decidedAt' | 'remark'> & { forced: boolean };

/** Returns false when a reversal of the order is already pending. The order must be locked. */
export async function insertReversal(tx: Tx, reversal: NewReversal): Promise<boolean> {
  const { memberNo, approvalId, systemNo, reason, forced, proposedBy, proposedIn, proposedAt, expiresAt } = reversal;
  await sql`update order_reversals ${outdated(reversal)}`.execute(tx);
  const { rows } = await sql`
    insert into order_reversals (member_no, approval_id, system_no, reason, forced, proposed_by, proposed_in, proposed_at, expires_at)
    values (${memberNo}, ${approvalId}, ${systemNo}, ${reason}, ${forced}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (member_no, system_no) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the proposal was open, unexpired and proposed by another operator. */
export async function updateDecided(tx: Tx, key: ApprovalKey, decision: Decided): Promise<boolean> {
  const { rows } = await sql`update order_reversals ${decided(key, decision)}`.execute(tx);
  return rows.length > 0;
}

export async function updateReversalsStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update order_reversals ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

export async function selectReversals(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<ReversalView[]> {
  const { rows } = await sql<ReversalView>`
    select ${approvalColumns}, a.forced, m.name as "memberName", o.order_no as "orderNo", o.kind, o.currency, o.amount as "amountMinor", o.fee as "feeMinor", o.status
    from order_reversals a join orders o using (member_no, system_no) join members m using (member_no) ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}
