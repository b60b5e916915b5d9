/**
 * Rules for callbacks: their identity, when one counts as delivered, when one is retried, how healthy a receiver is.
 * Pure; no network, no database.
 */
import { parseSystemNo } from '#foundation/core/system-number.ts';
import { type CallbackFault, isCallbackFault } from './fault-words.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    /** A callback of the member has failed, or a failing one was delivered. */
    'callback.changed': Record<string, never>;
  }
}

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

/** Returns the state after a failed attempt that is not part of the schedule: a probe of a paused receiver. */
export function afterProbe(attemptsBefore: number, now: Date): AfterAttempt {
  // Due again at once, behind the receiver's other callbacks.
  return { status: 'pending', attempts: attemptsBefore, nextAt: now };
}

/** Where an attempt failed: finding, securing or making the connection, or at the reply. */
export const errorClasses = ['dns', 'tls', 'connect', 'timeout', 'redirect', 'status', 'body'] as const;
export type ErrorClass = (typeof errorClasses)[number];

const classes: Readonly<Record<CallbackFault, ErrorClass | null>> = {
  dns: 'dns',
  tls: 'tls',
  address_refused: 'connect',
  connect: 'connect',
  reset: 'connect',
  timeout: 'timeout',
  http_status: 'status',
  not_acknowledged: 'body',
  too_large: 'body',
  protocol: 'body',
  // Nothing was sent: the receiver is not the cause.
  no_content: null,
  unsignable: null,
};

/** Null for a delivery, and for an attempt whose failure the receiver did not cause. */
export function errorClassOf(error: string | null, replyStatus: number | null): ErrorClass | null {
  if (error === null || !isCallbackFault(error)) return null;
  return error === 'http_status' && replyStatus !== null && replyStatus < 400 ? 'redirect' : classes[error];
}

/** The health of a receiver, which is one host and port of a member. */
export const receiverStates = ['ok', 'failing', 'paused'] as const;
export type ReceiverState = (typeof receiverStates)[number];

/** So many failures in a row make a receiver `failing`. */
const FAILING_AFTER = 3;
/** A failing receiver without one success in this time is `paused`. */
const PAUSED_AFTER_MS = 5 * 86_400_000;
/** How often a paused receiver gets one callback, to see whether it is back. */
export const PROBED_EVERY_MS = 3_600_000;

/** How often the member is notified of a receiver that fails and works by turns. A pause is always reported. */
export const NOTIFIED_EVERY_MS = 3_600_000;

export interface ReceiverHealth {
  state: ReceiverState;
  /** In a row. */
  failures: number;
  /** The first of them. */
  failingSince: Date | null;
}

/** Returns the state that a receiver has after an attempt at `now`. Only a success ends a pause. */
export function receiverStateAt({ state, failures, failingSince }: ReceiverHealth, now: Date): ReceiverState {
  if (failures === 0 || failingSince === null) return 'ok';
  if (state === 'paused') return 'paused';
  if (failures < FAILING_AFTER) return state;
  return now.getTime() - failingSince.getTime() >= PAUSED_AFTER_MS ? 'paused' : 'failing';
}

/** At most so many callbacks are sent by one plan. */
export const MAX_PLANNED = 10_000;
/** A plan can be confirmed for this long. */
export const PLAN_LASTS_MS = 3_600_000;
/** At most so many callbacks a second are sent by hand. */
export const MAX_PER_SECOND = 50;

/** How many of a run's callbacks can be sent now, at most one second's worth. `pacedUntil` pays for those sent before. */
export function sendableNow({
  now,
  pacedUntil,
  perSecond,
}: {
  now: Date;
  pacedUntil: Date;
  perSecond: number;
}): number {
  const behindMs = Math.min(1000, now.getTime() - pacedUntil.getTime());
  return Math.max(0, Math.floor((behindMs * perSecond) / 1000));
}

/** Until when the rate has paid for `count` more callbacks. Time that passed unused does not add up. */
export function pacedAfter({
  now,
  pacedUntil,
  perSecond,
  count,
}: {
  now: Date;
  pacedUntil: Date;
  perSecond: number;
  count: number;
}): Date {
  const from = Math.max(pacedUntil.getTime(), now.getTime() - 1000);
  return new Date(from + (count * 1000) / perSecond);
}

export const runStates = ['running', 'done', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** The callback that a notify id names; undefined for any other text. */
export function parseNotifyId(notifyId: string): { subject: CallbackSubject; systemNo: bigint } | undefined {
  const [, subject, digits = ''] = /^(payin|payout)-(\d{19})$/.exec(notifyId) ?? [];
  const systemNo = parseSystemNo(digits);
  const found = callbackSubjects.find((one) => one === subject);
  return found === undefined || systemNo === undefined ? undefined : { subject: found, systemNo };
}

/**
 * Replaces what MD5 cannot sign with spaces: it signs raw fields joined with `&` and `=`. The other sign types can sign
 * any text.
 */
export function signableText(text: string, signType: string): string {
  return signType === 'MD5' ? text.replaceAll(/[&=\p{Cc}\p{Cs}]/gu, ' ') : text;
}
