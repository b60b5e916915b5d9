/**
 * Invitations: an owner makes a link, gives it to somebody, and that person becomes an operator with it, once. Only the
 * token's hash is stored.
 */
import { randomUUID } from 'node:crypto';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { addInvited, grantedBy, lockStaff, ownRoles } from '#features/accounts/server/operators/staff.ts';
import { wholeMinutes } from '#features/accounts/rules.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import { newToken, sha256 } from '#foundation/server/secrets/sealing.ts';
import type { staffCalls } from '../contract.ts';
import type { joinCalls } from '../join-contract.ts';
import { INVITATION_LIFE_MS, invitationStateAt, isRaise, isRole, joinLimit } from '../rules.ts';
import { acting, propose, type StaffDeps, takesTwo } from './proposing.ts';
import { objectOf, roleNames } from './roles.ts';
import {
  countInvitations,
  existsInvitation,
  insertInvitation,
  lockInvitation,
  selectInvitations,
  updateInvitationCancelled,
  updateInvitationUsed,
  updateStaffProposalsOver,
} from './store.ts';

type Calls = (typeof staffCalls)['calls'];
type InviteCall = Calls['/operator/staff/invite'];
type ListCall = Calls['/operator/staff/invitations'];
type CancelCall = Calls['/operator/staff/cancelInvite'];
type JoinCall = (typeof joinCalls.calls)['/staff/join'];

export async function invite(
  deps: StaffDeps,
  context: CallContext<InviteCall>,
  { roles: wanted, reason, ...step }: ParsedInputOf<InviteCall>,
): Promise<OutputOf<InviteCall>> {
  const { session, now } = context;
  const token = newToken();
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const roles = [...new Set(wanted)];
    const ownIds = (await ownRoles(tx)).map(({ roleId }) => roleId);
    if (!roles.every((role) => isRole(role, ownIds))) context.wrongField('roles', 'role_unknown');
    const rights = [...(await grantedBy(tx, roles))];
    const id = randomUUID();
    const isProposed = await takesTwo(tx);
    const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
    await insertInvitation(tx, sha256(token), {
      invitationId: id,
      roles,
      rights,
      reason,
      invitedBy: session.userId,
      createdAt: now,
      openedAt: isProposed ? null : now,
      expiresAt,
    });
    const names = (await roleNames(tx))(roles).map(({ name }) => name);
    const object = objectOf(names.map((name) => `+${name}`).join(' '), reason);
    const made = { id, link: `${deps.publicUrl}/#/join?token=${token}`, expiresAt: expiresAt.toISOString() };
    if (!isProposed) {
      await deps.audit.record(tx, { ...actorOf(context), action: 'staff_invited', object });
      return { ...made, outcome: 'done', approvalId: null };
    }
    const content = { act: 'invite', subject: id, name: '', roles, rolesBefore: [], rights, rightsBefore: [] } as const;
    const approvalId = await propose(tx, deps, context, { ...content, reason }, object);
    if (approvalId === undefined) throw new Error(`invitation ${id} was proposed before it was made`);
    return { ...made, outcome: 'proposed', approvalId };
  });
}

export async function listInvitations(
  { db }: StaffDeps,
  { now }: CallContext<ListCall>,
  { state, page, limit, order }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const [total, found, names] = await Promise.all([
    countInvitations(db, state, now),
    selectInvitations(db, state, now, { order, limit, offset: (page - 1) * limit }),
    roleNames(db),
  ]);
  const list = found.map((invitation) => ({
    id: invitation.invitationId,
    roles: names(invitation.roles),
    reason: invitation.reason,
    invitedBy: invitation.inviter,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    state: invitationStateAt(invitation, now),
    username: invitation.username,
  }));
  return { total, page, limit, list, extend: {} };
}

export async function cancelInvite(
  deps: StaffDeps,
  context: CallContext<CancelCall>,
  { id, reason, ...step }: ParsedInputOf<CancelCall>,
): Promise<undefined> {
  return acting(deps, context, { reason, ...step }, async (tx) => {
    if (!(await existsInvitation(tx, id))) context.refuse('not_found');
    if (!(await updateInvitationCancelled(tx, id, context.now))) context.refuse('invitation_over');
    await updateStaffProposalsOver(tx, { act: 'invite', subject: id });
    await deps.audit.record(tx, { ...actorOf(context), action: 'staff_invitation_cancelled', object: reason });
    return undefined;
  });
}

export interface JoinDeps {
  db: Database;
  users: Pick<UserVerbs, 'hashPassword'>;
  numbers: SystemNumbers;
  audit: Pick<AuditVerbs, 'record'>;
}

/** Does not log in: the new operator does, with the new password. */
export async function join(
  { db, users, numbers, audit }: JoinDeps,
  context: CallContext<JoinCall>,
  { token, username, password }: ParsedInputOf<JoinCall>,
): Promise<undefined> {
  const { now } = context;
  const attempt = await takeAttempt(db, joinLimit, context.client.network, now);
  if (!attempt.allowed) context.refuse('too_many_tries', { minutes: wholeMinutes(attempt.waitMs) });
  const passwordHash = await users.hashPassword(password);
  await db.transaction(async (tx) => {
    // Before the invitation: a change of a role waits, or is seen here.
    await lockStaff(tx);
    const invitation = await lockInvitation(tx, sha256(token));
    if (!invitation || invitationStateAt(invitation, now) !== 'open' || !invitation.stands)
      return context.refuse('join_link_over');
    const { invitationId, roles, rights, invitedBy, confirmedBy } = invitation;
    if (isRaise(rights, await grantedBy(tx, roles))) context.refuse('join_link_over');
    const user = { userId: numbers.next(), username, passwordHash, staffRoles: roles, createdAt: now };
    const by = confirmedBy === null ? [invitedBy] : [invitedBy, confirmedBy];
    if (!(await addInvited(tx, { ...user, by }))) context.wrongField('username', 'username_taken');
    await updateInvitationUsed(tx, invitationId, user.userId, now);
    const actor = actorOf({ ...context, session: { userId: user.userId, memberNo: null } });
    await audit.record(tx, { ...actor, action: 'staff_joined', object: username });
  });
  return undefined;
}
