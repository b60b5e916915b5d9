/**
 * Sessions: opened with a fresh token and checked against the database at every request, so that an end takes effect at
 * once on every process. A browser's session also needs a second half, in a cookie that no script can read.
 */
import { randomUUID } from 'node:crypto';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { Code } from '#foundation/core/envelope.ts';
import { type Right, rightsOf } from '#features/rights.ts';
import type { Role, Session } from '#foundation/core/session.ts';
import { HALF_COOKIE, type SessionUse, type ViewedCall } from '#foundation/server/http/console-api.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { type Client, type Cookies, Refused } from '#foundation/server/http/handlers.ts';
import { equalBytes, newToken, sha256 } from '#foundation/server/secrets/sealing.ts';
import { isSessionOpen, MAX_OPEN_SESSIONS, SEEN_EVERY_MS, sessionPolicy } from '../rules.ts';
import { deviceTokenOf, keepDevice, upsertKnownDevice } from './devices.ts';
import {
  type EndedSession,
  type FoundSession,
  insertSession,
  isSessionEnded,
  selectSession,
  selectSessionTimes,
  updateEndedSessions,
  updateOldestSessions,
  updateSessionSeen,
} from './store.ts';
import { logView, type ViewDeps } from './views.ts';

export interface SessionDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  /** Operators need an authenticator, unless the platform's settings say otherwise. */
  production: boolean;
}

export interface SessionVerbs {
  /**
   * `half` is the second half from the browser's cookie. Returns undefined if the session is unknown, ended or expired,
   * its user is disabled, or the half is missing or doesn't match. Counts as a use of the session unless `touch` is
   * false.
   */
  authenticate(token: string, half: string | undefined, use?: SessionUse): Promise<Session | undefined>;
  /** Returns those of the sessions that are still open. Does not count as a use of them. */
  stillOpen(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Ends all but the calling session, in the transaction of its change. Throws, and so rolls back the transaction, if
   * the calling session was itself ended meanwhile.
   */
  endOtherSessions(tx: Tx, asking: Pick<Session, 'userId' | 'sessionId'>): Promise<number>;
  /** Logs a call of an operator who reads as a member, before it is answered. */
  viewed(view: ViewedCall): Promise<void>;
}

export function sessionVerbs(deps: SessionDeps & ViewDeps): SessionVerbs {
  return {
    authenticate: (token, half, use) => authenticate(deps, token, half, use),
    stillOpen: (sessionIds) => stillOpen(deps, sessionIds),
    viewed: (view) => logView(deps, view),
    endOtherSessions: (tx, asking) => endOtherSessions(tx, asking, deps.clock.now()),
  };
}

async function authenticate(
  { db, clock, platform, production }: SessionDeps,
  token: string,
  half: string | undefined,
  { touch }: SessionUse = { touch: true },
): Promise<Session | undefined> {
  const tokenHash = sha256(token);
  const [found, settings] = await Promise.all([selectSession(db, tokenHash), platform.settings()]);
  const now = clock.now();
  if (!found || found.state !== 'active' || !isSessionOpen(found, sessionPolicy(settings), now)) return undefined;
  if (found.viewerId !== null && !rightsOf(found.viewerRoles ?? [], found.viewerOwnRights).has(VIEW_RIGHT))
    return undefined;
  if (found.halfHash !== null && (half === undefined || !equalBytes(found.halfHash, sha256(half)))) return undefined;
  if (touch && now.getTime() - found.lastSeenAt.getTime() >= SEEN_EVERY_MS) await updateSessionSeen(db, tokenHash, now);
  return sessionOf(found, settings.operatorsNeedAuthenticator ?? production);
}

async function stillOpen(
  { db, clock, platform }: Omit<SessionDeps, 'production'>,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [found, settings] = await Promise.all([selectSessionTimes(db, sessionIds), platform.settings()]);
  const policy = sessionPolicy(settings);
  const now = clock.now();
  return new Set(
    found
      .filter((session) => session.state === 'active' && isSessionOpen(session, policy, now))
      .map(({ sessionId }) => sessionId),
  );
}

/** Ends all of the user's sessions and returns how many were open. */
export function endAllSessions(tx: Tx, userId: bigint, now: Date): Promise<number> {
  return updateEndedSessions(tx, userId, {}, now);
}

/** Ends one session and returns how many were open: one or none. */
export function endSession(
  tx: Tx,
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
  now: Date,
): Promise<number> {
  return updateEndedSessions(tx, userId, { only: sessionId }, now);
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
  deviceToken: string;
  expiresAt: Date;
  /** The sessions that were ended to make room. */
  ended: readonly EndedSession[];
}

/**
 * Stores the session and its device. Ends the oldest sessions if there are too many. `user` must be locked or newly
 * inserted.
 */
export async function openSession(
  tx: Tx,
  settings: PlatformSettings,
  user: { userId: bigint; role: Role },
  { client, cookies, now }: { client: Client; cookies: Cookies; now: Date },
): Promise<OpenedSession> {
  const policy = sessionPolicy(settings);
  const sessionId = randomUUID();
  const opened = {
    token: newToken(),
    half: client.browser ? newToken() : null,
    deviceToken: deviceTokenOf(cookies) ?? newToken(),
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
    deviceHash: sha256(opened.deviceToken),
  });
  const ended = await updateOldestSessions(tx, user.userId, {
    max: MAX_OPEN_SESSIONS,
    newest: sessionId,
    now,
    seenSince: new Date(now.getTime() - policy.idleMs),
  });
  await upsertKnownDevice(tx, user, sha256(opened.deviceToken), now);
  return { ...opened, ended };
}

/** What an operator needs to read as a member, at every call. */
const VIEW_RIGHT = 'views.act' satisfies Right;

/** Gives the browser the cookies of a committed login. */
export function keepSession(
  { half, deviceToken, expiresAt }: OpenedSession,
  { cookies, now }: { cookies: Cookies; now: Date },
): void {
  if (half !== null) cookies.setHttpOnly(HALF_COOKIE, half, expiresAt);
  keepDevice(cookies, deviceToken, now);
}

function sessionOf(found: FoundSession, operatorsNeedAuthenticator: boolean): Session {
  const { sessionId, userId, username, role, memberNo, mustChangePassword } = found;
  const session = { sessionId, userId, username, mustChangePassword };
  if (role === 'operator')
    return {
      ...session,
      role,
      memberNo: null,
      rights: rightsOf(found.staffRoles ?? [], found.ownRights),
      authenticatorNeeded: operatorsNeedAuthenticator && !found.hasAuthenticator,
    };
  if (memberNo === null) throw new Error(`user ${userId} has no member`);
  const { viewerId, viewerName, expiresAt } = found;
  if (viewerId === null) return { ...session, role, memberNo };
  const viewedBy = { userId: viewerId, username: viewerName ?? '', until: expiresAt };
  // What the user has yet to do is not the operator's.
  return { ...session, mustChangePassword: false, role, memberNo, viewedBy };
}
