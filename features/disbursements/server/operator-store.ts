/** Table `disbursement_approvals`, and what operators' calls read beside their lists. What decides a proposal says which one it expects, and tells whether it found it. */
import { type RawBuilder, sql } from 'kysely';
import type { ApprovalState } from '#features/approvals/rules.ts';
import { isInState } from '#features/approvals/server/filter.ts';
import type { Queryable, Tx } from '#foundation/server/database.ts';
import type { ApprovedAct } from '../operator-rules.ts';
import type { DisbursementKind, Standing } from '../rules.ts';
import type { DisbursementKey } from './store.ts';

export interface Approval {
  memberNo: bigint;
  approvalId: string;
  systemNo: bigint;
  act: ApprovedAct;
  bankReference: string | null;
  upstreamId: number | null;
  reason: string;
  proposedBy: bigint;
  proposedAt: Date;
  expiresAt: Date;
  state: ApprovalState;
  decidedAt: Date | null;
  remark: string;
}

/** With what it is about, as that stands now. */
export interface ApprovalView extends Approval, Standing {
  kind: DisbursementKind;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  proposer: string;
  decider: string | null;
}

export type NewApproval = Omit<Approval, 'state' | 'decidedAt' | 'remark'>;

/** Whether there was none that waits. Of a locked withdrawal or payout. */
export async function insertApproval(tx: Tx, approval: NewApproval): Promise<boolean> {
  const { memberNo, approvalId, systemNo, act, bankReference, upstreamId, reason, proposedBy, proposedAt, expiresAt } = approval;
  await sql`
    update disbursement_approvals set state = 'expired'
    where member_no = ${memberNo} and system_no = ${systemNo} and state = 'open' and expires_at <= ${proposedAt}`.execute(tx);
  const { rows } = await sql`
    insert into disbursement_approvals (member_no, approval_id, system_no, act, bank_reference, upstream_id, reason, proposed_by, proposed_at, expires_at)
    values (${memberNo}, ${approvalId}, ${systemNo}, ${act}, ${bankReference}, ${upstreamId}, ${reason}, ${proposedBy}, ${proposedAt}, ${expiresAt})
    on conflict (member_no, system_no) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Whether it was still open, in time, and another's. */
export async function updateDecided(
  tx: Tx,
  { memberNo, approvalId }: Pick<Approval, 'memberNo' | 'approvalId'>,
  { state, userId, remark, at }: { state: 'confirmed' | 'rejected'; userId: bigint; remark: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update disbursement_approvals set state = ${state}, decided_by = ${userId}, decided_at = ${at}, remark = ${remark}
    where member_no = ${memberNo} and approval_id = ${approvalId} and state = 'open' and expires_at > ${at} and proposed_by <> ${userId} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface ApprovalFilter {
  state?: ApprovalState | undefined;
  memberNo?: bigint | undefined;
  systemNo?: bigint | undefined;
  approvalId?: string | undefined;
}

export async function selectApprovals(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  { newestFirst = true, limit = 1, offset = 0 }: { newestFirst?: boolean; limit?: number; offset?: number } = {},
): Promise<ApprovalView[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<ApprovalView>`
    select a.member_no as "memberNo", a.approval_id as "approvalId", a.system_no as "systemNo", a.act, a.bank_reference as "bankReference",
      a.upstream_id as "upstreamId", a.reason, a.proposed_by as "proposedBy", a.proposed_at as "proposedAt", a.expires_at as "expiresAt", a.state,
      a.decided_at as "decidedAt", a.remark, d.kind, d.currency, d.amount as "amountMinor", d.fee as "feeMinor", d.status, d.submission, d.review,
      p.username as proposer, u.username as decider
    from disbursement_approvals a
    join disbursements d using (member_no, system_no)
    join users p on p.user_id = a.proposed_by
    left join users u on u.user_id = a.decided_by
    where ${conditions(filter, now)} order by a.proposed_at ${direction}, a.approval_id limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countApprovals(on: Queryable, filter: ApprovalFilter, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from disbursement_approvals a where ${conditions(filter, now)}`.execute(on);
  return rows[0]?.count ?? 0;
}

function conditions({ state, memberNo, systemNo, approvalId }: ApprovalFilter, now: Date): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (state !== undefined) parts.push(isInState(state, now));
  if (memberNo !== undefined) parts.push(sql`a.member_no = ${memberNo}`);
  if (systemNo !== undefined) parts.push(sql`a.system_no = ${systemNo}`);
  if (approvalId !== undefined) parts.push(sql`a.approval_id = ${approvalId}`);
  return sql.join(parts, sql` and `);
}

/** Has the worker look at it no later than that. Of a locked one that the worker has something to do with. */
export async function updateDueBy(tx: Tx, { memberNo, systemNo }: DisbursementKey, by: Date): Promise<void> {
  await sql`update disbursements set due_at = least(due_at, ${by}) where member_no = ${memberNo} and system_no = ${systemNo}`.execute(tx);
}

/** Those that may have paid, in the order of their ids. */
export async function selectUpstreamNames(on: Queryable): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select upstream_id as id, name from upstreams order by upstream_id`.execute(on);
  return rows;
}
