/** Roles, and who has which. */
import { randomUUID } from 'node:crypto';
import { actorOf } from '#features/audit/server/verbs.ts';
import {
  activeOwners,
  changeRole,
  changeRoles,
  grantedBy,
  holdersOf,
  lockOperator,
  ownRoles,
  removeRole as deleteRole,
  type StaffRole,
} from '#features/accounts/server/operators/staff.ts';
import { type BuiltInRole, builtInRoles, isBuiltInRole } from '#features/rights.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { RoleRow, staffCalls } from '../contract.ts';
import { changeText, isRaise, isRole, isSameSet } from '../rules.ts';
import { acting, propose, type StaffDeps, takesTwo } from './proposing.ts';
import { isRoleInvited, selectHolderCounts, selectWaitingRoles, updateStaffProposalsOver } from './store.ts';

type Calls = (typeof staffCalls)['calls'];
type SaveCall = Calls['/operator/staff/saveRole'];
type RemoveCall = Calls['/operator/staff/removeRole'];
type SetCall = Calls['/operator/staff/setRoles'];

export interface RoleName {
  id: string;
  name: string;
}

/** Names roles by their ids. A role that is gone keeps its id. */
export async function roleNames(on: Queryable): Promise<(ids: readonly string[]) => RoleName[]> {
  const names = new Map((await ownRoles(on)).map(({ roleId, name }) => [roleId, name]));
  return (ids) => ids.map((id) => ({ id, name: names.get(id) ?? id }));
}

export async function listRoles(
  { db }: StaffDeps,
  { now }: CallContext<Calls['/operator/staff/roles']>,
): Promise<OutputOf<Calls['/operator/staff/roles']>> {
  return { list: await roleRows(db, now) };
}

/** All roles, built-in ones first. */
export async function roleRows(on: Queryable, now: Date): Promise<RoleRow[]> {
  const [own, holders, waiting] = await Promise.all([
    ownRoles(on),
    selectHolderCounts(on),
    selectWaitingRoles(on, now),
  ]);
  const rowOf = (id: string) => ({ id, holders: holders.get(id) ?? 0, waiting: waiting.includes(id) });
  const names = Object.keys(builtInRoles) as BuiltInRole[];
  return [
    ...names.map((id) => ({ ...rowOf(id), name: id, builtIn: true, rights: [...builtInRoles[id]] })),
    ...own.map(({ roleId, name, rights }) => ({ ...rowOf(roleId), name, builtIn: false, rights: [...rights] })),
  ];
}

export async function saveRole(
  deps: StaffDeps,
  context: CallContext<SaveCall>,
  { id, name, rights, reason, ...step }: ParsedInputOf<SaveCall>,
): Promise<OutputOf<SaveCall>> {
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const roles = await ownRoles(tx);
    const before = roles.find(({ roleId }) => roleId === id);
    if (id !== undefined && !before) return context.refuse('not_found');
    if (isNameTaken(roles, { name, roleId: id })) context.wrongField('name', 'role_name_taken');
    const role: StaffRole = { roleId: id ?? randomUUID(), name, rights: [...new Set(rights)] };
    const object = objectOf(name, changeText(before?.rights ?? [], role.rights), reason);
    const raises = before !== undefined && isRaise(before.rights, role.rights);
    if (raises && (await takesTwo(tx))) {
      const content = { act: 'save_role', subject: role.roleId, name, roles: [], rolesBefore: [], reason } as const;
      const rightsOfBoth = { rights: role.rights, rightsBefore: before.rights };
      const approvalId = await propose(tx, deps, context, { ...content, ...rightsOfBoth }, object);
      return { id: role.roleId, outcome: 'proposed', approvalId: approvalId ?? context.refuse('approval_waits') };
    }
    const changesRights = before !== undefined && !isSameSet(before.rights, role.rights);
    await changeRole(tx, role, { by: [context.session.userId], raises, changesRights, at: context.now });
    await deps.audit.record(tx, { ...actorOf(context), action: 'staff_role_saved', object });
    return { id: role.roleId, outcome: 'done', approvalId: null };
  });
}

/** In any case, as the database compares names. A name of a built-in role counts as taken. */
export function isNameTaken(
  roles: readonly StaffRole[],
  { name, roleId }: { name: string; roleId: string | undefined },
): boolean {
  const plain = name.toLowerCase();
  return isBuiltInRole(plain) || roles.some((one) => one.roleId !== roleId && one.name.toLowerCase() === plain);
}

export async function removeRole(
  deps: StaffDeps,
  context: CallContext<RemoveCall>,
  { id, reason, ...step }: ParsedInputOf<RemoveCall>,
): Promise<undefined> {
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const role = (await ownRoles(tx)).find(({ roleId }) => roleId === id) ?? context.refuse('not_found');
    if ((await holdersOf(tx, id)).length > 0 || (await isRoleInvited(tx, id, context.now))) context.refuse('role_held');
    await deleteRole(tx, id);
    await updateStaffProposalsOver(tx, { act: 'save_role', subject: id });
    const object = objectOf(role.name, changeText(role.rights, []), reason);
    await deps.audit.record(tx, { ...actorOf(context), action: 'staff_role_removed', object });
    return undefined;
  });
}

export async function setRoles(
  deps: StaffDeps,
  context: CallContext<SetCall>,
  { id, roles: wanted, reason, ...step }: ParsedInputOf<SetCall>,
): Promise<OutputOf<SetCall>> {
  const { session, now } = context;
  if (id === session.userId) context.refuse('own_user');
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const operator = (await lockOperator(tx, id)) ?? context.refuse('not_found');
    const roles = [...new Set(wanted)];
    const { roles: rolesBefore, username } = operator;
    const ownIds = (await ownRoles(tx)).map(({ roleId }) => roleId);
    if (!roles.every((role) => rolesBefore.includes(role) || isRole(role, ownIds)))
      context.wrongField('roles', 'role_unknown');
    if (isSameSet(rolesBefore, roles)) return { outcome: 'done', approvalId: null };
    const isOwner = operator.state === 'active' && rolesBefore.includes('owner');
    if (isOwner && !roles.includes('owner') && (await activeOwners(tx)) === 1) context.refuse('last_owner');
    const rights = [...(await grantedBy(tx, roles))];
    const rightsBefore = [...(await grantedBy(tx, rolesBefore))];
    const names = await roleNames(tx);
    const nameOf = (ids: readonly string[]): string[] => names(ids).map(({ name }) => name);
    const object = objectOf(username, changeText(nameOf(rolesBefore), nameOf(roles)), reason);
    // An owner gets what will be added to the platform too.
    const raises = isRaise(rightsBefore, rights) || (roles.includes('owner') && !rolesBefore.includes('owner'));
    if (raises && (await takesTwo(tx))) {
      const content = { act: 'set_roles', subject: id.toString(), name: username, roles, rolesBefore, reason } as const;
      const approvalId = await propose(tx, deps, context, { ...content, rights, rightsBefore }, object);
      return { outcome: 'proposed', approvalId: approvalId ?? context.refuse('approval_waits') };
    }
    await changeRoles(tx, { userId: id, roles, by: [session.userId], raises, at: now });
    await deps.audit.record(tx, { ...actorOf(context), action: 'staff_roles_changed', object });
    return { outcome: 'done', approvalId: null };
  });
}

/** For the audit log: what it is about, what changes, why. */
export function objectOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
