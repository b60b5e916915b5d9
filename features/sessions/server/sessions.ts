/**
 * Sessions: opened with a fresh token and checked against the database at every request, so that an end takes effect at
 * once on every process. A browser's session also needs a second half, in a cookie that no script can read.
 */
import { randomUUID } from 'node:crypto';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { Code } from '#foundation/core/envelope.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import { HALF_COOKIE, type SessionUse } from '#foundation/server/http/console-door.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { type Client, type Cookies, Refused } from '#foundation/server/http/handlers.ts';
import { equalBytes, newToken, sha256 } from '#foundation/server/secrets/sealing.ts';
import type { LoggedIn } from '#features/accounts/contract.ts';
import {
  consecutiveLoginDays,
  DEVICE_KNOWN_MS,
  isSessionOpen,
  MAX_OPEN_SESSIONS,
  SEEN_EVERY_MS,
  sessionPolicy,
} from '#features/accounts/rules.ts';
import {
  type FoundSession,
  insertSession,
  isSessionEnded,
  selectSession,
  selectSessionTimes,
  updateEndedSessions,
  updateLogin,
  updateOldestSessions,
  updateSessionSeen,
  upsertKnownDevice,
  type User,
} from '#features/accounts/server/store.ts';

const DEVICE_COOKIE = 'Admin-Device';

export interface SessionDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
}

/**
 * Returns undefined if the session is unknown, ended or expired, its user is disabled, or the second half is missing or
 * doesn't match. Counts as a use of the session unless `touch` is false.
 */
export async function authenticate(
  { db, clock, platform }: SessionDeps,
  token: string,
  half: string | undefined,
  { touch }: SessionUse = { touch: true },
): Promise<Session | undefined> {
  const tokenHash = sha256(token);
  const [found, settings] = await Promise.all([selectSession(db.kysely, tokenHash), platform.settings()]);
  const now = clock.now();
  if (!found || found.state !== 'active' || !isSessionOpen(found, sessionPolicy(settings), now)) return undefined;
  if (found.halfHash !== null && (half === undefined || !equalBytes(found.halfHash, sha256(half)))) return undefined;
  if (touch && now.getTime() - found.lastSeenAt.getTime() >= SEEN_EVERY_MS)
    await updateSessionSeen(db.kysely, tokenHash, now);
  return sessionOf(found);
}

/** Returns those of the sessions that are still open. Does not count as a use of them. */
export async function stillOpen(
  { db, clock, platform }: SessionDeps,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [found, settings] = await Promise.all([selectSessionTimes(db.kysely, sessionIds), platform.settings()]);
  const policy = sessionPolicy(settings);
  const now = clock.now();
  return new Set(
    found
      .filter((session) => session.state === 'active' && isSessionOpen(session, policy, now))
      .map(({ sessionId }) => sessionId),
  );
}

/**
 * Ends all other sessions and returns how many were open. Throws, and so rolls back the transaction, if this session
 * was itself ended during the request: a signed-out user must not change anything.
 */
export async function endOtherSessions(
  tx: Tx,
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
  now: Date,
): Promise<number> {
  const ended = await updateEndedSessions(tx, userId, { except: sessionId }, now);
  await refuseEnded(tx, sessionId);
  return ended;
}

/**
 * Throws if the session was ended during its request. Call it after taking the lock that ending a session also takes.
 */
export async function refuseEnded(tx: Tx, sessionId: string): Promise<void> {
  if (await isSessionEnded(tx, sessionId)) throw new Refused(Code.loggedOut, 'logged_out');
}

export interface OpenedSession {
  token: string;
  /** Null if a program logged in. */
  half: string | null;
  device: string;
  expiresAt: Date;
  /** The sessions that were ended to make room. */
  ended: readonly { device: string; ip: string }[];
}

/**
 * Stores the login: session, the user's times and days, device. Ends the oldest sessions if there are too many. `user`
 * must be locked or newly inserted.
 */
export async function openSession(
  tx: Tx,
  settings: PlatformSettings,
  user: Pick<User, 'userId' | 'role' | 'lastLoginDay' | 'consecutiveDays'>,
  { client, cookies, language, now }: { client: Client; cookies: Cookies; language: Language; now: Date },
): Promise<OpenedSession> {
  const policy = sessionPolicy(settings);
  const sessionId = randomUUID();
  const opened = {
    token: newToken(),
    half: client.browser ? newToken() : null,
    device: deviceOf(cookies) ?? newToken(),
    expiresAt: new Date(now.getTime() + policy.absoluteMs),
  };
  await insertSession(tx, {
    tokenHash: sha256(opened.token),
    sessionId,
    userId: user.userId,
    halfHash: opened.half === null ? null : sha256(opened.half),
    createdAt: now,
    expiresAt: opened.expiresAt,
    ip: client.ip,
    device: client.device,
    deviceHash: sha256(opened.device),
  });
  const ended = await updateOldestSessions(tx, user.userId, {
    most: MAX_OPEN_SESSIONS,
    newest: sessionId,
    now,
    seenSince: new Date(now.getTime() - policy.idleMs),
  });
  const day = dayOf(now, settings.timeZone);
  const consecutiveDays = consecutiveLoginDays({ lastDay: user.lastLoginDay, days: user.consecutiveDays }, day);
  await updateLogin(tx, user.userId, { at: now, ip: client.ip, language, day, consecutiveDays });
  await upsertKnownDevice(tx, user, sha256(opened.device), now);
  return { ...opened, ended };
}

/** The answer to a committed login, with its cookies. */
export function loggedIn(
  user: Pick<User, 'username' | 'nickname' | 'avatar' | 'memberNo' | 'role'>,
  { token, half, device, expiresAt }: OpenedSession,
  { cookies, now }: { cookies: Cookies; now: Date },
): LoggedIn {
  if (half !== null) cookies.setHttpOnly(HALF_COOKIE, half, expiresAt);
  cookies.setHttpOnly(DEVICE_COOKIE, device, new Date(now.getTime() + DEVICE_KNOWN_MS));
  const { username, nickname, avatar, memberNo, role } = user;
  return {
    userinfo: {
      token,
      expiretime: Math.floor(expiresAt.getTime() / 1000),
      username,
      nickname,
      avatar,
      memberNo: memberNo?.toString() ?? null,
      roles: [role],
    },
  };
}

/** The device's own token, if the request carries a well-formed one. */
export function deviceOf(cookies: Cookies): string | undefined {
  const device = cookies.get(DEVICE_COOKIE);
  return device !== undefined && /^[\w-]{43}$/.test(device) ? device : undefined;
}

function sessionOf({ sessionId, userId, username, role, memberNo }: FoundSession): Session {
  if (role === 'operator') return { sessionId, userId, username, role, memberNo: null };
  if (memberNo === null) throw new Error(`user ${userId} has no member`);
  return { sessionId, userId, username, role, memberNo };
}
