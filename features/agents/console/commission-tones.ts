/** The badge color of each state of a commission. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { AgentOrderRow } from '../order-contract.ts';

export const commissionTones: Readonly<Record<Exclude<AgentOrderRow['commission']['state'], 'none'>, Tone>> = {
  expected: 'idle',
  held: 'busy',
  available: 'good',
  reversed: 'warn',
};
