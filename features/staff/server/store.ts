/** SQL of invitations and of what owners proposed about staff, and the list of operators. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
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
import type { staffProposalActs } from '../contract.ts';
import type { InvitationState } from '../rules.ts';

export interface OperatorRecord {
  userId: bigint;
  username: string;
  nickname: string;
  roles: readonly string[];
  state: 'active' | 'disabled';
  secondFactor: 'authenticator' | 'phone' | 'none';
  lastLoginAt: Date | null;
  createdAt: Date;
  openSessions: number;
  waiting: boolean;
}

export interface OperatorQuery {
  /** The beginning of the username; empty finds all. */
  text: string;
  role: string | undefined;
  state: 'active' | 'disabled' | undefined;
}

/** Operators are found by the index `users_operators`, and members never read. */
export async function countOperators(on: Queryable, query: OperatorQuery): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from users u where ${operatorsWhere(query)}`.execute(on);
  return rows[0]?.total ?? 0;
}

export async function selectOperators(
  on: Queryable,
  query: OperatorQuery,
  page: { sort: 'createdAt' | 'username' | 'lastLoginAt'; order: 'asc' | 'desc'; limit: number; offset: number },
  { now, seenSince }: { now: Date; seenSince: Date },
): Promise<OperatorRecord[]> {
  const column = { createdAt: sql`u.created_at`, username: sql`lower(u.username)`, lastLoginAt: sql`u.last_login_at` }[
    page.sort
  ];
  const { rows } = await sql<OperatorRecord>`
    select u.user_id as "userId", u.username, u.nickname, u.staff_roles as roles, u.state, u.last_login_at as "lastLoginAt", u.created_at as "createdAt",
      case when exists (select from authenticators f where f.user_id = u.user_id) then 'authenticator' when u.mobile is not null and u.mobile_confirmed then 'phone' else 'none' end as "secondFactor",
      (select count(*)::integer from sessions s where s.user_id = u.user_id and s.ended_at is null and s.expires_at > ${now} and s.last_seen_at > ${seenSince}) as "openSessions",
      exists (select from staff_proposals p where p.act = 'set_roles' and p.subject = u.user_id::text and p.state = 'open' and p.expires_at > ${now}) as waiting
    from users u where ${operatorsWhere(query)}
    order by ${column} ${sql.raw(page.order)} nulls last, u.user_id ${sql.raw(page.order)} limit ${page.limit} offset ${page.offset}`.execute(
    on,
  );
  return rows;
}

function operatorsWhere({ text, role, state }: OperatorQuery): Sql {
  const parts = [sql`u.role = 'operator'`];
  if (text !== '') parts.push(sql`starts_with(lower(u.username), lower(${text}))`);
  if (role !== undefined) parts.push(sql`${role} = any(u.staff_roles)`);
  if (state !== undefined) parts.push(sql`u.state = ${state}`);
  return sql.join(parts, ' and ');
}

/** Role → how many operators have it. */
export async function selectHolderCounts(on: Queryable): Promise<Map<string, number>> {
  const { rows } = await sql<{ role: string; holders: number }>`
    select r.role, count(*)::integer as holders from users u cross join unnest(u.staff_roles) as r(role)
    where u.role = 'operator' group by r.role`.execute(on);
  return new Map(rows.map(({ role, holders }) => [role, holders]));
}

export interface Invitation {
  invitationId: string;
  roles: readonly string[];
  /** What the roles granted when the link was made. */
  rights: readonly string[];
  reason: string;
  invitedBy: bigint;
  createdAt: Date;
  confirmedBy: bigint | null;
  openedAt: Date | null;
  expiresAt: Date;
  usedAt: Date | null;
  cancelledAt: Date | null;
}

const invitationColumns = sql`i.invitation_id as "invitationId", i.roles, i.rights, i.reason, i.invited_by as "invitedBy", i.created_at as "createdAt",
  i.confirmed_by as "confirmedBy", i.opened_at as "openedAt", i.expires_at as "expiresAt", i.used_at as "usedAt", i.cancelled_at as "cancelledAt"`;

export async function insertInvitation(
  tx: Tx,
  tokenHash: Buffer,
  invitation: Omit<Invitation, 'confirmedBy' | 'usedAt' | 'cancelledAt'>,
): Promise<void> {
  const { invitationId, roles, rights, reason, invitedBy, createdAt, openedAt, expiresAt } = invitation;
  await sql`
    insert into staff_invitations (invitation_id, token_hash, roles, rights, reason, invited_by, created_at, opened_at, expires_at)
    values (${invitationId}, ${tokenHash}, ${[...roles]}::text[], ${[...rights]}::text[], ${reason}, ${invitedBy}, ${createdAt}, ${openedAt}, ${expiresAt})`.execute(
    tx,
  );
}

/** With whether all who stand behind it, the inviter and the confirmer, can still log in. */
export async function lockInvitation(
  tx: Tx,
  tokenHash: Buffer,
): Promise<(Invitation & { stands: boolean }) | undefined> {
  const { rows } = await sql<Invitation & { stands: boolean }>`
    select ${invitationColumns}, not exists (select from users u where u.user_id in (i.invited_by, i.confirmed_by) and u.state <> 'active') as stands
    from staff_invitations i where i.token_hash = ${tokenHash} for update of i`.execute(tx);
  return rows[0];
}

export async function updateInvitationUsed(tx: Tx, invitationId: string, userId: bigint, at: Date): Promise<void> {
  await sql`update staff_invitations set used_at = ${at}, user_id = ${userId} where invitation_id = ${invitationId}`.execute(
    tx,
  );
}

/** From now on the link works, for its whole time. Returns false unless it waited for this. */
export async function updateInvitationOpened(
  tx: Tx,
  invitationId: string,
  { by, at, expiresAt }: { by: bigint; at: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await sql`
    update staff_invitations set opened_at = ${at}, confirmed_by = ${by}, expires_at = ${expiresAt}
    where invitation_id = ${invitationId} and opened_at is null and cancelled_at is null and expires_at > ${at}`.execute(
    tx,
  );
  return rowCount === 1;
}

/** Returns false if it was used or cancelled, or has expired. */
export async function updateInvitationCancelled(tx: Tx, invitationId: string, at: Date): Promise<boolean> {
  const { rowCount } = await sql`
    update staff_invitations set cancelled_at = ${at}
    where invitation_id = ${invitationId} and used_at is null and cancelled_at is null and expires_at > ${at}`.execute(
    tx,
  );
  return rowCount === 1;
}

export async function existsInvitation(on: Queryable, invitationId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from staff_invitations where invitation_id = ${invitationId}`.execute(on);
  return rows.length > 0;
}

