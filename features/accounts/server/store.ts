/** SQL of the table `users`. */
import type { Certification, Stop } from '#features/members/member.ts';
import type { Role } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { PREPARED, type Queryable, type Tx } from '#foundation/server/postgres/database.ts';
import { checkStreamsOnCommit } from '#foundation/server/live/live.ts';
import { sql } from '#foundation/server/postgres/sql.ts';

export interface User {
  userId: bigint;
  role: Role;
  memberNo: bigint | null;
  username: string;
  passwordHash: string;
  payPasswordHash: string | null;
  nickname: string;
  bio: string;
  avatar: string | null;
  /** Bound or registered by the user. A number that an agent gave is not shown here before its owner has bound it. */
  mobile: string | null;
  /** Of the last login. */
  language: Language;
  state: 'active' | 'disabled';
  lastLoginAt: Date | null;
  lastLoginIp: string | null;
  /** `YYYY-MM-DD` in the platform's time zone. */
  lastLoginDay: string | null;
  consecutiveDays: number;
  createdAt: Date;
  /** When another person, a link or a command last reset the password or a factor. */
  credentialsResetAt: Date | null;
  /** Null for a number given at registration. */
  mobileBoundAt: Date | null;
  /** An agent chose the password, and the user has not replaced it. */
  mustChangePassword: boolean;
  /** Of the password that an agent chose. It must never be the user's own choice. */
  givenPasswordHash: string | null;
  /** Null unless it is an operator. */
  staffRoles: readonly string[] | null;
}

export const userColumns = sql`
  user_id as "userId", role, member_no as "memberNo", username, password_hash as "passwordHash", pay_password_hash as "payPasswordHash", nickname, bio, avatar,
  case when mobile_confirmed then mobile end as mobile, language, state, last_login_at as "lastLoginAt", host(last_login_ip) as "lastLoginIp", last_login_day as "lastLoginDay", consecutive_days as "consecutiveDays",
  created_at as "createdAt", credentials_reset_at as "credentialsResetAt", mobile_bound_at as "mobileBoundAt",
  must_change_password as "mustChangePassword", given_password_hash as "givenPasswordHash", staff_roles as "staffRoles"`;

export async function selectUser(on: Queryable, userId: bigint): Promise<User | undefined> {
  const { rows } = await sql<User>`select ${userColumns} from users where user_id = ${userId}`.execute(on);
  return rows[0];
}

/** The member's own user. */
export async function selectUserIdOf(on: Queryable, memberNo: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{
    userId: bigint;
  }>`select user_id as "userId" from users where member_no = ${memberNo}`.execute(on);
  return rows[0]?.userId;
}

export interface PayoutStatusRecord {
  memberNo: bigint;
  certification: Certification;
  switchedOff: Stop[];
  credentialsResetAt: Date | null;
  factorRemovedAt: Date | null;
}

/** One statement for all of them, because it runs while the members' wallets are locked. */
export async function selectPayoutStatuses(on: Queryable, memberNos: readonly bigint[]): Promise<PayoutStatusRecord[]> {
  const { rows } = await sql<PayoutStatusRecord>`${PREPARED}
    select m.member_no as "memberNo", m.certification, m.stopped as "switchedOff", u.credentials_reset_at as "credentialsResetAt",
      (select max(r.removed_at) from factor_removals r where r.user_id = u.user_id) as "factorRemovedAt"
    from members m left join users u using (member_no) where m.member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return rows;
}

/**
 * Finds a user by username in any case, or by mobile. A bound number wins over a username of the same digits, because
 * only its owner can have bound it. A number that an agent gave does not.
 */
export async function selectUserByAccount(
  on: Queryable,
  { username, mobile }: { username: string | undefined; mobile: string | undefined },
): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${userColumns} from users where lower(username) = lower(${username ?? null}) or mobile = ${mobile ?? null}
    order by case when mobile = ${mobile ?? null} and mobile_confirmed then 1 when lower(username) = lower(${username ?? null}) then 2 else 3 end
    limit 1`.execute(on);
  return rows[0];
}

export async function lockUser(tx: Tx, userId: bigint): Promise<User | undefined> {
  const { rows } = await sql<User>`select ${userColumns} from users where user_id = ${userId} for update`.execute(tx);
  return rows[0];
}

