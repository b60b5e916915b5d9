/**
 * SQL shared by all kinds of proposals. Each kind has its own table in its own feature; this file has what they have in
 * common: who proposed, when it expires, who decided. The table's alias is `a`.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { ApprovalState } from '../rules.ts';

export interface ApprovalKey {
  memberNo: bigint;
  approvalId: string;
}

/** Fields common to all proposals. */
export interface Proposal {
  approvalId: string;
  reason: string;
  proposedBy: bigint;
  /** The session in which it was proposed; null for proposals from before this was stored. */
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

/** With the usernames of the proposing and deciding operators. */
export type NamedProposal = Proposal & Names;
export type NamedApproval = Approval & Names;

/** The columns of `NamedProposal`; requires the join `approvalNames`. */
export const proposalColumns = sql`a.approval_id as "approvalId", a.reason, a.proposed_by as "proposedBy", a.proposed_in as "proposedIn",
  a.proposed_at as "proposedAt", a.expires_at as "expiresAt", a.state, a.decided_at as "decidedAt", a.remark, p.username as proposer, u.username as decider`;

/** The columns of `NamedApproval`; requires the join `approvalNames`. */
export const approvalColumns = sql`a.member_no as "memberNo", a.system_no as "systemNo", ${proposalColumns}`;

export const approvalNames = sql`join users p on p.user_id = a.proposed_by left join users u on u.user_id = a.decided_by`;

export interface ApprovalFilter {
  state?: ApprovalState | undefined;
  memberNo?: bigint | undefined;
  systemNo?: bigint | undefined;
  approvalId?: string | undefined;
  approvalIds?: readonly string[] | undefined;
}

export interface ApprovalPage {
  newestFirst?: boolean;
  limit?: number;
  offset?: number;
}

/** The where, order and limit clauses of a statement that lists proposals. */
export function approvalsWhere(
  filter: ApprovalFilter,
  now: Date,
  { newestFirst = true, limit = 1, offset = 0 }: ApprovalPage = {},
): Sql {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  return sql`where ${approvalConditions(filter, now)} order by a.proposed_at ${direction}, a.approval_id limit ${limit} offset ${offset}`;
}

export async function countApprovals(on: Queryable, table: string, filter: ApprovalFilter, now: Date): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.ref(table)} a where ${approvalConditions(filter, now)}`.execute(on);
  return rows[0]?.count ?? 0;
}

/**
 * Follows `update <table>`: marks an open proposal about the same thing as expired if it ran out before the new one.
 * There is at most one open proposal about a thing.
 */
export function outdated({
  memberNo,
  systemNo,
  proposedAt,
}: Pick<Approval, 'memberNo' | 'systemNo' | 'proposedAt'>): Sql {
  return outdatedWhere(sql`member_no = ${memberNo} and system_no = ${systemNo}`, proposedAt);
}

/** The same for proposals whose key has no member number: `which` selects them. */
export function outdatedWhere(which: Sql, proposedAt: Date): Sql {
  return sql`set state = 'expired' where ${which} and state = 'open' and expires_at <= ${proposedAt}`;
}

/** Follows `update <table>`: marks open proposals that can't be carried out any more. */
export function staleWhere(which: Sql): Sql {
  return sql`set state = 'stale' where ${which} and state = 'open'`;
}

export interface Decided {
  state: 'confirmed' | 'rejected';
  userId: bigint;
  remark: string;
  at: Date;
}

/**
 * Follows `update <table>`: stores the second operator's decision. Returns a row if the proposal was still open, not
 * expired and another operator's.
 */
export function decided({ memberNo, approvalId }: ApprovalKey, decision: Decided): Sql {
  return decidedWhere(sql`member_no = ${memberNo} and approval_id = ${approvalId}`, decision);
}

/** The same for a proposal whose key has no member number. */
export function decidedWhere(which: Sql, { state, userId, remark, at }: Decided): Sql {
  return sql`
    set state = ${state}, decided_by = ${userId}, decided_at = ${at}, remark = ${remark}
    where ${which} and state = 'open' and expires_at > ${at} and proposed_by <> ${userId} returning 1`;
}

/** The filter's condition, for statements with other clauses. */
export function approvalConditions(
  { state, memberNo, systemNo, approvalId, approvalIds }: ApprovalFilter,
  now: Date,
): Sql {
  const parts: Sql[] = [sql`true`];
  if (state === 'open') parts.push(sql`a.state = 'open' and a.expires_at > ${now}`);
  else if (state === 'expired') parts.push(sql`(a.state = 'expired' or a.state = 'open' and a.expires_at <= ${now})`);
  else if (state !== undefined) parts.push(sql`a.state = ${state}`);
  if (memberNo !== undefined) parts.push(sql`a.member_no = ${memberNo}`);
  if (systemNo !== undefined) parts.push(sql`a.system_no = ${systemNo}`);
  if (approvalId !== undefined) parts.push(sql`a.approval_id = ${approvalId}`);
  if (approvalIds !== undefined) parts.push(sql`a.approval_id = any(${arrayLiteral(approvalIds)}::uuid[])`);
  return sql.join(parts, ' and ');
}
