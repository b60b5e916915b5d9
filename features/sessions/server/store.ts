/**
 * SQL of the table `sessions`, read together with the user of a session. Tokens, second halves and devices are stored
 * only as SHA-256.
 */
import type { Role } from '#foundation/core/session.ts';
import { checkStreamsOnCommit } from '#foundation/server/live/live.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SessionTimes } from '../rules.ts';

type UserState = 'active' | 'disabled';

export interface NewSession {
  tokenHash: Buffer;
  sessionId: string;
  userId: bigint;
  halfHash: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
  ip: string;
  device: string;
  deviceHash: Buffer;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await sql`insert into sessions (token_hash, session_id, user_id, half_hash, created_at, last_seen_at, expires_at, ip, device, device_hash)
    values (${session.tokenHash}, ${session.sessionId}, ${session.userId}, ${session.halfHash}, ${session.createdAt}, ${session.createdAt}, ${session.expiresAt},
      ${session.ip}, ${session.device}, ${session.deviceHash})`.execute(tx);
}

/** A session and its user. */
export interface FoundSession extends SessionTimes {
  sessionId: string;
  userId: bigint;
  username: string;
  role: Role;
  memberNo: bigint | null;
  state: UserState;
  mustChangePassword: boolean;
  halfHash: Buffer | null;
  /** Null unless it is an operator. */
  staffRoles: readonly string[] | null;
  /** Of its roles that are not built in. */
  ownRights: readonly string[];
  /** Looked up for operators only. */
  hasAuthenticator: boolean;
  /** The operator who reads as this user; null if it is the user's own session. */
  viewerId: bigint | null;
  viewerName: string | null;
  viewerRoles: readonly string[] | null;
  viewerOwnRights: readonly string[];
}

/**
 * A user of a disabled member is as good as disabled. A view depends on its operator alone: it is over when the
 * operator is disabled or the operator's own session has ended.
 */
const stateOfUser = sql`case
  when s.viewed_by is not null then case when exists (
    select from sessions o join users w on w.user_id = o.user_id
    where o.session_id = s.viewed_in and o.ended_at is null and o.user_id = s.viewed_by and w.state = 'active') then 'active' else 'disabled' end
  when m.state = 'disabled' then m.state else u.state end`;