/** Locks users until the transaction ends, in the order of their ids to avoid deadlocks. */
export async function lockUsers(tx: Tx, userIds: readonly bigint[], lock: 'share' | 'update'): Promise<User[]> {
  const { rows } = await sql<User>`
    select ${userColumns} from users where user_id = any(${[...userIds]}::bigint[]) order by user_id for ${sql.raw(lock)}`.execute(
    tx,
  );
  return rows;
}

export async function existsUsername(on: Queryable, username: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users where lower(username) = lower(${username})`.execute(on);
  return rows.length > 0;
}

/** The number that an agent gave to the user `unless` does not count: its owner can bind it. */
export async function existsMobile(on: Queryable, mobile: string, unless: bigint | null = null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users
    where mobile = ${mobile} and (mobile_confirmed or user_id is distinct from ${unless}::bigint)`.execute(on);
  return rows.length > 0;
}

export interface NewUser extends Pick<
  User,
  | 'userId'
  | 'role'
  | 'memberNo'
  | 'username'
  | 'passwordHash'
  | 'payPasswordHash'
  | 'nickname'
  | 'mobile'
  | 'createdAt'
  | 'staffRoles'
> {
  /** An agent chose the password and the number. */
  given: boolean;
}

/** Of several concurrent inserts with one name or number the first to commit wins. A member has one user. */
export async function insertUser(tx: Tx, user: NewUser): Promise<'added' | 'username_taken' | 'mobile_taken'> {
  const { rowCount } = await sql`
    insert into users (user_id, role, member_no, username, password_hash, pay_password_hash, nickname, mobile, created_at,
      must_change_password, given_password_hash, mobile_confirmed, staff_roles)
    values (${user.userId}, ${user.role}, ${user.memberNo}, ${user.username}, ${user.passwordHash}, ${user.payPasswordHash}, ${user.nickname}, ${user.mobile}, ${user.createdAt},
      ${user.given}, ${user.given ? user.passwordHash : null}, ${!user.given}, ${user.staffRoles === null ? null : arrayLiteral(user.staffRoles)}::text[])
    on conflict do nothing`.execute(tx);
  if (rowCount === 1) return 'added';
  if (await existsUsername(tx, user.username)) return 'username_taken';
  if (user.mobile !== null && (await existsMobile(tx, user.mobile))) return 'mobile_taken';
  throw new Error(`user ${user.userId} of member ${user.memberNo} already exists`);
}

export async function updateLogin(
  tx: Tx,
  userId: bigint,
  {
    at,
    ip,
    language,
    day,
    consecutiveDays,
  }: { at: Date; ip: string; language: Language; day: string; consecutiveDays: number },
): Promise<void> {
  await sql`update users set last_login_at = ${at}, last_login_ip = ${ip}, language = ${language}, last_login_day = ${day}, consecutive_days = ${consecutiveDays} where user_id = ${userId}`.execute(
    tx,
  );
}

/** Stores a password that the user has chosen. */
export async function updateChosenPassword(tx: Tx, userId: bigint, passwordHash: string): Promise<void> {
  await sql`update users set password_hash = ${passwordHash}, must_change_password = false where user_id = ${userId}`.execute(
    tx,
  );
}

/** Stores another hash of the same password. */
export async function updatePasswordHash(tx: Tx, userId: bigint, passwordHash: string): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where user_id = ${userId}`.execute(tx);
}

export async function updatePayPasswordHash(tx: Tx, userId: bigint, payPasswordHash: string): Promise<void> {
  await sql`update users set pay_password_hash = ${payPasswordHash} where user_id = ${userId}`.execute(tx);
}

/** Violates the index `users_mobile` if another user has the number. */
export async function updateMobile(tx: Tx, userId: bigint, mobile: string | null, at: Date): Promise<void> {
  await sql`update users set mobile = ${mobile}, mobile_confirmed = true, mobile_bound_at = ${mobile === null ? null : at} where user_id = ${userId}`.execute(
    tx,
  );
}

export async function updateCredentialsReset(tx: Tx, userId: bigint, at: Date): Promise<void> {
  await sql`update users set credentials_reset_at = ${at} where user_id = ${userId}`.execute(tx);
}

/** Disabling a user closes the open streams on commit. */
export async function updateUserState(tx: Tx, userId: bigint, state: User['state']): Promise<void> {
  await sql`update users set state = ${state} where user_id = ${userId}`.execute(tx);
  if (state === 'disabled') await checkStreamsOnCommit(tx, userId);
}

export async function updateOperatorsCreated(tx: Tx, at: Date): Promise<void> {
  await sql`update users set created_at = ${at} where role = 'operator'`.execute(tx);
}
