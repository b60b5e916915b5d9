/** The second owner's decision about what another owner proposed. */
import type { z } from 'zod';
import type { Decision } from '#features/approvals/fields.ts';
import { approvalStateAt } from '#features/approvals/rules.ts';
import { decide, type DecidingDeps, type DecisionContext } from '#features/approvals/server/deciding.ts';
import { hindrancesFor } from '#features/approvals/server/hindrances.ts';
import { type ApprovalFilter, type ApprovalPage, countApprovals } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import {
  changeRole,
  changeRoles,
  findOperator,
  grantedBy,
  lockStaff,
  ownRoles,
} from '#features/accounts/server/operators/staff.ts';
import { isRight } from '#features/rights.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { staffCalls, StaffProposalRow } from '../contract.ts';
import { changeText, INVITATION_LIFE_MS, isRole, isSameSet } from '../rules.ts';
import { isNameTaken, objectOf, roleNames, type RoleName } from './roles.ts';
import {
  isInvitationWaiting,
  selectStaffProposals,
  STAFF_PROPOSALS,
  type StaffProposal,
  updateInvitationCancelled,
  updateInvitationOpened,
} from './store.ts';

type Calls = (typeof staffCalls)['calls'];
type ListCall = Calls['/operator/staff/proposals'];

export async function listProposals(
  deps: Pick<DecidingDeps, 'db' | 'users'>,
  context: CallContext<ListCall>,
  { page, limit, order, ...typed }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const { db } = deps;
  const filter = proposalFilterOf(typed);
  const [total, open, found] = await Promise.all([
    countApprovals(db, STAFF_PROPOSALS, filter, context.now),
    countApprovals(db, STAFF_PROPOSALS, { state: 'open' }, context.now),
    readProposals(db, context, filter, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
  ]);
  const mayConfirm = context.session.rights.has('staff.configure');
  const hindrances = hindrancesFor(deps, context);
  const list = await Promise.all(
    found.map(async ({ proposal, row }): Promise<StaffProposalRow> => {
      const isFree = row.state !== 'open' || row.own || !mayConfirm;
      return { ...row, hindrance: isFree ? null : await hindrances(proposal) };
    }),
  );
  return { total, page, limit, list, extend: { open } };
}

export function proposalFilterOf({ state }: Pick<ParsedInputOf<ListCall>, 'state'>): ApprovalFilter {
  return { state: state === 'all' ? undefined : state };
}

interface Reader {
  session: { userId: bigint };
  now: Date;
}

/** A row of the list without what hinders its reader, which is asked for each. */
export type ReadProposalRow = Omit<StaffProposalRow, 'hindrance'>;

interface ReadProposal {
  proposal: StaffProposal;
  row: ReadProposalRow;
}

export async function readProposals(
  on: Queryable,
  reader: Reader,
  filter: ApprovalFilter,
  page: ApprovalPage,
): Promise<ReadProposal[]> {
  const [found, names] = await Promise.all([selectStaffProposals(on, filter, reader.now, page), roleNames(on)]);
  return Promise.all(
    found.map(async (proposal) => {
      const holds = proposal.state !== 'open' || (await staffHolds(on, proposal, reader.now));
      return { proposal, row: rowOf(proposal, { names, reader, holds }) };
    }),
  );
}

export { STAFF_PROPOSALS, type StaffProposal } from './store.ts';

/** The proposals with these ids, and what names their roles. */
export async function staffProposals(
  on: Queryable,
  approvalIds: readonly string[],
  now: Date,
): Promise<{ proposal: StaffProposal; names(ids: readonly string[]): RoleName[] }[]> {
  const names = await roleNames(on);
  const found = await selectStaffProposals(on, { approvalIds }, now, { limit: approvalIds.length });
  return found.map((proposal) => ({ proposal, names }));
}

/** The context of a decision; every `CallContext` that declares these refusals fits. */
export interface DecideStaffContext extends DecisionContext {
  refuse(name: Parameters<DecisionContext['refuse']>[0] | 'own_user', values?: PhraseValues): never;
}

export async function decideProposal(
  deps: DecidingDeps,
  context: DecideStaffContext,
  input: z.output<typeof Decision>,
): Promise<undefined> {
  return decide<StaffProposal>(deps, context, input, {
    async find(approvalId) {
      const [found] = await selectStaffProposals(deps.db, { approvalId }, context.now);
      const isOwn = found !== undefined && userOf(found) === context.session.userId;
      return isOwn && input.decision === 'confirm' ? context.refuse('own_user') : found;
    },
    rightOf: () => 'staff.configure',
    objectOf: ({ act, name, roles, rolesBefore, rights, rightsBefore }) =>
      objectOf(act, name, act === 'save_role' ? changeText(rightsBefore, rights) : changeText(rolesBefore, roles)),
    userChanged: userOf,
    table: STAFF_PROPOSALS,
    async decided(tx, { act, subject }, { state, at }) {
      if (state === 'rejected' && act === 'invite') await updateInvitationCancelled(tx, subject, at);
    },
    async confirm(proposal, takeDecision) {
      await deps.db.transaction(async (tx) => {
        await lockStaff(tx);
        await takeDecision(tx);
        if (!(await staffHolds(tx, proposal, context.now))) context.refuse('approval_outdated');
        await carryOut(tx, deps, context, proposal);
      });
    },
  });
}

/** The operator whose roles change. */
export function userOf({ act, subject }: Pick<StaffProposal, 'act' | 'subject'>): bigint | undefined {
  return act === 'set_roles' ? BigInt(subject) : undefined;
}

/** Whether what it is about is still as it was proposed. Exact in a transaction that holds the lock of staff. */
export async function staffHolds(on: Queryable, proposal: StaffProposal, now: Date): Promise<boolean> {
  const { act, subject, name, roles, rolesBefore, rights, rightsBefore } = proposal;
  switch (act) {
    case 'invite':
      return (await isStillGranted(on, roles, rights)) && isInvitationWaiting(on, subject, now);
    case 'set_roles': {
      const operator = await findOperator(on, BigInt(subject));
      if (!operator || !isSameSet(operator.roles, rolesBefore)) return false;
      return (await isStillGranted(on, roles, rights)) && isStillGranted(on, rolesBefore, rightsBefore);
    }
    case 'save_role': {
      const all = await ownRoles(on);
      const before = all.find(({ roleId }) => roleId === subject);
      return (
        before !== undefined && isSameSet(before.rights, rightsBefore) && !isNameTaken(all, { name, roleId: subject })
      );
    }
  }
}

/** Whether the roles exist and grant what the proposal says. */
async function isStillGranted(on: Queryable, roles: readonly string[], rights: readonly string[]): Promise<boolean> {
  const ownIds = (await ownRoles(on)).map(({ roleId }) => roleId);
  return roles.every((role) => isRole(role, ownIds)) && isSameSet(await grantedBy(on, roles), rights);
}

function carryOut(tx: Tx, deps: DecidingDeps, context: DecideStaffContext, proposal: StaffProposal): Promise<void> {
  const carry = { invite: openInvitation, set_roles: changeRolesOf, save_role: changeRights }[proposal.act];
  return carry(tx, deps, context, proposal);
}

type CarryOut = typeof carryOut;

const openInvitation: CarryOut = async (tx, { audit }, context, { subject, reason }) => {
  const { now, session } = context;
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
  if (!(await updateInvitationOpened(tx, subject, { by: session.userId, at: now, expiresAt })))
    context.refuse('approval_outdated');
  await audit.record(tx, { ...actorOf(context), action: 'staff_invitation_opened', object: reason });
};

const changeRolesOf: CarryOut = async (tx, { audit }, context, proposal) => {
  const { subject, name, roles, rolesBefore, proposedBy, reason } = proposal;
  const by = [proposedBy, context.session.userId];
  await changeRoles(tx, { userId: BigInt(subject), roles, by, raises: true, at: context.now });
  const names = await roleNames(tx);
  const [before, after] = [rolesBefore, roles].map((ids) => names(ids).map((role) => role.name));
  const object = objectOf(name, changeText(before ?? [], after ?? []), reason);
  await audit.record(tx, { ...actorOf(context), action: 'staff_roles_changed', object });
};

const changeRights: CarryOut = async (tx, { audit }, context, proposal) => {
  const { subject: roleId, name, rights, rightsBefore, proposedBy, reason } = proposal;
  const by = [proposedBy, context.session.userId];
  const role = { roleId, name, rights: rights.filter(isRight) };
  await changeRole(tx, role, { by, raises: true, changesRights: true, at: context.now });
  const object = objectOf(name, changeText(rightsBefore, rights), reason);
  await audit.record(tx, { ...actorOf(context), action: 'staff_role_saved', object });
};

interface Reading {
  names(ids: readonly string[]): RoleName[];
  reader: Reader;
  /** Whether it could be carried out now. */
  holds: boolean;
}

function rowOf(proposal: StaffProposal, { names, reader: { session, now }, holds }: Reading): ReadProposalRow {
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
    state: approvalStateAt(proposal, now, holds),
    decidedBy: proposal.decider,
    decidedAt: proposal.decidedAt?.toISOString() ?? null,
    remark,
    own: proposal.proposedBy === session.userId || userOf(proposal) === session.userId,
  };
}
