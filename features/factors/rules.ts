/**
 * Rules for second factors: which factors a policy accepts, how long a shown secret is valid, how many guesses are
 * allowed. Shared by the server's check and the screens. Each call declares its policy in its contract.
 */
import type { StepPolicy } from '#foundation/core/calls.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type StepMethod = 'google' | 'sms';

/** The factors a user has bound. */
export type BoundFactors = Readonly<Record<StepMethod, boolean>>;

/** Returns the methods that a call with this policy accepts from a user with these factors; empty if none is bound. */
export function methodsFor(policy: StepPolicy, { google, sms }: BoundFactors): readonly StepMethod[] {
  if (policy === 'authenticator') return google ? ['google'] : [];
  if (policy === 'any') return [...(sms ? (['sms'] as const) : []), ...(google ? (['google'] as const) : [])];
  return google ? ['google'] : sms ? ['sms'] : [];
}

/** Whether a recovery code is accepted in place of the authenticator. */
export function takesRecoveryCode(policy: StepPolicy): boolean {
  return policy === 'authenticator';
}

/**
 * RFC 6238 with the parameters that every authenticator app supports: six digits, 30 seconds. One step to either side
 * is accepted to allow for clock drift.
 */
export const STEP_SECONDS = 30;
export const STEP_DIGITS = 6;

/** How long a shown secret can be confirmed. */
export const PENDING_LIFE_MS = 10 * MINUTE_MS;
/**
 * Within this time a repeated request returns the same secret, so that opening the page again does not invalidate a
 * scanned code.
 */
export const PENDING_SHOWN_AGAIN_MS = PENDING_LIFE_MS / 2;

export const RECOVERY_CODES = 10;
/** Ten letters and digits in two groups, in any case. */
export const RECOVERY_CODE_FORM = /^[0-9a-z]{5}-?[0-9a-z]{5}$/i;

/** Returns the normalized form, for comparison. */
export function plainRecoveryCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** Wrong codes, counted across all calls that take one. */
export const stepGuessLimits = {
  google: { scope: 'second_step_google', tries: 5, windowMs: 15 * MINUTE_MS },
  sms: { scope: 'second_step_sms', tries: 5, windowMs: 15 * MINUTE_MS },
} as const;

/** Returns when payouts resume: `holdHours` after the last of `moments`; null if they are not paused. */
export function pausedUntil(moments: readonly (Date | null | undefined)[], holdHours: number, now: Date): Date | null {
  const last = Math.max(...moments.map((moment) => moment?.getTime() ?? 0));
  const until = new Date(last + holdHours * HOUR_MS);
  return until > now ? until : null;
}
