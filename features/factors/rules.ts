/**
 * Rules about second factors: which call takes which, how long what is shown stays good, how often may be guessed. The
 * server's check and the screens read the same table.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type StepMethod = 'google' | 'sms';

/** What a user has bound. */
export type BoundFactors = Readonly<Record<StepMethod, boolean>>;

export interface StepPolicy {
  /** `strongest`: by SMS only as long as there is no authenticator. `any`: whichever the person picks. */
  readonly takes: 'google' | 'strongest' | 'any';
  /** Whether a recovery code stands in for the authenticator. */
  readonly recovery: boolean;
}

/**
 * Calls that need a second step once there is a factor: whatever changes credentials, access, keys, cards or
 * certifications, moves money, or shows a whole account number. tidy/second-steps.ts says of every other call why it
 * asks for none. Changing the login password takes any of them, because it takes the old password too; what guards
 * money or replaces a factor takes nothing weaker than what is bound.
 */
export const secondSteps = {
  '/user/login': { takes: 'google', recovery: true },
  '/user/changePassword': { takes: 'any', recovery: false },
  '/user/setPayPassword': { takes: 'strongest', recovery: false },
  '/user/bindGoogleQrcode': { takes: 'strongest', recovery: false },
  '/user/clearGoogleBind': { takes: 'google', recovery: true },
  '/user/bindmobile': { takes: 'strongest', recovery: false },
  '/bankcard/add': { takes: 'strongest', recovery: false },
  '/bankcard/edit': { takes: 'strongest', recovery: false },
  '/bankcard/remove': { takes: 'strongest', recovery: false },
  '/withdrawal/apply': { takes: 'strongest', recovery: false },
  '/batch/submit': { takes: 'strongest', recovery: false },
  '/operator/user/disable': { takes: 'strongest', recovery: false },
  '/operator/user/enable': { takes: 'strongest', recovery: false },
  '/operator/user/resetFactor': { takes: 'strongest', recovery: false },
  '/operator/user/startReset': { takes: 'strongest', recovery: false },
  '/operator/user/decideProposal': { takes: 'strongest', recovery: false },
  '/operator/certification/decide': { takes: 'strongest', recovery: false },
  '/operator/bankcard/decide': { takes: 'strongest', recovery: false },
  '/operator/disbursement/account': { takes: 'strongest', recovery: false },
  '/operator/disbursement/unfreeze': { takes: 'strongest', recovery: false },
  '/operator/disbursement/markPaid': { takes: 'strongest', recovery: false },
  '/operator/disbursement/cancel': { takes: 'strongest', recovery: false },
  '/operator/disbursement/submit': { takes: 'strongest', recovery: false },
  '/operator/approval/decide': { takes: 'strongest', recovery: false },
  '/operator/order/reverse': { takes: 'strongest', recovery: false },
  '/operator/order/decideReversal': { takes: 'strongest', recovery: false },
  '/operator/member/setTerms': { takes: 'strongest', recovery: false },
  '/operator/member/setSettlement': { takes: 'strongest', recovery: false },
  '/operator/member/hold': { takes: 'strongest', recovery: false },
  '/operator/member/release': { takes: 'strongest', recovery: false },
} as const satisfies Readonly<Record<`/${string}`, StepPolicy>>;
export type GuardedCall = keyof typeof secondSteps;

/** What a call takes from somebody with these factors; nothing bound, nothing asked. */
export function methodsFor(call: GuardedCall, { google, sms }: BoundFactors): readonly StepMethod[] {
  const { takes }: StepPolicy = secondSteps[call];
  if (takes === 'google') return google ? ['google'] : [];
  if (takes === 'any') return [...(sms ? (['sms'] as const) : []), ...(google ? (['google'] as const) : [])];
  return google ? ['google'] : sms ? ['sms'] : [];
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