/** Whether an invitation waits for a second owner. */
export async function isInvitationWaiting(on: Queryable, invitationId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from staff_invitations i where i.invitation_id = ${invitationId} and ${invitationsIn('waiting', now)}`.execute(
    on,
  );
  return rows.length > 0;
}

/** Whether an invitation that can still be used gives this role. */
export async function isRoleInvited(on: Queryable, role: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from staff_invitations
    where ${role} = any(roles) and used_at is null and cancelled_at is null and expires_at > ${now} limit 1`.execute(
    on,
  );
  return rows.length > 0;
}

export type NamedInvitation = Invitation & { inviter: string; username: string | null };

export async function countInvitations(on: Queryable, state: InvitationState | undefined, now: Date): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from staff_invitations i where ${invitationsIn(state, now)}`.execute(on);
  return rows[0]?.total ?? 0;
}

export async function selectInvitations(
  on: Queryable,
  state: InvitationState | undefined,
  now: Date,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<NamedInvitation[]> {
  const { rows } = await sql<NamedInvitation>`
    select ${invitationColumns}, b.username as inviter, u.username
    from staff_invitations i join users b on b.user_id = i.invited_by left join users u on u.user_id = i.user_id
    where ${invitationsIn(state, now)} order by i.created_at ${sql.raw(order)}, i.invitation_id limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows;
}

function invitationsIn(state: InvitationState | undefined, now: Date): Sql {
  if (state === undefined) return sql`true`;
  const open = sql`i.used_at is null and i.cancelled_at is null`;
  return {
    used: sql`i.used_at is not null`,
    cancelled: sql`i.cancelled_at is not null`,
    expired: sql`${open} and i.expires_at <= ${now}`,
    open: sql`${open} and i.expires_at > ${now} and i.opened_at is not null`,
    waiting: sql`${open} and i.expires_at > ${now} and i.opened_at is null`,
  }[state];
}

