/**
 * Table `disbursement_approvals`: the acts that one operator proposes and another confirms. An update that decides a
 * proposal names the state it expects and reports whether it matched.
 */
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
import type { ApprovedAction } from '../../rules.ts';
import type { DisbursementKind, DisbursementState } from '#features/disbursements/rules.ts';

export const APPROVALS = 'disbursement_approvals';

/** A proposal with the current state of its withdrawal or payout. */
export interface ApprovalView extends NamedApproval, DisbursementState {
  act: ApprovedAction;
  /** How it was when this was proposed; null: from before this was stored. */
  objectVersion: string | null;
  attempts: number;
  bankReference: string | null;
  upstreamId: number | null;
  kind: DisbursementKind;
  memberName: string;
  orderNo: string;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
}

export type NewApproval = Omit<Approval, 'state' | 'decidedAt' | 'remark'> &
  Pick<ApprovalView, 'act' | 'bankReference' | 'upstreamId'> & { objectVersion: string };

/** Returns false when a proposal is already pending. The withdrawal or payout must be locked. */
export async function insertApproval(tx: Tx, approval: NewApproval): Promise<boolean> {
  const {
    memberNo,
    approvalId,
    systemNo,
    act,
    bankReference,
    upstreamId,
    objectVersion,
    reason,
    proposedBy,
    proposedIn,
    proposedAt,
    expiresAt,
  } = approval;
  await sql`update disbursement_approvals ${outdated(approval)}`.execute(tx);
  await sql`
    update disbursement_approvals ${staleWhere(sql`member_no = ${memberNo} and system_no = ${systemNo} and object_version <> ${objectVersion}`)}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into disbursement_approvals (member_no, approval_id, system_no, act, bank_reference, upstream_id, object_version, reason, proposed_by, proposed_in, proposed_at, expires_at)
    values (${memberNo}, ${approvalId}, ${systemNo}, ${act}, ${bankReference}, ${upstreamId}, ${objectVersion}, ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (member_no, system_no) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the proposal was open, unexpired and proposed by another operator. */
export async function updateDecided(tx: Tx, key: ApprovalKey, decision: Decided): Promise<boolean> {
  const { rows } = await sql`update disbursement_approvals ${decided(key, decision)}`.execute(tx);
  return rows.length > 0;
}

export async function selectApprovals(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<ApprovalView[]> {
  const { rows } = await sql<ApprovalView>`
    select ${approvalColumns}, a.act, a.bank_reference as "bankReference", a.upstream_id as "upstreamId", a.object_version as "objectVersion", d.attempts, d.kind, d.order_no as "orderNo", m.name as "memberName", d.currency, d.amount as "amountMinor",
      d.fee as "feeMinor", d.status, d.submission, d.review
    from disbursement_approvals a join disbursements d using (member_no, system_no) join members m using (member_no) ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}

export async function updateApprovalsStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update disbursement_approvals ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(
    on,
  );
}
