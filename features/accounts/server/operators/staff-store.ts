/**
 * SQL of operators' roles: the column `users.staff_roles`, and the tables `staff_roles` and `staff_grants`. All
 * operators are found by the index `users_operators`.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Right } from '#features/rights.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

/** A role that an owner has made. */
export interface StaffRole {
  /** A UUID. */
  roleId: string;
  name: string;
  rights: readonly Right[];
}

/** Violates the index `staff_roles_by_name` if another role has the name. */
export async function upsertStaffRole(tx: Tx, { roleId, name, rights }: StaffRole, at: Date): Promise<void> {
  await sql`
    insert into staff_roles (role_id, name, rights, changed_at) values (${roleId}, ${name}, ${[...rights]}::text[], ${at})
    on conflict (role_id) do update set name = excluded.name, rights = excluded.rights, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

export async function deleteStaffRole(tx: Tx, roleId: string): Promise<void> {
  await sql`delete from staff_roles where role_id = ${roleId}`.execute(tx);
}

/** By name. */
export async function selectStaffRoles(on: Queryable): Promise<StaffRole[]> {
  const { rows } =
    await sql<StaffRole>`select role_id::text as "roleId", name, rights from staff_roles order by lower(name)`.execute(
      on,
    );
  return rows;
}

/** The rights of those roles that are not built in. */
export async function selectOwnRights(on: Queryable, roles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    right: string;
  }>`select unnest(rights) as right from staff_roles where role_id::text = any(${[...roles]}::text[])`.execute(on);
  return rows.map(({ right }) => right);
}

export async function updateRolesOf(tx: Tx, userId: bigint, roles: readonly string[]): Promise<void> {
  await sql`update users set staff_roles = ${[...roles]}::text[] where user_id = ${userId} and role = 'operator'`.execute(
    tx,
  );
}

export async function countActiveOwners(on: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users where role = 'operator' and state = 'active' and 'owner' = any(staff_roles)`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

/** The roles of each operator, or of each one who can log in. */
export async function selectRolesOfAll(on: Queryable, of: 'active' | 'all'): Promise<(readonly string[])[]> {
  const { rows } = await sql<{ roles: string[] }>`
    select coalesce(staff_roles, '{}') as roles from users where role = 'operator' and (${of} = 'all' or state = 'active')`.execute(
    on,
  );
  return rows.map(({ roles }) => roles);
}

export async function selectHolders(on: Queryable, role: string): Promise<bigint[]> {
  const { rows } = await sql<{ userId: bigint }>`
    select user_id as "userId" from users where role = 'operator' and ${role} = any(staff_roles) order by user_id`.execute(
    on,
  );
  return rows.map(({ userId }) => userId);
}

export async function upsertGrant(tx: Tx, { userId, by, at }: { userId: bigint; by: bigint; at: Date }): Promise<void> {
  await sql`
    insert into staff_grants (user_id, granted_by, granted_at) values (${userId}, ${by}, ${at})
    on conflict (user_id, granted_by) do update set granted_at = excluded.granted_at`.execute(tx);
}

/** When `by` last invited this operator or gave it more rights, as proposer or as confirmer. */
export async function selectGrantedAt(
  on: Queryable,
  { userId, by }: { userId: bigint; by: bigint },
): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date;
  }>`select granted_at as at from staff_grants where user_id = ${userId} and granted_by = ${by}`.execute(on);
  return rows[0]?.at;
}
