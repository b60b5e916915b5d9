/** SQL of the table `operator_proposals`: proposals about operators' logins, and the second operator's decision. */
import { sql } from '#foundation/server/postgres/sql.ts';
import {
  type ApprovalFilter,
  approvalNames,
  type ApprovalPage,
  approvalsWhere,
  type Decided,
  decidedWhere,
  type NamedProposal,
  outdatedWhere,
  type Proposal,
  proposalColumns,
  staleWhere,
} from '#features/approvals/server/proposals.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { ProposedAction } from '../../operator-contract.ts';

export const OPERATOR_PROPOSALS = 'operator_proposals';

export interface OperatorProposal extends NamedProposal {
  /** Not about a member. */
  memberNo: null;
  userId: bigint;
  username: string;
  /** The present state of the login. */
  userState: 'active' | 'disabled';
  act: ProposedAction;
}

export type NewOperatorProposal = Omit<Proposal, 'state' | 'decidedAt' | 'remark'> &
  Pick<OperatorProposal, 'userId' | 'act'>;

/**
 * Serializes confirmations: each locks two operators, and two that confirm about each other would deadlock. Call first
 * in the transaction.
 */
export async function lockProposals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operator proposals'))`.execute(tx);
}

/** Returns false if an open proposal for the same act exists. The user must be locked. */
export async function insertProposal(tx: Tx, proposal: NewOperatorProposal): Promise<boolean> {
  const { approvalId, userId, act, reason, proposedBy, proposedIn, proposedAt, expiresAt } = proposal;
  await sql`update operator_proposals ${outdatedWhere(sql`user_id = ${userId} and act = ${act}`, proposedAt)}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into operator_proposals (approval_id, user_id, act, reason, proposed_by, proposed_in, proposed_at, expires_at)
    values (${approvalId}, ${userId}, ${act}, ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (user_id, act) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the proposal was still open, not expired and another operator's. */
export async function updateDecided(
  tx: Tx,
  { approvalId }: Pick<OperatorProposal, 'approvalId'>,
  decision: Decided,
): Promise<boolean> {
  const { rows } =
    await sql`update operator_proposals ${decidedWhere(sql`approval_id = ${approvalId}`, decision)}`.execute(tx);
  return rows.length > 0;
}

export async function updateProposalsStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update operator_proposals ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

export async function selectProposals(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<OperatorProposal[]> {
  const { rows } = await sql<OperatorProposal>`
    select ${proposalColumns}, null as "memberNo", a.user_id as "userId", t.username, t.state as "userState", a.act
    from operator_proposals a join users t on t.user_id = a.user_id ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}

/** When `by` last enabled this operator, as proposer or as confirmer. */
export async function selectEnabledAt(
  on: Queryable,
  { userId, by }: { userId: bigint; by: bigint },
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(decided_at) as at from operator_proposals
    where user_id = ${userId} and act = 'enable' and state = 'confirmed' and (proposed_by = ${by} or decided_by = ${by})`.execute(
    on,
  );
  return rows[0]?.at ?? undefined;
}
