/**
 * Logins as sessions: opened with a fresh token, checked at every request against the database, so that an end counts
 * at once on every process. A browser's login has a second half in a cookie that no script can read, and needs both.
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
import type { LoggedIn } from '../contract.ts';
import {
  consecutiveLoginDays,
  DEVICE_KNOWN_MS,
  isSessionOpen,
  MAX_OPEN_SESSIONS,
  SEEN_EVERY_MS,
  sessionPolicy,
} from '../rules.ts';
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
} from './store.ts';

const DEVICE_COOKIE = 'Admin-Device';

export interface SessionDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
}

/**
 * Undefined: there is no such session, it is over, the user is disabled, or the second half is missing or another's.
 * Counts as a use of the session unless `touch` is false.
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
 * In the transaction of what ends all other sessions; how many were open. Undoes it all when this one was itself ended
 * while the request was being worked on: whoever was signed out changes nothing any more.
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
 * Throws when the session was ended while its request was being worked on. After the lock that whatever ends it takes
 * too.
 */
export async function refuseEnded(tx: Tx, sessionId: string): Promise<void> {
  if (await isSessionEnded(tx, sessionId)) throw new Refused(Code.loggedOut, 'logged_out');
}

export interface OpenedSession {
  token: string;
  /** Null for a program's login. */
  half: string | null;
  device: string;
  expiresAt: Date;
  /** The sessions that it took the place of. */
  ended: readonly { device: string; ip: string }[];
}

/**
 * Writes the login down: session, times and days of the user, device; ends the oldest session where there are too many.
 * `user` is locked or new.
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

/** The answer to a login that is committed, with its cookies. */
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

/** The device's own token, if the request carries one that can be ours. */
export function deviceOf(cookies: Cookies): string | undefined {
  const device = cookies.get(DEVICE_COOKIE);
  return device !== undefined && /^[\w-]{43}$/.test(device) ? device : undefined;
}

function sessionOf({ sessionId, userId, username, role, memberNo }: FoundSession): Session {
  if (role === 'operator') return { sessionId, userId, username, role, memberNo: null };
  if (memberNo === null) throw new Error(`user ${userId} has no member`);
  return { sessionId, userId, username, role, memberNo };
}
