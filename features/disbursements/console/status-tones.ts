/** How a state is shown: its explanation, and the colors of its words. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { DisbursementDetail } from '../contract.ts';
import {
  type DisbursementFilterStatus,
  type DisbursementStatus,
  type Progress,
  progressOf,
  type DisbursementState,
} from '../rules.ts';

/** The word that explains the state. */
export function explanationOf(state: DisbursementState): `why_${Progress | Exclude<DisbursementStatus, 'applying'>}` {
  return state.status === 'applying' ? `why_${progressOf(state) ?? 'queued'}` : `why_${state.status}`;
}

/** One whose attempt failed waits for its member, and is shown so. */
export function shownStatus(state: DisbursementState): DisbursementFilterStatus {
  return state.status === 'applying' && progressOf(state) === 'failed' ? 'failed' : state.status;
}

/** What the shown status does not say yet. */
export function shownProgress(state: DisbursementState): Exclude<Progress, 'failed'> | undefined {
  const progress = progressOf(state);
  return progress === 'failed' ? undefined : progress;
}

export const statusTones: Readonly<Record<DisbursementFilterStatus, Tone>> = {
  applying: 'busy',
  failed: 'bad',
  paid: 'good',
  frozen: 'warn',
  cancelled: 'idle',
};
export const progressTones: Readonly<Record<Exclude<Progress, 'failed'>, Tone>> = {
  queued: 'idle',
  review: 'warn',
  sent: 'busy',
  unknown: 'warn',
};
export const attemptTones: Readonly<Record<DisbursementDetail['attempts'][number]['state'], Tone>> = {
  submitted: 'busy',
  unknown: 'warn',
  succeeded: 'good',
  failed: 'bad',
};
