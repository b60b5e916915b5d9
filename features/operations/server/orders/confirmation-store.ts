/** Table `order_confirmations`: which order one operator saw paid, and the second operator's decision. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
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
import type { OrderStatus } from '#features/orders/statuses.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export const CONFIRMATIONS = 'order_confirmations';

interface Seen {
  /** What the upstream received. */
  amountMinor: bigint;
  proof: string;
}

/** A confirmation with the current state of its order. */
export interface ConfirmationView extends NamedApproval, Seen {
  memberName: string;
  orderNo: string;
  upstreamId: number;
  currency: string;
  feeMinor: bigint;
  status: OrderStatus;
}

export type NewConfirmation = Omit<Approval, 'state' | 'decidedAt' | 'remark'> & Seen;

/** Returns false when a confirmation of the order is already pending. The order must be locked. */
export async function insertConfirmation(tx: Tx, confirmation: NewConfirmation): Promise<boolean> {
  const { memberNo, approvalId, systemNo, amountMinor, proof, reason, proposedBy, proposedIn, proposedAt, expiresAt } =
    confirmation;
  await sql`update order_confirmations ${outdated(confirmation)}`.execute(tx);
  const { rows } = await sql`
    insert into order_confirmations (member_no, approval_id, system_no, amount, proof, reason, proposed_by, proposed_in, proposed_at, expires_at)
    values (${memberNo}, ${approvalId}, ${systemNo}, ${amountMinor}, ${proof}, ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (member_no, system_no) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the proposal was open, unexpired and proposed by another operator. */
export async function updateConfirmed(tx: Tx, key: ApprovalKey, decision: Decided): Promise<boolean> {
  const { rows } = await sql`update order_confirmations ${decided(key, decision)}`.execute(tx);
  return rows.length > 0;
}

export async function updateConfirmationsStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update order_confirmations ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

export async function selectConfirmations(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<ConfirmationView[]> {
  const { rows } = await sql<ConfirmationView>`
    select ${approvalColumns}, a.amount as "amountMinor", a.proof, m.name as "memberName", o.order_no as "orderNo", o.upstream_id as "upstreamId", o.currency, o.fee as "feeMinor", o.status
    from order_confirmations a join orders o using (member_no, system_no) join members m using (member_no) ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}
