/**
 * Rules about second factors: which policy takes which factor, how long a shown secret is valid, how many guesses are
 * allowed. The server's check and the screens share them. Each call declares its policy in its contract.
 */
import type { StepPolicy } from '#foundation/core/calls.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type StepMethod = 'google' | 'sms';

/** What a user has bound. */
export type BoundFactors = Readonly<Record<StepMethod, boolean>>;

/** What a call with this policy takes from a user with these factors; nothing when nothing is bound. */
export function methodsFor(policy: StepPolicy, { google, sms }: BoundFactors): readonly StepMethod[] {
  if (policy === 'authenticator') return google ? ['google'] : [];
  if (policy === 'any') return [...(sms ? (['sms'] as const) : []), ...(google ? (['google'] as const) : [])];
  return google ? ['google'] : sms ? ['sms'] : [];
}

/** Whether a recovery code stands in for the authenticator. */
export function takesRecoveryCode(policy: StepPolicy): boolean {
  return policy === 'authenticator';
}

/**
 * RFC 6238 with the figures that every authenticator app has: six digits, 30 seconds; one step to either side for its
 * clock.
 */
export const STEP_SECONDS = 30;
export const STEP_DIGITS = 6;

/** How long a secret that was shown may be confirmed. */
export const PENDING_LIFE_MS = 10 * MINUTE_MS;
/** Asked for again within this time it is the same one: a second look must not spoil what was scanned at the first. */
export const PENDING_SHOWN_AGAIN_MS = PENDING_LIFE_MS / 2;

export const RECOVERY_CODES = 10;
/** Ten letters and digits, in two groups; typed in any case. */
export const RECOVERY_CODE_FORM = /^[0-9a-z]{5}-?[0-9a-z]{5}$/i;

/** One form for comparing. */
export function plainRecoveryCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** Wrong codes, counted over every call that takes one. */
export const stepGuessLimits = {
  google: { scope: 'second_step_google', tries: 5, windowMs: 15 * MINUTE_MS },
  sms: { scope: 'second_step_sms', tries: 5, windowMs: 15 * MINUTE_MS },
} as const;

/** When payouts may leave again after the last of these moments; null: now. */
export function heldUntil(moments: readonly (Date | null | undefined)[], holdHours: number, now: Date): Date | null {
  const last = Math.max(...moments.map((moment) => moment?.getTime() ?? 0));
  const until = new Date(last + holdHours * HOUR_MS);
  return until > now ? until : null;
}
