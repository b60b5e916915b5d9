/**
 * Proposals as SQL, whatever they are about. Each kind has a table of its own, of the feature that it belongs to; what
 * they have in common is written here once: who proposed, how long it waits, who decided. Over the alias `a`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#foundation/server/database.ts';
import type { ApprovalState } from '../rules.ts';

export interface ApprovalKey {
  memberNo: bigint;
  approvalId: string;
}

/** What every kind of proposal says of itself. */
export interface Proposal {
  approvalId: string;
  reason: string;
  proposedBy: bigint;
  /** The session in which it was proposed; null for proposals from before this was kept. */
  proposedIn: string | null;
  proposedAt: Date;
  expiresAt: Date;
  state: ApprovalState;
  decidedAt: Date | null;
  remark: string;
}

/** A proposal about an order, a withdrawal or a payout of a member. */
export interface Approval extends ApprovalKey, Proposal {
  systemNo: bigint;
}

interface Names {
  proposer: string;
  decider: string | null;
}

/** The same, with the names of who proposed and decided. */
export type NamedProposal = Proposal & Names;
export type NamedApproval = Approval & Names;

/** The columns of `NamedProposal`; to be read with `approvalNames` joined. */
export const proposalColumns = sql`a.approval_id as "approvalId", a.reason, a.proposed_by as "proposedBy", a.proposed_in as "proposedIn",
  a.proposed_at as "proposedAt", a.expires_at as "expiresAt", a.state, a.decided_at as "decidedAt", a.remark, p.username as proposer, u.username as decider`;

/** The columns of `NamedApproval`; to be read with `approvalNames` joined. */
export const approvalColumns = sql`a.member_no as "memberNo", a.system_no as "systemNo", ${proposalColumns}`;

export const approvalNames = sql`join users p on p.user_id = a.proposed_by left join users u on u.user_id = a.decided_by`;

export interface ApprovalFilter {
  state?: ApprovalState | undefined;
  memberNo?: bigint | undefined;
  systemNo?: bigint | undefined;
  approvalId?: string | undefined;
}

export interface ApprovalPage {
  newestFirst?: boolean;
  limit?: number;
  offset?: number;
}

/** The end of a statement that lists proposals: which, in which order, which page of them. */
export function approvalsWhere(
  filter: ApprovalFilter,
  now: Date,
  { newestFirst = true, limit = 1, offset = 0 }: ApprovalPage = {},
): RawBuilder<unknown> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  return sql`where ${conditions(filter, now)} order by a.proposed_at ${direction}, a.approval_id limit ${limit} offset ${offset}`;
}

export async function countApprovals(on: Queryable, table: string, filter: ApprovalFilter, now: Date): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)} a where ${conditions(filter, now)}`.execute(on);
  return rows[0]?.count ?? 0;
}

/**
 * After `update <table>`: one whose time was over when the next is proposed is called so. At most one of what it is
 * about is open.
 */
export function outdated({
  memberNo,
  systemNo,
  proposedAt,
}: Pick<Approval, 'memberNo' | 'systemNo' | 'proposedAt'>): RawBuilder<unknown> {
  return outdatedWhere(sql`member_no = ${memberNo} and system_no = ${systemNo}`, proposedAt);
}

/** The same for proposals that no member's number finds: `which` says what they are about. */
export function outdatedWhere(which: RawBuilder<unknown>, proposedAt: Date): RawBuilder<unknown> {
  return sql`set state = 'expired' where ${which} and state = 'open' and expires_at <= ${proposedAt}`;
}

export interface Decided {
  state: 'confirmed' | 'rejected';
  userId: bigint;
  remark: string;
  at: Date;
}

/** After `update <table>`: the second operator's word. Answers a row if it was still open, in time, and another's. */
export function decided({ memberNo, approvalId }: ApprovalKey, decision: Decided): RawBuilder<unknown> {
  return decidedWhere(sql`member_no = ${memberNo} and approval_id = ${approvalId}`, decision);
}

/** The same for a proposal that no member's number finds. */
export function decidedWhere(which: RawBuilder<unknown>, { state, userId, remark, at }: Decided): RawBuilder<unknown> {
  return sql`
    set state = ${state}, decided_by = ${userId}, decided_at = ${at}, remark = ${remark}
    where ${which} and state = 'open' and expires_at > ${at} and proposed_by <> ${userId} returning 1`;
}

function conditions({ state, memberNo, systemNo, approvalId }: ApprovalFilter, now: Date): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (state === 'open') parts.push(sql`a.state = 'open' and a.expires_at > ${now}`);
  else if (state === 'expired') parts.push(sql`(a.state = 'expired' or a.state = 'open' and a.expires_at <= ${now})`);
  else if (state !== undefined) parts.push(sql`a.state = ${state}`);
  if (memberNo !== undefined) parts.push(sql`a.member_no = ${memberNo}`);
  if (systemNo !== undefined) parts.push(sql`a.system_no = ${systemNo}`);
  if (approvalId !== undefined) parts.push(sql`a.approval_id = ${approvalId}`);
  return sql.join(parts, sql` and `);
}
