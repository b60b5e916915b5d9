/**
 * Table `disbursement_approvals`: the acts that one operator proposes and another confirms. An update that decides a
 * proposal names the state it expects and reports whether it matched.
 */
import { sql } from 'kysely';
import {
  type Approval,
  type ApprovalKey,
  approvalColumns,
  approvalConditions,
  type ApprovalFilter,
  approvalNames,
  type ApprovalPage,
  approvalsWhere,
  type Decided,
  decided,
  type NamedApproval,
  outdated,
} from '#features/approvals/server/proposals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { ProposalKindName } from '../../approval-contract.ts';
import type { ApprovedAction } from '../../rules.ts';
import type { DisbursementKind, DisbursementState } from '#features/disbursements/rules.ts';

export const APPROVALS = 'disbursement_approvals';

/** A proposal with the current state of its withdrawal or payout. */
export interface ApprovalView extends NamedApproval, DisbursementState {
  act: ApprovedAction;
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
  Pick<ApprovalView, 'act' | 'bankReference' | 'upstreamId'>;

/** Returns false when a proposal is already pending. The withdrawal or payout must be locked. */
export async function insertApproval(tx: Tx, approval: NewApproval): Promise<boolean> {
  const {
    memberNo,
    approvalId,
    systemNo,
    act,
    bankReference,
    upstreamId,
    reason,
    proposedBy,
    proposedIn,
    proposedAt,
    expiresAt,
  } = approval;
  await sql`update disbursement_approvals ${outdated(approval)}`.execute(tx);
  const { rows } = await sql`
    insert into disbursement_approvals (member_no, approval_id, system_no, act, bank_reference, upstream_id, reason, proposed_by, proposed_in, proposed_at, expires_at)
    values (${memberNo}, ${approvalId}, ${systemNo}, ${act}, ${bankReference}, ${upstreamId}, ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
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
    select ${approvalColumns}, a.act, a.bank_reference as "bankReference", a.upstream_id as "upstreamId", d.kind, d.order_no as "orderNo", m.name as "memberName", d.currency, d.amount as "amountMinor",
      d.fee as "feeMinor", d.status, d.submission, d.review
    from disbursement_approvals a join disbursements d using (member_no, system_no) join members m using (member_no) ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}

/** A kind of proposals has its own table. */
export const proposalTables = ['disbursement', 'reversal', 'confirmation', 'adjustment', 'login'] as const;
export type ProposalTable = (typeof proposalTables)[number];

export interface ProposalKey {
  table: ProposalTable;
  approvalId: string;
}

export type ProposalFilter = Pick<ApprovalFilter, 'state' | 'memberNo' | 'approvalId'> & {
  kind?: ProposalKindName | undefined;
};

/** The keys of one page of the proposals of all kinds: each table is read through its index by time or by id. */
export async function selectProposalKeys(
  on: Queryable,
  filter: ProposalFilter,
  now: Date,
  { newestFirst = true, limit = 1, offset = 0 }: ApprovalPage = {},
): Promise<ProposalKey[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<ProposalKey>`
    select p."table", p.approval_id as "approvalId" from (${proposalsOf(filter, now)}) p
    order by p.proposed_at ${direction}, p.approval_id limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countProposals(on: Queryable, filter: ProposalFilter, now: Date): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from (${proposalsOf(filter, now)}) p`.execute(on);
  return rows[0]?.count ?? 0;
}

function proposalsOf({ kind, ...filter }: ProposalFilter, now: Date) {
  const where = approvalConditions(filter, now);
  const isDisbursement = kind === 'withdrawal' || kind === 'payout';
  const parts = [
    ...(kind === undefined
      ? [
          sql`select 'disbursement' as "table", a.approval_id, a.proposed_at from disbursement_approvals a where ${where}`,
        ]
      : []),
    ...(isDisbursement
      ? [
          sql`select 'disbursement' as "table", a.approval_id, a.proposed_at from disbursement_approvals a
            join disbursements d using (member_no, system_no) where d.kind = ${kind} and ${where}`,
        ]
      : []),
    ...(kind === undefined || kind === 'reversal'
      ? [sql`select 'reversal' as "table", a.approval_id, a.proposed_at from order_reversals a where ${where}`]
      : []),
    ...(kind === undefined || kind === 'confirmation'
      ? [sql`select 'confirmation' as "table", a.approval_id, a.proposed_at from order_confirmations a where ${where}`]
      : []),
    ...(kind === undefined || kind === 'adjustment'
      ? [
          sql`select 'adjustment' as "table", a.approval_id, a.proposed_at from wallet_adjustments a where not a.alone and ${where}`,
        ]
      : []),
    ...((kind === undefined || kind === 'login') && filter.memberNo === undefined
      ? [sql`select 'login' as "table", a.approval_id, a.proposed_at from operator_proposals a where ${where}`]
      : []),
  ];
  return parts.length === 0
    ? sql`select '' as "table", null::uuid as approval_id, null::timestamptz as proposed_at where false`
    : sql.join(parts, sql` union all `);
}
