/**
 * Table `wallet_adjustments`: manual credits and debits, done by one operator or proposed by one and confirmed by another.
 * Every statement names the member or the proposal's id, which has an index; the list of proposals is read newest first.
 */
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
  staleWhere,
} from '#features/approvals/server/proposals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export const ADJUSTMENTS = 'wallet_adjustments';

interface Adjusted {
  currency: string;
  /** Negative takes from the wallet. */
  amountMinor: bigint;
  /** What it is about outside the platform. */
  reference: string;
}

export type NewAdjustment = Omit<Approval, 'decidedAt' | 'remark'> &
  Adjusted & {
    requestId: string;
    /** One operator is enough: it is booked in the same transaction. */
    alone: boolean;
    /** How many of the wallet's adjustments were booked before. */
    before: number;
  };

export interface AdjustmentView extends NamedApproval, Adjusted {
  memberName: string;
  /** How many of the wallet's adjustments were booked when it was proposed, and are booked now. */
  before: number;
  booked: number;
}

export async function insertAdjustment(tx: Tx, adjustment: NewAdjustment): Promise<void> {
  const { memberNo, approvalId, requestId, systemNo, currency, amountMinor, reference, reason, alone, before, state } =
    adjustment;
  const { proposedBy, proposedIn, proposedAt, expiresAt } = adjustment;
  await sql`
    insert into wallet_adjustments (member_no, approval_id, request_id, system_no, currency, amount, reference, reason, alone, booked_before, proposed_by, proposed_in, proposed_at, expires_at, state)
    values (${memberNo}, ${approvalId}, ${requestId}, ${systemNo}, ${currency}, ${amountMinor}, ${reference}, ${reason}, ${alone}, ${before}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt}, ${state})`.execute(
    tx,
  );
}

export type RequestedAdjustment = Adjusted & { approvalId: string; systemNo: bigint; reason: string; alone: boolean };

/** What the same request did before. The wallet must be locked. */
export async function selectByRequest(
  tx: Tx,
  memberNo: bigint,
  requestId: string,
): Promise<RequestedAdjustment | undefined> {
  const { rows } = await sql<RequestedAdjustment>`
    select approval_id as "approvalId", system_no as "systemNo", currency, amount as "amountMinor", reference, reason, alone
    from wallet_adjustments where member_no = ${memberNo} and request_id = ${requestId}`.execute(tx);
  return rows[0];
}

/** Returns whether the proposal was open, unexpired and proposed by another operator. */
export async function updateDecided(tx: Tx, key: ApprovalKey, decision: Decided): Promise<boolean> {
  const { rows } = await sql`update wallet_adjustments ${decided(key, decision)}`.execute(tx);
  return rows.length > 0;
}

/** How many adjustments of the wallet are booked. */
export async function countBooked(on: Queryable, memberNo: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from wallet_adjustments where member_no = ${memberNo} and state = 'confirmed'`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

export async function updateAdjustmentsStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update wallet_adjustments ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

/** Proposals, with the member's name. */
export async function selectAdjustments(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<AdjustmentView[]> {
  const { rows } = await sql<AdjustmentView>`
    select ${approvalColumns}, m.name as "memberName", a.currency, a.amount as "amountMinor", a.reference, a.booked_before as "before",
      (select count(*)::integer from wallet_adjustments b where b.member_no = a.member_no and b.state = 'confirmed') as booked
    from wallet_adjustments a join members m using (member_no) ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}
