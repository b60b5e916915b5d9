/**
 * The states of a withdrawal or payout and their transitions: pure functions. A final state stays final; money is given
 * back at most once; what an upstream has possibly paid is neither given back nor sent again under another reference.
 */

import type { Stop } from '#features/members/member.ts';
import { type AmountRange, feeAtRate, isOpenAt, type OpenHours, type Rate } from '#features/channels/rules.ts';

export const disbursementKinds = ['withdrawal', 'payout'] as const;
export type DisbursementKind = (typeof disbursementKinds)[number];
export type DisbursementSource = 'console' | 'batch' | 'gateway';

export const disbursementStatuses = ['applying', 'paid', 'frozen', 'cancelled'] as const;
export type DisbursementStatus = (typeof disbursementStatuses)[number];

/** What a list can be filtered by. `failed`: applying, and its latest attempt failed: its member decides. */
export const disbursementFilters = ['applying', 'failed', 'paid', 'frozen', 'cancelled'] as const;
export type DisbursementFilterStatus = (typeof disbursementFilters)[number];

/** The state of the latest attempt. */
export const submissions = ['none', 'submitted', 'succeeded', 'failed', 'unknown'] as const;
export type Submission = (typeof submissions)[number];

/** Above the member's threshold an operator reviews first. */
export const reviews = ['none', 'waiting', 'passed'] as const;
export type Review = (typeof reviews)[number];

export interface DisbursementState {
  readonly status: DisbursementStatus;
  readonly submission: Submission;
  readonly review: Review;
}

/** Whether an upstream can be paying right now. */
export function isOpenAttempt(submission: Submission): boolean {
  return submission === 'submitted' || submission === 'unknown';
}

/** The outcome. failed: a person decides what follows. */
export const disbursementOutcomes = ['open', 'paid', 'failed', 'cancelled'] as const;
export type DisbursementOutcome = (typeof disbursementOutcomes)[number];

export function outcomeOf({
  status,
  submission,
}: Pick<DisbursementState, 'status' | 'submission'>): DisbursementOutcome {
  if (status === 'paid' || status === 'cancelled') return status;
  return submission === 'failed' ? 'failed' : 'open';
}

/** Events that change the state. */
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
 * The state after an event; undefined if the event is not allowed.
 *
 * submit: an attempt starts. wait: the upstream is processing it. succeed, fail: the upstream reports so. lose: the
 * attempt's result is unknown. retry: pay again after a failure. pass: an operator passed the review. mark_paid: an
 * operator paid manually.
 */
export function stateAfter(state: DisbursementState, event: DisbursementEvent): DisbursementState | undefined {
  const { status, submission, review } = state;
  const open = isOpenAttempt(submission);
  switch (event) {
    case 'submit':
      return status === 'applying' && submission === 'none' && review !== 'waiting'
        ? { ...state, submission: 'submitted' }
        : undefined;
    case 'wait':
      return open ? { ...state, submission: 'submitted' } : undefined;
    case 'succeed':
      return open ? { ...state, status: 'paid', submission: 'succeeded' } : undefined;
    case 'fail':
      return open ? { ...state, submission: 'failed' } : undefined;
    case 'lose':
      return open ? { ...state, submission: 'unknown' } : undefined;
    case 'retry':
      return status === 'applying' && submission === 'failed' ? { ...state, submission: 'none' } : undefined;
    case 'cancel':
      return (status === 'applying' || status === 'frozen') && !open ? { ...state, status: 'cancelled' } : undefined;
    case 'freeze':
      return status === 'applying' ? { ...state, status: 'frozen' } : undefined;
    case 'unfreeze':
      return status === 'frozen' ? { ...state, status: 'applying' } : undefined;
    case 'pass':
      return review === 'waiting' && status === 'applying' ? { ...state, review: 'passed' } : undefined;
    case 'mark_paid':
      return (status === 'applying' || status === 'frozen') && !open ? { ...state, status: 'paid' } : undefined;
  }
}

/** The facts that decide whether money can leave a member's wallet now. */
export interface EligibilityFacts {
  readonly kind: DisbursementKind;
  readonly certified: boolean;
  /** Nothing can be withdrawn or paid out until then, after a login reset or the removal of a second factor; null: not blocked. */
  readonly pausedUntil: Date | null;
  /** The member's own open hours or the platform's, in the platform's time zone. */
  readonly hours: { readonly window: OpenHours; readonly timeZone: string; readonly now: Date };
  /** The check of the books found a fault that is not resolved. */
  readonly booksWrong: boolean;
  readonly enabled: boolean;
  /** What operators have switched off for the member. */
  readonly switchedOff: readonly Stop[];
  readonly source: DisbursementSource;
  readonly range: AmountRange & { readonly amountMinor: bigint };
  readonly money: { readonly debitMinor: bigint; readonly availableMinor: bigint };
}

