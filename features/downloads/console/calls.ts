/** The calls of this feature's console: the contracts by their types alone. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { downloadCalls as downloadContract } from '../contract.ts';
import type { scheduleCalls as scheduleContract } from '../schedule-contract.ts';

export const downloadCalls = callsOf<typeof downloadContract>();
export const scheduleCalls = callsOf<typeof scheduleContract>();
