/**
 * Operators and their roles, for the staff feature, which decides who can change them. A change of what somebody can do
 * ends all of their sessions.
 */
import { builtInRoles, isBuiltInRole, rightsOf, type Right } from '#features/rights.ts';
import { endAllSessions } from '#features/sessions/server/verbs.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { insertUser, lockUser, type NewUser, selectUser, type User } from '../store.ts';
import { lockProposals } from './proposal-store.ts';
import {
  countActiveOwners,
  deleteStaffRole,
  selectHolders,
  selectOwnRights,
  selectRolesOfAll,
  selectStaffRoles,
  type StaffRole,
  updateRolesOf,
  upsertGrant,
  upsertStaffRole,
} from './staff-store.ts';

export type { StaffRole };

/** Whatever changes operators and roles waits here for each other. Call first in the transaction. */
export const lockStaff: (tx: Tx) => Promise<void> = lockProposals;

/** The roles that owners have made, by name. */
export const ownRoles: (on: Queryable) => Promise<StaffRole[]> = selectStaffRoles;

/** Owners who can log in. */
export const activeOwners: (on: Queryable) => Promise<number> = countActiveOwners;

/** The operators who have this role, whether or not they can log in. */
export const holdersOf: (on: Queryable, role: string) => Promise<bigint[]> = selectHolders;

/** The operators who have a role with this right, whether or not they can log in. */
export async function holdersWith(on: Queryable, right: Right): Promise<ReadonlySet<bigint>> {
  const own = (await selectStaffRoles(on)).filter(({ rights }) => rights.includes(right));
  const roles = [
    ...Object.keys(builtInRoles).filter((role) => isBuiltInRole(role) && rightsOf([role]).has(right)),
    ...own.map(({ roleId }) => roleId),
  ];
  const holders = new Set<bigint>();
  for (const role of roles) for (const userId of await selectHolders(on, role)) holders.add(userId);
  return holders;
}

export const removeRole: (tx: Tx, roleId: string) => Promise<void> = deleteStaffRole;

/** What these roles grant now. */
export async function grantedBy(on: Queryable, roles: readonly string[]): Promise<ReadonlySet<Right>> {
  return rightsOf(roles, roles.length === 0 ? [] : await selectOwnRights(on, roles));
}

/** How many operators could confirm an act that needs this right; disabled ones count if `of` is `all`. */
export async function countDeciders(on: Queryable, right: Right, of: 'active' | 'all'): Promise<number> {
  const own = await selectStaffRoles(on);
  const roles = await selectRolesOfAll(on, of);
  return roles.filter((held) => {
    const rights = rightsOf(
      held,
      own.filter(({ roleId }) => held.includes(roleId)).flatMap((role) => role.rights),
    );
    return rights.has(right) && rights.has('approvals.approve');
  }).length;
}

export interface Operator {
  userId: bigint;
  username: string;
  state: 'active' | 'disabled';
  roles: readonly string[];
}

/** Undefined for anyone else. */
export async function findOperator(on: Queryable, userId: bigint): Promise<Operator | undefined> {
  return operatorOf(await selectUser(on, userId));
}

/** Locks an operator until the transaction ends. Undefined for anyone else. */
export async function lockOperator(tx: Tx, userId: bigint): Promise<Operator | undefined> {
  return operatorOf(await lockUser(tx, userId));
}

function operatorOf(user: User | undefined): Operator | undefined {
  if (user?.role !== 'operator') return undefined;
  const { userId, username, state, staffRoles } = user;
  return { userId, username, state, roles: staffRoles ?? [] };
}

export interface Granting {
  /** Who gives: the proposer, and the confirmer if there is one. */
  by: readonly bigint[];
  /** The change adds rights. */
  raises: boolean;
  at: Date;
}

/** Changes what an operator has, and ends its sessions. The user must be locked. */
export async function changeRoles(
  tx: Tx,
  { userId, roles, ...granting }: Granting & { userId: bigint; roles: readonly string[] },
): Promise<void> {
  await updateRolesOf(tx, userId, roles);
  await rightsChanged(tx, [userId], granting);
}

/** Changes a role of one's own for all who hold it, and ends their sessions if its rights change. */
export async function changeRole(
  tx: Tx,
  role: StaffRole,
  { changesRights, ...granting }: Granting & { changesRights: boolean },
): Promise<void> {
  await upsertStaffRole(tx, role, granting.at);
  if (changesRights) await rightsChanged(tx, await selectHolders(tx, role.roleId), granting);
}

async function rightsChanged(tx: Tx, userIds: readonly bigint[], { by, raises, at }: Granting): Promise<void> {
  for (const userId of userIds) {
    await endAllSessions(tx, userId, at);
    if (raises) await noteGrant(tx, userId, { by, at });
  }
}

async function noteGrant(tx: Tx, userId: bigint, { by, at }: Pick<Granting, 'by' | 'at'>): Promise<void> {
  for (const giver of by) if (giver !== userId) await upsertGrant(tx, { userId, by: giver, at });
}

/** Adds an operator who was invited. Returns false if the name is taken. */
export async function addInvited(
  tx: Tx,
  {
    by,
    ...user
  }: Pick<NewUser, 'userId' | 'username' | 'passwordHash' | 'createdAt' | 'staffRoles'> & { by: readonly bigint[] },
): Promise<boolean> {
  const added = await insertUser(tx, {
    ...user,
    role: 'operator',
    memberNo: null,
    nickname: user.username,
    payPasswordHash: null,
    mobile: null,
    given: false,
  });
  if (added !== 'added') return false;
  await noteGrant(tx, user.userId, { by, at: user.createdAt });
  return true;
}