export async function selectSession(on: Queryable, tokenHash: Buffer): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select s.session_id as "sessionId", s.half_hash as "halfHash", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.ended_at as "endedAt",
      u.user_id as "userId", u.username, u.role, u.member_no as "memberNo", ${stateOfUser} as state,
      u.must_change_password as "mustChangePassword", u.staff_roles as "staffRoles",
      array(select unnest(r.rights) from staff_roles r where r.role_id::text = any(u.staff_roles)) as "ownRights",
      u.role = 'operator' and exists (select from authenticators f where f.user_id = u.user_id) as "hasAuthenticator",
      v.user_id as "viewerId", v.username as "viewerName", v.staff_roles as "viewerRoles",
      array(select unnest(r.rights) from staff_roles r where r.role_id::text = any(v.staff_roles)) as "viewerOwnRights"
    from sessions s join users u using (user_id) left join members m on m.member_no = u.member_no left join users v on v.user_id = s.viewed_by
    where s.token_hash = ${tokenHash}`.execute(on);
  return rows[0];
}

/** Leaves out sessions that do not exist. */
export async function selectSessionTimes(
  on: Queryable,
  sessionIds: readonly string[],
): Promise<(SessionTimes & { sessionId: string; state: UserState })[]> {
  const { rows } = await sql<SessionTimes & { sessionId: string; state: UserState }>`
    select s.session_id as "sessionId", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.ended_at as "endedAt", ${stateOfUser} as state
    from sessions s join users u using (user_id) left join members m on m.member_no = u.member_no where s.session_id = any(${[...sessionIds]}::uuid[])`.execute(
    on,
  );
  return rows;
}

export interface NewView {
  tokenHash: Buffer;
  sessionId: string;
  /** The user as whom the operator reads. */
  userId: bigint;
  viewedBy: bigint;
  /** The operator's own session, whose second half is the view's too. */
  viewedIn: string;
  createdAt: Date;
  expiresAt: Date;
  ip: string;
  device: string;
}

export async function insertView(tx: Tx, view: NewView): Promise<void> {
  await sql`insert into sessions (token_hash, session_id, user_id, half_hash, created_at, last_seen_at, expires_at, ip, device, viewed_by, viewed_in)
    select ${view.tokenHash}::bytea, ${view.sessionId}::uuid, ${view.userId}::bigint, half_hash, ${view.createdAt}::timestamptz, ${view.createdAt}::timestamptz,
      ${view.expiresAt}::timestamptz, ${view.ip}::inet, ${view.device}::text, ${view.viewedBy}::bigint, session_id
    from sessions where session_id = ${view.viewedIn}::uuid`.execute(tx);
}

/** Ends the views that were opened in this session of an operator. Returns how many were open. */
export async function updateViewsEnded(tx: Tx, viewedIn: string, at: Date): Promise<number> {
  const { rows } = await sql<{ userId: bigint }>`
    update sessions set ended_at = ${at} where viewed_in = ${viewedIn} and ended_at is null returning user_id as "userId"`.execute(
    tx,
  );
  for (const { userId } of rows) await checkStreamsOnCommit(tx, userId);
  return rows.length;
}

export async function updateSessionSeen(on: Queryable, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`update sessions set last_seen_at = ${at} where token_hash = ${tokenHash} and last_seen_at < ${at}`.execute(
    on,
  );
}

/** Ends all, one, or all but one of a user's sessions, and their streams on commit. Returns how many were open. */
export async function updateEndedSessions(
  tx: Tx,
  userId: bigint,
  which: { only?: string; except?: string },
  at: Date,
): Promise<number> {
  const { rowCount } = await sql`
    update sessions set ended_at = ${at}
    where user_id = ${userId} and ended_at is null
      and (${which.only ?? null}::uuid is null or session_id = ${which.only ?? null}::uuid)
      and (${which.except ?? null}::uuid is null or session_id <> ${which.except ?? null}::uuid)`.execute(tx);
  const ended = rowCount;
  if (ended > 0) await checkStreamsOnCommit(tx, userId);
  return ended;
}

export interface EndedSession {
  /** Browser and system, as the list of sessions shows them. */
  deviceName: string;
  ip: string;
}

/**
 * Ends the user's open sessions except the newest `max`, and their streams on commit, and returns them. `newest` is
 * always kept.
 */
export async function updateOldestSessions(
  tx: Tx,
  userId: bigint,
  { max, newest, now, seenSince }: { max: number; newest: string; now: Date; seenSince: Date },
): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    update sessions set ended_at = ${now}
    where user_id = ${userId} and ended_at is null and session_id in (
      select session_id from sessions where user_id = ${userId} and viewed_by is null and ended_at is null and expires_at > ${now} and last_seen_at > ${seenSince}
      order by session_id = ${newest}::uuid desc, created_at desc, session_id offset ${max})
    returning device as "deviceName", host(ip) as ip`.execute(tx);
  if (rows.length > 0) await checkStreamsOnCommit(tx, userId);
  return rows;
}

/** Also sees an end by a transaction that has just committed. */
export async function isSessionEnded(tx: Tx, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sessions where session_id = ${sessionId} and ended_at is not null`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface OpenSession {
  sessionId: string;
  device: string;
  ip: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Open sessions of the user’s own seen after `seenSince`, most recently seen first. */
export async function selectOpenSessions(
  on: Queryable,
  userId: bigint,
  { now, seenSince }: { now: Date; seenSince: Date },
): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select session_id as "sessionId", device, host(ip) as ip, created_at as "createdAt", last_seen_at as "lastSeenAt"
    from sessions where user_id = ${userId} and viewed_by is null and ended_at is null and expires_at > ${now} and last_seen_at > ${seenSince}
    order by last_seen_at desc, created_at desc, session_id`.execute(on);
  return rows;
}

export async function deleteSessionsOverBefore(on: Queryable, at: Date): Promise<number> {
  const { rowCount } = await sql`delete from sessions where least(ended_at, expires_at) < ${at}`.execute(on);
  return rowCount;
}
