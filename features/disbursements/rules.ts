/**
 * What a withdrawal or payout may become, and when: pure functions. A final state stays final; money goes back once;
 * what an upstream may have paid is neither given back nor sent again under another reference.
 */

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
const LONGEST_ASK_MS = 60_000;

/** How long until the upstream is asked again how an attempt stands, after so many times. */
export function nextAskMs(queries: number): number {
  return Math.min(FIRST_ASK_MS * 1.5 ** Math.min(queries, 20), LONGEST_ASK_MS);
}
