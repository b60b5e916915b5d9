/**
 * Table `move_proposals`: members that one operator wants to move and another confirms. A few rows, read by their id, by
 * the member or newest first.
 */
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

export const MOVES = 'move_proposals';

interface Move {
  memberNo: bigint;
  /** The agents above it, nearest first: when it was proposed, and once it has moved. */
  before: bigint[];
  after: bigint[];
  /** How many would move, with the member itself. */
  members: number;
}

export type NewMoveProposal = Omit<Proposal, 'state' | 'decidedAt' | 'remark'> & Move;

export interface MoveProposal extends NamedProposal, Move {
  memberName: string;
}

/** Returns false if an open proposal about the member exists. The tree must be locked. */
export async function insertMoveProposal(tx: Tx, proposal: NewMoveProposal): Promise<boolean> {
  const { approvalId, memberNo, before, after, members, reason, proposedBy, proposedIn, proposedAt, expiresAt } =
    proposal;
  await sql`update move_proposals ${outdatedWhere(sql`member_no = ${memberNo}`, proposedAt)}`.execute(tx);
  // Made about another place: it can't be confirmed any more.
  await sql`
    update move_proposals ${staleWhere(sql`member_no = ${memberNo} and uplines_before <> ${arrayLiteral(before)}::bigint[]`)}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into move_proposals (approval_id, member_no, uplines_before, uplines_after, members, reason, proposed_by, proposed_in, proposed_at, expires_at)
    values (${approvalId}, ${memberNo}, ${arrayLiteral(before)}::bigint[], ${arrayLiteral(after)}::bigint[], ${members}, ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (member_no) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether the proposal was still open, not expired and another operator's. */
export async function updateMoveDecided(
  tx: Tx,
  { approvalId }: Pick<MoveProposal, 'approvalId'>,
  decision: Decided,
): Promise<boolean> {
  const { rows } = await sql`update move_proposals ${decidedWhere(sql`approval_id = ${approvalId}`, decision)}`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function updateMovesStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update move_proposals ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

export async function selectMoves(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<MoveProposal[]> {
  const { rows } = await sql<MoveProposal>`
    select ${proposalColumns}, a.member_no as "memberNo", a.uplines_before as before, a.uplines_after as after, a.members, m.name as "memberName"
    from move_proposals a join members m using (member_no) ${approvalNames}
    ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}