export const STAFF_PROPOSALS = 'staff_proposals';

interface StaffProposalContent {
  act: (typeof staffProposalActs)[number];
  /** Id of the invitation, the user or the role. */
  subject: string;
  name: string;
  roles: readonly string[];
  rolesBefore: readonly string[];
  rights: readonly string[];
  rightsBefore: readonly string[];
}

/** Not about a member. */
export type StaffProposal = NamedProposal & StaffProposalContent & { memberNo: null };

export type NewStaffProposal = Omit<Proposal, 'state' | 'decidedAt' | 'remark'> & StaffProposalContent;

/** Returns false if an open proposal for the same act exists. Staff must be locked. */
export async function insertStaffProposal(tx: Tx, proposal: NewStaffProposal): Promise<boolean> {
  const { approvalId, act, subject, name, roles, rolesBefore, rights, rightsBefore, reason } = proposal;
  const { proposedBy, proposedIn, proposedAt, expiresAt } = proposal;
  await sql`update staff_proposals ${outdatedWhere(sql`act = ${act} and subject = ${subject}`, proposedAt)}`.execute(
    tx,
  );
  // Made about something that was another then: it can't be confirmed any more.
  const isSame = sql`${isSameSetAs(sql`roles_before`, rolesBefore)} and ${isSameSetAs(sql`rights_before`, rightsBefore)}`;
  await sql`update staff_proposals ${staleWhere(sql`act = ${act} and subject = ${subject} and not (${isSame})`)}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into staff_proposals (approval_id, act, subject, name, roles, roles_before, rights, rights_before, reason, proposed_by, proposed_in, proposed_at, expires_at)
    values (${approvalId}, ${act}, ${subject}, ${name}, ${[...roles]}::text[], ${[...rolesBefore]}::text[], ${[...rights]}::text[], ${[...rightsBefore]}::text[],
      ${reason}, ${proposedBy}, ${proposedIn}, ${proposedAt}, ${expiresAt})
    on conflict (act, subject) where state = 'open' do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

function isSameSetAs(column: Sql, values: readonly string[]): Sql {
  const set = sql`${[...values]}::text[]`;
  return sql`(${column} <@ ${set} and ${column} @> ${set})`;
}

/** Returns whether the proposal was still open, not expired and another operator's. */
export async function updateStaffProposalDecided(
  tx: Tx,
  { approvalId }: Pick<StaffProposal, 'approvalId'>,
  decision: Decided,
): Promise<boolean> {
  const { rows } =
    await sql`update staff_proposals ${decidedWhere(sql`approval_id = ${approvalId}`, decision)}`.execute(tx);
  return rows.length > 0;
}

export async function updateStaffProposalsStale(on: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update staff_proposals ${staleWhere(sql`approval_id = any(${arrayLiteral(ids)}::uuid[])`)}`.execute(on);
}

/** Withdraws what was proposed about something that is over. */
export async function updateStaffProposalsOver(
  tx: Tx,
  { act, subject }: Pick<StaffProposal, 'act' | 'subject'>,
): Promise<void> {
  await sql`update staff_proposals set state = 'expired' where act = ${act} and subject = ${subject} and state = 'open'`.execute(
    tx,
  );
}

export async function selectStaffProposals(
  on: Queryable,
  filter: ApprovalFilter,
  now: Date,
  page?: ApprovalPage,
): Promise<StaffProposal[]> {
  const { rows } = await sql<StaffProposal>`
    select ${proposalColumns}, null as "memberNo", a.act, a.subject, a.name, a.roles, a.roles_before as "rolesBefore", a.rights, a.rights_before as "rightsBefore"
    from staff_proposals a ${approvalNames} ${approvalsWhere(filter, now, page)}`.execute(on);
  return rows;
}

/** The roles of which a change waits for a second owner. */
export async function selectWaitingRoles(on: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{
    role: string;
  }>`select subject as role from staff_proposals where act = 'save_role' and state = 'open' and expires_at > ${now}`.execute(
    on,
  );
  return rows.map(({ role }) => role);
}
