/** Table `order_reversals`: who proposed to reverse which order, and the second operator's decision. */
import {
  type Approval,
  approvalColumns,
  type ApprovalFilter,
  approvalNames,
  type ApprovalPage,
  approvalsWhere,
  type NamedApproval,
  outdated,
  type ProposalTable,
} from '#features/approvals/server/proposals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { OrderKind, OrderStatus } from '#features/orders/statuses.ts';
import { sql } from '#foundation/server/postgres/sql.ts';

export const REVERSALS: ProposalTable = {
  name: 'order_reversals',
  update: sql`update order_reversals`,
  keyedByMember: true,
};

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
