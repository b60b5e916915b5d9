/** The calls of this feature's console: the contract by its types alone. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { exportCalls as exportContract } from '../contract.ts';

export const exportCalls = callsOf<typeof exportContract>();
