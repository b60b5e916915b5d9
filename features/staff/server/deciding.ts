/** The second owner's decision about what another owner proposed. */
import { approvalStateAt } from '#features/approvals/rules.ts';
import { decide, type DecidingDeps } from '#features/approvals/server/deciding.ts';
import { countApprovals } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import {
  changeRole,
  changeRoles,
  grantedBy,
  lockOperator,
  lockStaff,
  ownRoles,
} from '#features/accounts/server/operators/staff.ts';
import { isRight } from '#features/rights.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { staffCalls, StaffProposalRow } from '../contract.ts';
import { changeText, INVITATION_LIFE_MS, isRole, isSameSet } from '../rules.ts';
import { isNameTaken, objectOf, roleNames, type RoleName } from './roles.ts';
import {
  selectStaffProposals,
  STAFF_PROPOSALS,
  type StaffProposal,
  updateInvitationCancelled,
  updateInvitationOpened,
  updateStaffProposalDecided,
} from './store.ts';

type Calls = (typeof staffCalls)['calls'];
type ListCall = Calls['/operator/staff/proposals'];
type DecideCall = Calls['/operator/staff/decideProposal'];

export async function listProposals(
  { db }: Pick<DecidingDeps, 'db'>,
  context: CallContext<ListCall>,
  { state, page, limit, order }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const filter = { state: state === 'all' ? undefined : state };
  const [total, open, found, names] = await Promise.all([
    countApprovals(db.kysely, STAFF_PROPOSALS, filter, context.now),
    countApprovals(db.kysely, STAFF_PROPOSALS, { state: 'open' }, context.now),
    selectStaffProposals(db.kysely, filter, context.now, {
      newestFirst: order === 'desc',
      limit,
      offset: (page - 1) * limit,
    }),
    roleNames(db.kysely),
  ]);
  return { total, page, limit, list: found.map((one) => rowOf(one, names, context)), extend: { open } };
}

export async function decideProposal(
  deps: DecidingDeps,
  context: CallContext<DecideCall>,
  input: ParsedInputOf<DecideCall>,
): Promise<undefined> {
  return decide<StaffProposal>(deps, context, input, {
    async find(approvalId) {
      const [found] = await selectStaffProposals(deps.db.kysely, { approvalId }, context.now);
      const isOwn = found !== undefined && userOf(found) === context.session.userId;
      return isOwn && input.decision === 'confirm' ? context.refuse('own_user') : found;
    },
    rightOf: () => 'staff.configure',
    objectOf: ({ act, name, roles, rolesBefore, rights, rightsBefore }) =>
      objectOf(act, name, act === 'save_role' ? changeText(rightsBefore, rights) : changeText(rolesBefore, roles)),
    userChanged: userOf,
    async updateDecided(tx, proposal, decision) {
      const isTaken = await updateStaffProposalDecided(tx, proposal, decision);
      if (isTaken && decision.state === 'rejected' && proposal.act === 'invite')
        await updateInvitationCancelled(tx, proposal.subject, decision.at);
      return isTaken;
    },
    async confirm(proposal, takeDecision) {
      await deps.db.transaction(async (tx) => {
        await lockStaff(tx);
        await takeDecision(tx);
        if (!(await carryOut(tx, deps, context, proposal))) context.refuse('approval_outdated');
      });
    },
  });
}

/** The operator whose roles change. */
function userOf({ act, subject }: Pick<StaffProposal, 'act' | 'subject'>): bigint | undefined {
  return act === 'set_roles' ? BigInt(subject) : undefined;
}

/** Returns false if what it is about is no longer as it was proposed. */
function carryOut(
  tx: Tx,
  deps: DecidingDeps,
  context: CallContext<DecideCall>,
  proposal: StaffProposal,
): Promise<boolean> {
  const carry = { invite: openInvitation, set_roles: changeRolesOf, save_role: changeRights }[proposal.act];
  return carry(tx, deps, context, proposal);
}

type CarryOut = typeof carryOut;

const openInvitation: CarryOut = async (tx, { audit }, context, { subject, roles, rights, reason }) => {
  if (!(await isStillGranted(tx, roles, rights))) return false;
  const { now, session } = context;
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
  if (!(await updateInvitationOpened(tx, subject, { by: session.userId, at: now, expiresAt }))) return false;
  await audit.record(tx, { ...actorOf(context), action: 'staff_invitation_opened', object: reason });
  return true;
};

const changeRolesOf: CarryOut = async (tx, { audit }, context, proposal) => {
  const { subject, name, roles, rolesBefore, rights, rightsBefore, proposedBy, reason } = proposal;
  const userId = BigInt(subject);
  const operator = await lockOperator(tx, userId);
  if (!operator || !isSameSet(operator.roles, rolesBefore)) return false;
  if (!(await isStillGranted(tx, roles, rights)) || !(await isStillGranted(tx, rolesBefore, rightsBefore)))
    return false;
  await changeRoles(tx, { userId, roles, by: [proposedBy, context.session.userId], raises: true, at: context.now });
  const names = await roleNames(tx);
  const [before, after] = [rolesBefore, roles].map((ids) => names(ids).map((role) => role.name));
  const object = objectOf(name, changeText(before ?? [], after ?? []), reason);
  await audit.record(tx, { ...actorOf(context), action: 'staff_roles_changed', object });
  return true;
};

const changeRights: CarryOut = async (tx, { audit }, context, proposal) => {
  const { subject: roleId, name, rights, rightsBefore, proposedBy, reason } = proposal;
  const roles = await ownRoles(tx);
  const before = roles.find((role) => role.roleId === roleId);
  if (!before || !isSameSet(before.rights, rightsBefore) || isNameTaken(roles, { name, roleId })) return false;
  const by = [proposedBy, context.session.userId];
  const role = { roleId, name, rights: rights.filter(isRight) };
  await changeRole(tx, role, { by, raises: true, changesRights: true, at: context.now });
  const object = objectOf(name, changeText(rightsBefore, rights), reason);
  await audit.record(tx, { ...actorOf(context), action: 'staff_role_saved', object });
  return true;
};

/** Whether the roles exist and grant what the proposal says. */
async function isStillGranted(tx: Tx, roles: readonly string[], rights: readonly string[]): Promise<boolean> {
  const ownIds = (await ownRoles(tx)).map(({ roleId }) => roleId);
  return roles.every((role) => isRole(role, ownIds)) && isSameSet(await grantedBy(tx, roles), rights);
}

function rowOf(
  proposal: StaffProposal,
  names: (ids: readonly string[]) => RoleName[],
  { session, now }: CallContext<ListCall>,
): StaffProposalRow {
  const { approvalId, act, subject, name, roles, rolesBefore, rights, rightsBefore, reason, remark } = proposal;
  return {
    id: approvalId,
    act,
    subject,
    name,
    roles: names(roles),
    rolesBefore: names(rolesBefore),
    rights: [...rights],
    rightsBefore: [...rightsBefore],
    reason,
    proposedBy: proposal.proposer,
    proposedAt: proposal.proposedAt.toISOString(),
    expiresAt: proposal.expiresAt.toISOString(),
    state: approvalStateAt(proposal, now),
    decidedBy: proposal.decider,
    decidedAt: proposal.decidedAt?.toISOString() ?? null,
    remark,
    own: proposal.proposedBy === session.userId || userOf(proposal) === session.userId,
  };
}
