/** Where one stands, as people are told it: the status, how far its payment has come, and the colours that go with the words. */
import type { Tone } from '#foundation/console/StatusBadge.tsx';
import type { DisbursementDetail } from '../contract.ts';
import { type DisbursementStatus, isOpenAttempt, type Standing, type Submission } from '../rules.ts';

export type Progress = 'queued' | 'review' | 'sent' | 'failed' | 'unknown';

const progressBy: Readonly<Record<Submission, Progress>> = { none: 'queued', submitted: 'sent', succeeded: 'sent', failed: 'failed', unknown: 'unknown' };

/** Undefined where there is nothing to wait for or to do. */
export function progressOf({ status, submission, review }: Standing): Progress | undefined {
  if (status === 'frozen') return isOpenAttempt(submission) ? progressBy[submission] : undefined;
  if (status !== 'applying') return undefined;
  return review === 'waiting' ? 'review' : progressBy[submission];
}

/** What a person needs to be told of it. */
export function whyOf(standing: Standing): `why_${Progress | Exclude<DisbursementStatus, 'applying'>}` {
  return standing.status === 'applying' ? `why_${progressOf(standing) ?? 'queued'}` : `why_${standing.status}`;
}

export const statusTones: Readonly<Record<DisbursementStatus, Tone>> = { applying: 'busy', paid: 'good', frozen: 'warn', cancelled: 'idle' };
export const progressTones: Readonly<Record<Progress, Tone>> = { queued: 'idle', review: 'warn', sent: 'busy', failed: 'bad', unknown: 'warn' };
export const attemptTones: Readonly<Record<DisbursementDetail['attempts'][number]['state'], Tone>> = {
  submitted: 'busy',
  unknown: 'warn',
  succeeded: 'good',
  failed: 'bad',
};
