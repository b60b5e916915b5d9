/** The colours of callbacks' states and of receivers' health. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { CallbackRow, ReceiverRow } from '../../callbacks-contract.ts';

export const stateTones: Readonly<Record<CallbackRow['state'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
  paused: 'warn',
};

export const healthTones: Readonly<Record<ReceiverRow['state'], Tone>> = { ok: 'good', failing: 'bad', paused: 'warn' };
export const healthNames = { ok: 'health_ok', failing: 'health_failing', paused: 'health_paused' } as const;