export type EligibilityRefusal =
  | { readonly error: 'not_certified' | 'payouts_stopped' | 'payout_not_enabled' }
  | { readonly error: 'balance_insufficient' }
  | { readonly error: 'payouts_rest'; readonly until: Date }
  | { readonly error: 'withdrawal_closed'; readonly window: OpenHours; readonly timeZone: string }
  | ({ readonly error: 'amount_out_of_range' } & AmountRange);

/**
 * Why a member can't withdraw or pay out now; undefined if it can. The verb that moves the money passes every fact, under the
 * wallet's lock. A caller can check earlier with the facts it has, to refuse before it asks for a password: a missing
 * fact is not checked.
 */
export function disbursementEligibility(
  facts: Pick<EligibilityFacts, 'kind'> & Partial<EligibilityFacts>,
): EligibilityRefusal | undefined {
  const { kind, certified, pausedUntil, hours, booksWrong, enabled, switchedOff, source, range, money } = facts;
  if (certified === false) return { error: 'not_certified' };
  if (pausedUntil) return { error: 'payouts_rest', until: pausedUntil };
  // Only withdrawals have open hours: payouts are made by programs and batch files at any hour.
  if (kind === 'withdrawal' && hours && !isOpenAt(hours.window, hours.now, hours.timeZone))
    return { error: 'withdrawal_closed', window: hours.window, timeZone: hours.timeZone };
  if (booksWrong === true) return { error: 'payouts_stopped' };
  const isOff = switchedOff && source && isSwitchedOff(switchedOff, { kind, source });
  if (enabled === false || isOff === true) return { error: 'payout_not_enabled' };
  if (range && !isInRange(range.amountMinor, range)) {
    const { minAmountMinor, maxAmountMinor } = range;
    return { error: 'amount_out_of_range', minAmountMinor, maxAmountMinor };
  }
  return money && money.debitMinor > money.availableMinor ? { error: 'balance_insufficient' } : undefined;
}

/** Whether operators have switched off for the member what it applies for. */
function isSwitchedOff(
  switchedOff: readonly Stop[],
  { kind, source }: Pick<EligibilityFacts, 'kind' | 'source'>,
): boolean {
  if (kind === 'withdrawal') return switchedOff.includes('withdrawal');
  return switchedOff.includes(source === 'gateway' ? 'payout_gateway' : 'payout_batch');
}

/** The fee of a withdrawal or payout, charged on top of the amount; it can exceed the amount. */
export function disbursementFee(amountMinor: bigint, rate: Rate): bigint {
  return feeAtRate(amountMinor, rate);
}

/** Amount plus fee: what leaves the wallet. */
export function debitOf(amountMinor: bigint, rate: Rate): bigint {
  return amountMinor + disbursementFee(amountMinor, rate);
}

export function isInRange(amountMinor: bigint, { minAmountMinor, maxAmountMinor }: AmountRange): boolean {
  return amountMinor >= minAmountMinor && amountMinor <= maxAmountMinor;
}

/** Hours until payouts are possible again, rounded up for display. */
export function hoursUntil(until: Date, now: Date): number {
  return Math.ceil((until.getTime() - now.getTime()) / 3_600_000);
}

/** What the worker does: start an attempt, query one, or nothing until a person decides. */
export function nextWork({ status, submission, review }: DisbursementState): 'start' | 'ask' | 'nothing' {
  if (isOpenAttempt(submission)) return 'ask';
  return status === 'applying' && submission === 'none' && review !== 'waiting' ? 'start' : 'nothing';
}

/** The progress of a payment, as shown to users. */
export type Progress = 'queued' | 'review' | 'sent' | 'failed' | 'unknown';

const progressBy: Readonly<Record<Submission, Progress>> = {
  none: 'queued',
  submitted: 'sent',
  succeeded: 'sent',
  failed: 'failed',
  unknown: 'unknown',
};

/** Returns undefined when there is nothing to wait for or to do. */
export function progressOf({ status, submission, review }: DisbursementState): Progress | undefined {
  if (status === 'frozen') return isOpenAttempt(submission) ? progressBy[submission] : undefined;
  if (status !== 'applying') return undefined;
  return review === 'waiting' ? 'review' : progressBy[submission];
}

/** The upstream's reference for an attempt, unique per attempt. */
export function referenceOf(memberNo: bigint, systemNo: bigint, attempt: number): string {
  return `${memberNo}-${systemNo}-${attempt}`;
}

const FIRST_QUERY_MS = 2_000;
const MAX_QUERY_DELAY_MS = 60_000;

/** Delay before the next query about an attempt, after this many queries. */
export function nextQueryMs(queries: number): number {
  return Math.min(FIRST_QUERY_MS * 1.5 ** Math.min(queries, 20), MAX_QUERY_DELAY_MS);
}
