/** Rules for sessions: how long one lasts, how many a user has, how long a device is known. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts; both are platform settings. */
export interface SessionPolicy {
  /** The time without a request after which it ends. */
  idleMs: number;
  /** The time after which it ends in any case. */
  absoluteMs: number;
}

export function sessionPolicy(settings: { sessionIdleMinutes: number; sessionHours: number }): SessionPolicy {
  return { idleMs: settings.sessionIdleMinutes * MINUTE_MS, absoluteMs: settings.sessionHours * HOUR_MS };
}

export interface SessionTimes {
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

export function isSessionOpen(
  { lastSeenAt, expiresAt, endedAt }: SessionTimes,
  { idleMs }: SessionPolicy,
  now: Date,
): boolean {
  return endedAt === null && now < expiresAt && now.getTime() - lastSeenAt.getTime() < idleMs;
}

/** The time of the last request is stored at most this often. */
export const SEEN_EVERY_MS = MINUTE_MS;

/** The most open sessions per user; one more ends the oldest. */
export const MAX_OPEN_SESSIONS = 20;

/** How long an operator can read as a member before it must ask again. */
export const VIEW_MS = 15 * MINUTE_MS;

/** Ended sessions are kept for inquiries. */
export const ENDED_SESSIONS_KEPT_MS = 30 * DAY_MS;

/** A device is forgotten after this time without a login; the browser's cookie expires then too. */
export const DEVICE_KNOWN_MS = 365 * DAY_MS;
/** The most known devices per user; programs that keep no cookies add one at every login. */
export const MAX_KNOWN_DEVICES = 50;
