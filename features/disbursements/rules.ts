/**
 * What a withdrawal or payout may become, and when: pure functions. A final state stays final; money goes back once;
 * what an upstream may have paid is neither given back nor sent again under another reference.
 */

import { feeAtRate, isOpenAt, type OpenHours, type Rate } from '#features/channels/rules.ts';

export const disbursementKinds = ['withdrawal', 'payout'] as const;
export type DisbursementKind = (typeof disbursementKinds)[number];

export const disbursementStatuses = ['applying', 'paid', 'frozen', 'cancelled'] as const;
export type DisbursementStatus = (typeof disbursementStatuses)[number];

/** Of the latest attempt. */
export const submissions = ['none', 'submitted', 'succeeded', 'failed', 'unknown'] as const;
export type Submission = (typeof submissions)[number];

/** Above the member's threshold an operator looks first. */
export const reviews = ['none', 'waiting', 'passed'] as const;
export type Review = (typeof reviews)[number];

export interface Standing {
  readonly status: DisbursementStatus;
  readonly submission: Submission;
  readonly review: Review;
}

/** An upstream may be paying this very moment. */
export function isOpenAttempt(submission: Submission): boolean {
  return submission === 'submitted' || submission === 'unknown';
}

/** What one has come to. failed: a person decides what follows. */
export const disbursementOutcomes = ['open', 'paid', 'failed', 'cancelled'] as const;
export type DisbursementOutcome = (typeof disbursementOutcomes)[number];

export function outcomeOf({ status, submission }: Pick<Standing, 'status' | 'submission'>): DisbursementOutcome {
  if (status === 'paid' || status === 'cancelled') return status;
  return submission === 'failed' ? 'failed' : 'open';
}

/** What may happen to one, by whom. */
export const disbursementEvents = [
  'submit',
  'wait',
  'succeed',
  'fail',
  'lose',
  'retry',
  'cancel',
  'freeze',
  'unfreeze',
  'pass',
  'mark_paid',
] as const;
export type DisbursementEvent = (typeof disbursementEvents)[number];

/**
 * The standing after an event; undefined where the event is not allowed.
 *
 * submit: an attempt starts. wait: the upstream is at it. succeed, fail: it says so. lose: nobody knows what became of
 * the attempt. retry: pay again after a failure. pass: an operator has looked. mark_paid: an operator has paid by hand.
 */
export function after(standing: Standing, event: DisbursementEvent): Standing | undefined {
  const { status, submission, review } = standing;
  const open = isOpenAttempt(submission);
  switch (event) {
    case 'submit':
      return status === 'applying' && submission === 'none' && review !== 'waiting'
        ? { ...standing, submission: 'submitted' }
        : undefined;
    case 'wait':
      return open ? { ...standing, submission: 'submitted' } : undefined;
    case 'succeed':
      return open ? { ...standing, status: 'paid', submission: 'succeeded' } : undefined;
    case 'fail':
      return open ? { ...standing, submission: 'failed' } : undefined;
    case 'lose':
      return open ? { ...standing, submission: 'unknown' } : undefined;
    case 'retry':
      return status === 'applying' && submission === 'failed' ? { ...standing, submission: 'none' } : undefined;
    case 'cancel':
      return (status === 'applying' || status === 'frozen') && !open ? { ...standing, status: 'cancelled' } : undefined;
    case 'freeze':
      return status === 'applying' ? { ...standing, status: 'frozen' } : undefined;
    case 'unfreeze':
      return status === 'frozen' ? { ...standing, status: 'applying' } : undefined;
    case 'pass':
      return review === 'waiting' && status === 'applying' ? { ...standing, review: 'passed' } : undefined;
    case 'mark_paid':
      return (status === 'applying' || status === 'frozen') && !open ? { ...standing, status: 'paid' } : undefined;
  }
}

/** What decides whether money may leave a member's wallet now. */
export interface PayoutFacts {
  readonly kind: DisbursementKind;
  readonly certified: boolean;
  /** Payouts wait until then, after a login was reset or a second factor removed; null: they do not wait. */
  readonly heldUntil: Date | null;
  /** The member's own open hours or the platform's, in the platform's time zone. */
  readonly hours: { readonly window: OpenHours; readonly timeZone: string; readonly now: Date };
  /** The check of the books found a fault that nobody has cleared. */
  readonly booksWrong: boolean;
  readonly enabled: boolean;
  readonly range: AmountRange & { readonly amountMinor: bigint };
  readonly money: { readonly debitMinor: bigint; readonly availableMinor: bigint };
}

