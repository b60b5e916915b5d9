/** Rules for logins: how many password guesses are allowed, which days count as consecutive, from where one can log in. */
import ipaddr from 'ipaddr.js';
import { addDays } from '#foundation/core/time-zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Wrong passwords. All strangers share the account's ten tries; a device on which the user has logged in before has ten
 * of its own, so that strangers can't lock the owner out.
 */
export const guessLimits = {
  account: { scope: 'password', tries: 10, windowMs: 30 * MINUTE_MS },
  device: { scope: 'password_device', tries: 10, windowMs: 30 * MINUTE_MS },
  address: { scope: 'password_address', tries: 300, windowMs: 30 * MINUTE_MS },
} as const;

/** Tries with a second step after the windows above are used up; `account` is counted per address. */
export const lockedGuessLimits = {
  account: { scope: 'password_locked', tries: 10, windowMs: 30 * MINUTE_MS },
  address: { scope: 'password_locked_address', tries: 300, windowMs: 30 * MINUTE_MS },
} as const;

/** Wrong payment passwords, counted across the console, batches and keys. */
export const payPasswordLimit = { scope: 'pay_password', tries: 5, windowMs: 15 * MINUTE_MS } as const;

export const registrationLimit = { scope: 'register_address', tries: 60, windowMs: HOUR_MS } as const;
/** Requests that ask whether a username exists. */
export const existsLimit = { scope: 'exists_address', tries: 200, windowMs: 10 * MINUTE_MS } as const;

/** Tries of reset links. 256 bits can't be guessed, but tries must not be free. */
export const resetLimit = { scope: 'password_reset_address', tries: 20, windowMs: HOUR_MS } as const;

/** How long a reset link is valid. */
export const RESET_LIFE_MS = HOUR_MS;
/** Expired reset links are kept for inquiries. */
export const RESETS_KEPT_MS = 30 * DAY_MS;

/** After a change that could let one person act as two operators, the new credentials prove nothing for this long. */
export const PROBATION_MS = DAY_MS;

/** Returns when the probation that began at `moment` ends; undefined if there is none or it is over. */
export function probationEnd(moment: Date | null | undefined, now: Date): Date | undefined {
  if (!moment) return undefined;
  const until = new Date(moment.getTime() + PROBATION_MS);
  return until > now ? until : undefined;
}

/** Returns the last end of several probations; undefined if all are over. */
export function latestProbationEnd(moments: readonly (Date | null | undefined)[], now: Date): Date | undefined {
  return moments
    .flatMap((moment) => probationEnd(moment, now) ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())
    .at(-1);
}

/** The number an operator's reset link is sent to. A number that was bound recently may be another person's. */
export function numberForLink(
  { mobile, mobileBoundAt }: { mobile: string | null; mobileBoundAt: Date | null },
  now: Date,
): string | undefined {
  return mobile === null || probationEnd(mobileBoundAt, now) ? undefined : mobile;
}

/** For "try again in … min"; at least one. */
export function wholeMinutes(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / MINUTE_MS));
}

/** For "in … h". */
export function wholeHours(until: Date, now: Date): number {
  return Math.ceil((until.getTime() - now.getTime()) / HOUR_MS);
}

/** Consecutive days with a login, including this one. Days are in the platform's time zone. */
export function consecutiveLoginDays(before: { lastDay: string | null; days: number }, today: string): number {
  if (before.lastDay === today) return Math.max(1, before.days);
  return before.lastDay === addDays(today, -1) ? before.days + 1 : 1;
}

/** Whether a login is allowed from this address. Entries are addresses or CIDR ranges; an empty list allows all. */
export function isLoginAddressAllowed(ip: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return allowed.some((entry) => {
    const range = rangeOf(entry);
    return range !== undefined && range[0].kind() === address.kind() && address.match(range);
  });
}

/** Returns undefined for an unreadable entry, which therefore allows no address. */
function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.isValid(entry)) return undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
