/**
 * Rules for callbacks: their identity, when one counts as delivered, when one is retried. Pure; no network, no
 * database.
 */

export const callbackSubjects = ['payin', 'payout'] as const;
export type CallbackSubject = (typeof callbackSubjects)[number];

export const callbackStatuses = ['pending', 'delivered', 'failed'] as const;
export type CallbackStatus = (typeof callbackStatuses)[number];

/** The order or payout that a callback is about. Each has one callback. */
export interface CallbackKey {
  memberNo: bigint;
  systemNo: bigint;
  subject: CallbackSubject;
}

/** Seconds between the attempts of a callback, unless the setting NOTIFY_WAITS_S names others. */
export const NOTIFY_WAITS_S: readonly number[] = [15, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

/** The same for every attempt and every resend, so that the merchant can recognize a repetition. */
export function notifyIdOf(subject: CallbackSubject, systemNo: bigint): string {
  return `${subject}-${systemNo}`;
}

/**
 * Whether the merchant has confirmed: the status is 2xx, and the whole body, trimmed, is `success` or `ok` in any case.
 */
export function isAcknowledged({
  status,
  body,
  truncated,
}: {
  status: number;
  body: string;
  truncated: boolean;
}): boolean {
  return status >= 200 && status <= 299 && !truncated && /^(?:success|ok)$/i.test(body.trim());
}

export interface AfterAttempt {
  status: CallbackStatus;
  attempts: number;
  /** When it is retried; null if it is not. */
  nextAt: Date | null;
}

/**
 * Returns the state after an attempt that ended at `now`. After failure n the n-th wait applies; if there is none, the
 * callback has failed.
 */
export function afterAttempt({
  attemptsBefore,
  delivered,
  now,
  waitsS,
}: {
  attemptsBefore: number;
  delivered: boolean;
  now: Date;
  waitsS: readonly number[];
}): AfterAttempt {
  const attempts = attemptsBefore + 1;
  if (delivered) return { status: 'delivered', attempts, nextAt: null };
  const waitS = waitsS[attempts - 1];
  return waitS === undefined
    ? { status: 'failed', attempts, nextAt: null }
    : { status: 'pending', attempts, nextAt: new Date(now.getTime() + waitS * 1000) };
}

/**
 * Replaces what MD5 cannot sign with spaces: it signs raw fields joined with `&` and `=`. The other sign types can sign
 * any text.
 */
export function signableText(text: string, signType: string): string {
  return signType === 'MD5' ? text.replaceAll(/[&=\p{Cc}\p{Cs}]/gu, ' ') : text;
}