export interface AmountRange {
  readonly minAmountMinor: bigint;
  readonly maxAmountMinor: bigint;
}

export type PayoutRefusal =
  | { readonly error: 'not_certified' | 'payouts_stopped' | 'payout_not_enabled' }
  | { readonly error: 'balance_insufficient' }
  | { readonly error: 'payouts_rest'; readonly until: Date }
  | { readonly error: 'withdrawal_closed'; readonly window: OpenHours; readonly timeZone: string }
  | ({ readonly error: 'amount_out_of_range' } & AmountRange);

/**
 * Why a member may not pay out now; undefined when it may. The verb that moves the money asks with every fact, under
 * the wallet's lock. A door may ask first with the facts it has, to refuse before it asks for a password: a fact that
 * is left out is not judged.
 */
export function payoutEligibility(facts: Pick<PayoutFacts, 'kind'> & Partial<PayoutFacts>): PayoutRefusal | undefined {
  const { kind, certified, heldUntil, hours, booksWrong, enabled, range, money } = facts;
  if (certified === false) return { error: 'not_certified' };
  if (heldUntil) return { error: 'payouts_rest', until: heldUntil };
  // Only withdrawals keep open hours: payouts are made by programs and tables at any hour.
  if (kind === 'withdrawal' && hours && !isOpenAt(hours.window, hours.now, hours.timeZone))
    return { error: 'withdrawal_closed', window: hours.window, timeZone: hours.timeZone };
  if (booksWrong === true) return { error: 'payouts_stopped' };
  if (enabled === false) return { error: 'payout_not_enabled' };
  if (range && !isInRange(range.amountMinor, range)) {
    const { minAmountMinor, maxAmountMinor } = range;
    return { error: 'amount_out_of_range', minAmountMinor, maxAmountMinor };
  }
  return money && money.debitMinor > money.availableMinor ? { error: 'balance_insufficient' } : undefined;
}

/** The fee of a withdrawal or payout: it is taken on top of the amount, and may be more than it. */
export function disbursementFee(amountMinor: bigint, rate: Rate): bigint {
  return feeAtRate(amountMinor, rate);
}

export function isInRange(amountMinor: bigint, { minAmountMinor, maxAmountMinor }: AmountRange): boolean {
  return amountMinor >= minAmountMinor && amountMinor <= maxAmountMinor;
}

/** How many hours payouts still wait, rounded up, as people are told. */
export function hoursUntil(until: Date, now: Date): number {
  return Math.ceil((until.getTime() - now.getTime()) / 3_600_000);
}

/** What the worker has to do: start an attempt, ask after one, or nothing until a person decides. */
export function workOn({ status, submission, review }: Standing): 'start' | 'ask' | 'nothing' {
  if (isOpenAttempt(submission)) return 'ask';
  return status === 'applying' && submission === 'none' && review !== 'waiting' ? 'start' : 'nothing';
}

/** How far a payment has come, as people are told it. */
export type Progress = 'queued' | 'review' | 'sent' | 'failed' | 'unknown';

const progressBy: Readonly<Record<Submission, Progress>> = {
  none: 'queued',
  submitted: 'sent',
  succeeded: 'sent',
  failed: 'failed',
  unknown: 'unknown',
};

/** Undefined where there is nothing to wait for or to do. */
export function progressOf({ status, submission, review }: Standing): Progress | undefined {
  if (status === 'frozen') return isOpenAttempt(submission) ? progressBy[submission] : undefined;
  if (status !== 'applying') return undefined;
  return review === 'waiting' ? 'review' : progressBy[submission];
}

/** Names an attempt for the upstream; no two attempts share one. */
export function referenceOf(memberNo: bigint, systemNo: bigint, attempt: number): string {
  return `${memberNo}-${systemNo}-${attempt}`;
}

const FIRST_ASK_MS = 2_000;
const MAX_ASK_MS = 60_000;

/** How long until the upstream is asked again how an attempt stands, after so many times. */
export function nextAskMs(queries: number): number {
  return Math.min(FIRST_ASK_MS * 1.5 ** Math.min(queries, 20), MAX_ASK_MS);
}
