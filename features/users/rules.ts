/** Rules about logins: how long one lasts, how often a password may be guessed, which days count as consecutive. */
import ipaddr from 'ipaddr.js';
import { addDays } from '#foundation/core/time-zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a login lasts; both are settings of the platform. */
export interface SessionPolicy {
  /** Without a request. */
  idleMs: number;
  /** In any case. */
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

/** The last request is written down at most this often. */
export const SEEN_EVERY_MS = MINUTE_MS;

/** Open logins of one user: one more ends the oldest. */
export const MAX_OPEN_SESSIONS = 20;

/** Ended logins are kept for the list of sessions and for questions. */
export const ENDED_SESSIONS_KEPT_MS = 30 * DAY_MS;

/** A device stays known for as long without a login; a browser keeps its cookie no longer. */
export const DEVICE_KNOWN_MS = 365 * DAY_MS;
/** Of one user; programs that keep no cookies add one at every login. */
export const MAX_KNOWN_DEVICES = 50;

/**
 * Wrong passwords. A stranger shares the account's ten with all other strangers; a device that the user entered from
 * before has ten of its own, so that strangers can't lock the owner out.
 */
export const guessLimits = {
  account: { scope: 'password', tries: 10, windowMs: 30 * MINUTE_MS },
  device: { scope: 'password_device', tries: 10, windowMs: 30 * MINUTE_MS },
  address: { scope: 'password_address', tries: 300, windowMs: 30 * MINUTE_MS },
} as const;

/** Tries with a second step while the windows above are used up; `account` counts each address by itself. */
export const lockedGuessLimits = {
  account: { scope: 'password_locked', tries: 10, windowMs: 30 * MINUTE_MS },
  address: { scope: 'password_locked_address', tries: 300, windowMs: 30 * MINUTE_MS },
} as const;

/** Wrong payment passwords, counted across the console, batches and keys. */
export const payPasswordLimit = { scope: 'pay_password', tries: 5, windowMs: 15 * MINUTE_MS } as const;

export const registrationLimit = { scope: 'register_address', tries: 60, windowMs: HOUR_MS } as const;
/** Asking which usernames exist. */
export const existsLimit = { scope: 'exists_address', tries: 200, windowMs: 10 * MINUTE_MS } as const;

/** Tries of links that set a password: nobody guesses 256 bits, but nobody shall try for free either. */
export const resetLimit = { scope: 'password_reset_address', tries: 20, windowMs: HOUR_MS } as const;

/** How long an operator's link sets a new password. */
export const RESET_LIFE_MS = HOUR_MS;

/** After something that could make one person two operators, and for as long nothing new counts as proof. */
export const PROBATION_MS = DAY_MS;

/** When what happened then no longer stands in the way; undefined: it does not. */
export function restsUntil(moment: Date | null | undefined, now: Date): Date | undefined {
  if (!moment) return undefined;
  const until = new Date(moment.getTime() + PROBATION_MS);
  return until > now ? until : undefined;
}

/** Of several, the last; undefined: none stands in the way. */
export function lastsUntil(moments: readonly (Date | null | undefined)[], now: Date): Date | undefined {
  return moments
    .flatMap((moment) => restsUntil(moment, now) ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())
    .at(-1);
}

/** Where an operator's reset link may go: a number that was bound a moment ago may be somebody else's. */
export function numberForLink(
  { mobile, mobileBoundAt }: { mobile: string | null; mobileBoundAt: Date | null },
  now: Date,
): string | undefined {
  return mobile === null || restsUntil(mobileBoundAt, now) ? undefined : mobile;
}

/** For "try again in … min": never zero. */
export function wholeMinutes(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / MINUTE_MS));
}

/** For "in … h". */
export function wholeHours(until: Date, now: Date): number {
  return Math.ceil((until.getTime() - now.getTime()) / HOUR_MS);
}

/** Days in a row with a login, this one included. Days are of the platform's time zone. */
export function consecutiveLoginDays(before: { lastDay: string | null; days: number }, today: string): number {
  if (before.lastDay === today) return Math.max(1, before.days);
  return before.lastDay === addDays(today, -1) ? before.days + 1 : 1;
}

/** Whether a login may come from this address; an empty list allows every one. Entries are addresses or CIDR ranges. */
export function mayLoginFrom(ip: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return allowed.some((entry) => {
    const range = rangeOf(entry);
    return range !== undefined && range[0].kind() === address.kind() && address.match(range);
  });
}

/** Undefined for what is neither: an entry that can't be read allows nobody. */
function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.isValid(entry)) return undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
