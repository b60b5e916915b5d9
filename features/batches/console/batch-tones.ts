/** The colours for the states of a batch and of its payouts. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { DisbursementOutcome } from '#features/disbursements/rules.ts';
import type { BatchState } from '../rules.ts';

export const stateTones: Readonly<Record<BatchState, Tone>> = {
  processing: 'busy',
  done: 'good',
  partial: 'warn',
  failed: 'bad',
};
export const outcomeTones: Readonly<Record<DisbursementOutcome, Tone>> = {
  open: 'busy',
  paid: 'good',
  failed: 'bad',
  cancelled: 'idle',
};
