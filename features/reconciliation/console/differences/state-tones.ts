/** The colour of each state of a difference. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { DifferenceState } from '../../matching-rules.ts';

export const stateTones: Readonly<Record<DifferenceState, Tone>> = {
  waiting: 'busy',
  open: 'bad',
  assigned: 'warn',
  resolved: 'good',
  ignored: 'idle',
};
